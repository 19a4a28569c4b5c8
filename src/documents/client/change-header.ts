// Saves an edit of the header form: its changed fields, and the other fields of their units.

import { formatEdit } from '#app/outbox/format-header.ts'
import type { AppendFailure } from '#app/outbox/storage.ts'
import type { Cause, CommandOutcome } from '#core/commands/command.ts'
import type { HeaderValues } from '#core/kinds/document.ts'
import { fieldsOfUnit } from '#core/kinds/merge-header.ts'
import { type Result, succeed } from '#core/wire/result.ts'
import { outcomeOf } from '#input/engine/outcomes.ts'
import { sendHeader } from './session/edit-header.ts'
import type { DocumentSession } from './session/session.ts'
import { codeOf } from './session/wording.ts'

const STEP = 'edit'

/** Stores the edit; the outcome carries the server's reply as `later`. `seen`: the header before the edit. */
export async function changeHeader(
  { core }: DocumentSession,
  seen: HeaderValues,
  values: HeaderValues,
  cause: Cause,
): Promise<Result<CommandOutcome, AppendFailure>> {
  const { kind, mode } = core.parts
  core.set({ headerRefused: { ...core.get().headerRefused, words: '' } })
  const changed = Object.keys(values).filter((name) => (values[name] ?? '') !== (seen[name] ?? ''))
  if (changed.length === 0 || kind.kind === 'request')
    return succeed(outcomeOf('ok', codeOf(kind.kind, STEP, 'done')))
  const names = new Set(changed.flatMap((name) => fieldsOfUnit(kind.header, name)))
  const pick = (of: HeaderValues): HeaderValues =>
    Object.fromEntries([...names].map((name) => [name, of[name] ?? '']))
  const edit = { seen: pick(seen), values: pick(values) }
  const words = formatEdit({ kind: kind.kind, mode: mode.id, values: edit.values })
  return sendHeader(core, { step: STEP, ...edit, words }, cause)
}
