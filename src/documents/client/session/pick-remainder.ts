// Takes plants that a line's shelf lacks from another shelf (docs/scanning.md, A barcode at two shelves).

import { reasonOf } from '#app/ui/reason.ts'
import type { Cause, CommandOutcome } from '#core/commands/command.ts'
import { refusalOutcome } from '#core/commands/dispatch.ts'
import type { Line } from '#core/kinds/document.ts'
import { quantityOf } from '#core/kinds/engine.ts'
import { lineFor } from '#core/kinds/stock.ts'
import { linesOfBarcode, shelfOrder } from '#core/kinds/walk.ts'
import { type Entry, lineKey } from '#core/kinds/worksheet.ts'
import { available, type InventoryRecord } from '#core/wire/inventory.ts'
import { firstRefusal, refuse, type Verdict } from '#core/wire/refusals.ts'
import { outcomeOf } from '#input/engine/outcomes.ts'
import { actOnEntry } from './act-on-line.ts'
import { applyEvent } from './apply-event.ts'
import { scrollToLine } from './current-line.ts'
import { deleteEntry } from './delete-line.ts'
import { mayStep } from './may-step.ts'
import { refuseIfChanged } from './refuse-if-changed.ts'
import { searchBarcode } from './search-barcode.ts'
import { sendLineStep } from './send-line.ts'
import type { Session } from './session-state.ts'
import { type Shortage, shortageOf } from './shortage.ts'

/** Another shelf that has plants of a line's barcode; `n`: whole plants that no document reserves. */
export interface OtherShelf {
  readonly shelf: string
  readonly n: number
}

type Outcome = Promise<CommandOutcome | undefined>

export function mayPickRemainder(session: Session, barcode?: string): Verdict {
  if (!isOffered(session)) return refuse('notOnThisScreen')
  const { step } = session.stage.lineAction
  const may = firstRefusal(mayStep(session, orderStepOf(session)), mayStep(session, step))
  if (may !== true) return may
  const entry = findShortLine(session, barcode)
  if (!entry) return refuse('noLine')
  return shortageHere(session, entry) ? true : refuse('nothingShort', { barcode: entry.line.barcode })
}

/** Picks the missing plants of a line from another shelf of its barcode, as a new line. */
export async function pickRemainder(session: Session, barcode: string | undefined, cause: Cause): Outcome {
  const entry = findShortLine(session, barcode)
  if (!entry) return refusalOutcome(refuse('noLine'))
  const { line } = entry
  const shortage = shortageHere(session, entry)
  if (!shortage) return refusalOutcome(refuse('nothingShort', { barcode: line.barcode }))
  const found = await searchOtherShelf(session, line, shortage.missing)
  if (!found.ok) {
    const facts = { barcode: line.barcode, message: reasonOf(found.error) }
    return outcomeOf('error', 'documents.serverSays', facts)
  }
  return found.value
    ? takeRemainder(session, entry, shortage, found.value, cause)
    : refusalOutcome(refuse('noOtherShelf', { barcode: line.barcode, n: shortage.missing }))
}

/** The number of plants that a line's shelf lacks, after the line was refused or picked short; 0: none. */
export function missingPlantsOf(session: Session, key: string): number {
  const entry = session.get().sheet?.entries[key]
  if (!isOffered(session) || !entry) return 0
  const isFound = isPick(session)
    ? entry.typed === null && entry.line.picked !== null
    : entry.problem?.code === 'insufficientQuantity'
  return isFound && mayPickRemainder(session, entry.line.barcode) === true
    ? (shortageHere(session, entry)?.missing ?? 0)
    : 0
}

/** The shelf that can supply a line's shortage; null: there is none, undefined: unknown. */
export async function otherShelf(session: Session, key: string): Promise<OtherShelf | null | undefined> {
  const entry = session.get().sheet?.entries[key]
  const shortage = entry && shortageHere(session, entry)
  if (!entry || !shortage) return undefined
  const found = await searchOtherShelf(session, entry.line, shortage.missing)
  if (!found.ok) return undefined
  return found.value ? { shelf: found.value.StorageLocation, n: available(found.value) } : null
}

const isOffered = ({ parts: { kind, mode, stage } }: Session) =>
  kind.severalShelves === true && mode.id === 'inventory' && stage !== 'receive'

const isPick = ({ parts, stage }: Session) => parts.kind.lineSteps[stage.lineAction.step]?.writes === 'picked'

const orderStepOf = ({ parts }: Session) => parts.kind.stages.edit.lineAction.step

const shortageHere = ({ parts, stage }: Session, entry: Entry) =>
  shortageOf(parts.kind, stage.lineAction.step, entry)

const findShortLine = (session: Session, barcode: string | undefined): Entry | undefined => {
  const { sheet, current } = session.get()
  if (!sheet) return undefined
  const now = current === null ? undefined : sheet.entries[current]
  if (barcode === undefined || now?.line.barcode === barcode) return now
  const lines = linesOfBarcode(sheet, barcode)
  return lines.find((entry) => shortageHere(session, entry) !== undefined) ?? lines[0]
}

// The first shelf on the walk that has enough, else the shelf with the most plants.
const searchOtherShelf = async (session: Session, { barcode }: Line, missing: number) => {
  const { mode, place } = session.parts
  const { sheet } = session.get()
  const known = new Set(
    sheet ? linesOfBarcode(sheet, barcode).map((entry) => entry.line.storageLocation) : [],
  )
  const stockType = mode.searchStockType(sheet?.document.header ?? {})
  const found = await searchBarcode(session, place, { barcode, stockType })
  if (!found.ok) return found
  const others = found.value
    .filter((record) => !known.has(record.StorageLocation) && available(record) > 0)
    .toSorted((one, other) => shelfOrder(one.StorageLocation, other.StorageLocation))
  const fullest = others.toSorted((one, other) => available(other) - available(one))[0]
  return { ok: true, value: others.find((record) => available(record) >= missing) ?? fullest } as const
}

const takeRemainder = async (
  session: Session,
  entry: Entry,
  { here, missing }: Shortage,
  record: InventoryRecord,
  cause: Cause,
): Outcome => {
  const { barcode, id } = entry.line
  const stays = here > 0 || id !== null
  const line: Line = { ...lineFor(record, 0), ...(stays && { secondShelf: true }) }
  const n = Math.min(missing, available(record))
  const keep = () => keepHere(session, entry, here, cause)
  const add = () => addOther(session, line, n, entry.reason ?? entry.line.reason, cause)
  // An order saves its first line first; a pick reduces its order only once the second line is saved.
  for (const change of isPick(session) ? [add, keep] : [keep, add]) {
    const outcome = refuseIfChanged(session, entry.line) ?? (await awaitResult(await change()))
    if (outcome?.tone !== 'ok') return outcome
  }
  scrollToLine(session, lineKey(line))
  const facts = { barcode, n, shelf: line.storageLocation, missing: missing - n }
  return missing > n
    ? outcomeOf('warning', 'documents.rest.part', facts)
    : outcomeOf('ok', 'documents.rest.done', facts)
}

// Reduces the line to the quantity at its own shelf.
const keepHere = async (session: Session, { key, line }: Entry, here: number, cause: Cause): Outcome => {
  const { barcode, id, storageLocation: shelf } = line
  if (here === 0 && (isPick(session) || id === null)) return deleteEntry(session, key, cause, line)
  if (isPick(session)) {
    const ordered = await awaitResult(await sendLineStep(session, key, orderStepOf(session), here, cause))
    return ordered?.tone === 'ok'
      ? sendLineStep(session, key, session.stage.lineAction.step, here, cause)
      : ordered
  }
  if (here > 0 && (id === null || here !== quantityOf(line))) return actOnEntry(session, key, here, cause)
  applyEvent(session, { type: 'typed', key, text: null })
  return outcomeOf('ok', 'documents.rest.unchanged', { barcode, shelf, n: quantityOf(line) })
}

// Adds the line at the other shelf.
const addOther = async (session: Session, line: Line, n: number, reason: string, cause: Cause): Outcome => {
  const key = lineKey(line)
  applyEvent(session, { type: 'added', line, typed: String(n) })
  if (reason !== '') applyEvent(session, { type: 'reasoned', key, reason })
  const sent = isPick(session)
    ? sendLineStep(session, key, orderStepOf(session), n, cause, reason)
    : actOnEntry(session, key, n, cause)
  const outcome = await awaitResult(await sent)
  const isUnsaved = session.get().sheet?.entries[key]?.line.id === null
  if (isPick(session) && outcome?.tone !== 'ok' && isUnsaved) applyEvent(session, { type: 'dropped', key })
  return outcome
}

// Waits for the server's result, if it comes later.
const awaitResult = async (outcome: CommandOutcome | undefined) => (await outcome?.later) ?? outcome
