// Describes what another person changed on a document.
import type { CommandOutcome } from '#core/commands/command.ts'
import { compareDocuments, type Difference, isEmptyDifference } from '#core/kinds/compare.ts'
import type { Document } from '#core/kinds/document.ts'
import { outcomeOf } from '#input/engine/outcomes.ts'
import { reloadAndCompare } from './load-document.ts'
import type { Session } from './session-state.ts'
import { describeDifference, nameOf } from './wording.ts'

/**
 * Reloads the document and describes what another person changed; undefined if nothing differs. With a
 * `barcode`, compares only its lines: the person has not worked on the others.
 */
export async function describeConflict(
  session: Session,
  barcode?: string,
): Promise<CommandOutcome | undefined> {
  const found = await reloadAndCompare(session)
  if (!found) return undefined
  const difference = compareDocuments(found.before, found.after)
  const only = (barcodes: readonly string[]) => barcodes.filter((each) => each === (barcode ?? each))
  const { added, removed, changed } = difference
  return outcomeOfDifference(found.after, {
    ...difference,
    added: only(added),
    removed: only(removed),
    changed: only(changed),
  })
}

/** Describes what another person changed on a document; undefined if nothing visible changed. */
export function outcomeOfDifference(after: Document, difference: Difference): CommandOutcome | undefined {
  if (isEmptyDifference(difference)) return undefined
  const facts = { number: nameOf(after), changes: describeDifference(difference) }
  return outcomeOf('error', 'documents.changedByOthers', facts)
}
