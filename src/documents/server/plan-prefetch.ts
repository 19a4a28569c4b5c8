// Determines the rows to prefetch for a change of a document, from its request alone.
import { fieldNameOf } from '#core/kinds/header.ts'
import type { Kind } from '#core/kinds/kind.ts'
import type { Prefetch } from '#server/domain/prefetch.ts'
import type { LineBody, SaveBody } from './read-body.ts'

const isNumber = (text: string): boolean => /^\d{1,8}$/.test(text)
const isId = (text: string | null): text is string => text !== null && /^\d{1,15}$/.test(text)

/** The prefetch for a save; undefined for a new document. */
export function prefetchForSave(
  kind: Kind,
  { number, status, lines, mode, header, seasonId }: Omit<SaveBody, 'fields' | 'claimedAt'>,
): Prefetch | undefined {
  if (number === null || !isNumber(number)) return undefined
  const takesAll = Object.values(kind.documentSteps).some(
    ({ to, linesTo }) => linesTo !== undefined && to === status,
  )
  const ids = lines.map(({ id }) => id)
  const added = takesAll ? [] : lines.filter(({ id }) => id === null)
  if (added.length > 0) {
    const location = header[fieldNameOf(kind.header, 'location')] ?? ''
    // The sender's view of the document; the change later uses the stored one.
    const of = kind.effects.sources({
      kind: kind.kind,
      mode,
      number,
      status,
      header,
      location,
      seasonId,
      lines: [],
    })
    const barcodes = [...new Set(added.map(({ barcode }) => barcode))]
    return { kind, number, lines: [], plants: { barcodes, of }, newLines: added.length }
  }
  const known = !takesAll && ids.every(isId) && lines.every((line) => staysAtSource(kind, line))
  return { kind, number, lines: known ? ids : [] }
}

/** The prefetch for deleting a line. */
export function prefetchForDelete(kind: Kind, number: string | undefined, id: string): Prefetch | undefined {
  if (number === undefined || !isNumber(number)) return undefined
  return { kind, number, lines: isId(id) ? [id] : [] }
}

// Whether the step needs only its line's source account. All accounts of a change must be locked together,
// in order.
const staysAtSource = ({ lineSteps, effects }: Kind, { to }: Pick<LineBody, 'to'>): boolean =>
  Object.entries(lineSteps).every(([step, rule]) => {
    const effect = effects.lines[step]
    return rule.to !== to || (effect?.flows === undefined && effect?.computeFields === undefined)
  })
