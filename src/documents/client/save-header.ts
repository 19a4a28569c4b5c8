// Saves the header form: creates a document, or stores an edit.
import { heldOutcome, within } from '#app/outbox/server-reply.ts'
import { isDisconnected } from '#app/state/online.ts'
import { type Cause, type CommandOutcome, changeKey } from '#core/commands/command.ts'
import type { Place } from '#core/kinds/document.ts'
import { outcomeOf } from '#input/engine/outcomes.ts'
import { say } from '#text/say.ts'
import { createDocument } from './create-document.ts'
import { addToHeaderDraft, draftOf, headerDraftName } from './header-draft.ts'
import { codeOf } from './session/wording.ts'
import type { HeaderFormProps, HeaderInput } from './use-header-input.ts'

// Maximum wait for the server's reply to an edit; 0 without a network.
const replyTimeoutMs = 700

// The outcome, or the reason why nothing was saved.
type SavedHeader = CommandOutcome | { readonly reason: string }

/** Saves a new document on this device, then waits a moment for the server's reply with its number. */
export async function createWithHeader(
  { kind, mode, onSaved }: HeaderFormProps,
  place: Place,
  { latest, drafts }: HeaderInput,
  cause: Cause,
): Promise<SavedHeader> {
  const sent = { ...latest() }
  const created = await createDocument(kind, mode, place, sent, changeKey(cause, 'header'))
  if (created.type === 'notSaved' || created.type === 'notSure')
    return { reason: say(`outbox.${created.type}`) }
  if (created.type === 'refused') return { reason: created.reason }
  const { number } = created
  // Later input becomes a change of the new document.
  if (number !== null)
    addToHeaderDraft(kind, headerDraftName(kind, mode, place, number), { seen: sent, values: latest() })
  drafts.write(undefined)
  onSaved(number)
  if (created.type === 'created') {
    return outcomeOf('ok', codeOf(kind.kind, 'create', 'done'), { number: number ?? '' })
  }
  if (created.type === 'held') return heldOutcome(created.number, created.why)
  return outcomeOf('ok', 'documents.createdHere', { number: created.number })
}

/** Saves an edit on this device. The session reopens the form if the server refuses it during the wait. */
export async function saveEdit(
  { document, onChange, onSaved }: HeaderFormProps,
  { latest, drafts, merge }: HeaderInput,
  cause: Cause,
): Promise<SavedHeader> {
  const sent = { ...latest() }
  const stored = await onChange?.(merge.seen, sent, cause)
  if (!stored?.ok) return { reason: say(`outbox.${stored?.error ?? 'notSaved'}`) }
  drafts.write(draftOf(sent, latest(), document))
  const { value: here } = stored
  const reply = here.later && (await within(here.later, isDisconnected() ? 0 : replyTimeoutMs))
  onSaved(document?.number ?? null)
  return reply ?? here
}
