import type { HeaderValues } from '#core/kinds/document.ts'
import type { Kind } from '#core/kinds/kind.ts'
import type { ModeId } from '#core/wire/constants.ts'
import type { LiveUpdate } from './documents-port.ts'

/** The live update of a step, for the locations of all headers: a location that a document leaves, too. */
export function liveUpdateOf(
  { modes }: Pick<Kind, 'modes'>,
  step: string,
  ...documents: readonly { readonly mode: ModeId; readonly header: HeaderValues }[]
): LiveUpdate {
  const concerns = documents.flatMap(({ mode, header }) =>
    (modes[mode] ?? modes.inventory).access.concerns(header),
  )
  return { step, concerns: concerns.filter((location) => location !== '') }
}
