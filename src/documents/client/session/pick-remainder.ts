// Takes plants that a line's shelf lacks from another shelf (docs/scanning.md, A barcode at two shelves).

import { reasonOf } from '#app/ui/reason.ts'
import type { Cause, CommandOutcome } from '#core/commands/command.ts'
import type { DocumentPort } from '#core/commands/context.ts'
import { refusalOutcome } from '#core/commands/dispatch.ts'
import type { Line } from '#core/kinds/document.ts'
import { quantityOf } from '#core/kinds/engine.ts'
import { readQuantity } from '#core/kinds/quantity.ts'
import { lineFor } from '#core/kinds/stock.ts'
import { linesOfBarcode, shelfOrder } from '#core/kinds/walk.ts'
import { type Entry, type LineProblem, lineKey } from '#core/kinds/worksheet.ts'
import { available, type InventoryRecord } from '#core/wire/inventory.ts'
import { firstRefusal, refuse } from '#core/wire/refusals.ts'
import { outcomeOf } from '#input/engine/outcomes.ts'
import type { LineActor } from './act-on-line.ts'
import { deleteEntry } from './change-lines.ts'
import type { Core } from './core.ts'
import { refuseIfChanged } from './refuse-if-changed.ts'
import { searchBarcode } from './search-barcode.ts'
import type { LineSender } from './send-line.ts'

/** Another shelf that has plants of a line's barcode; `n`: whole plants that no document reserves. */
export interface OtherShelf {
  readonly shelf: string
  readonly n: number
}

export interface RemainderPicker extends Pick<DocumentPort, 'mayPickRemainder' | 'pickRemainder'> {
  /** The number of plants that a line's shelf lacks, after the line was refused or picked short; 0: none. */
  readonly missingPlantsOf: (key: string) => number
  /** The shelf that can supply a line's shortage; null: there is none, undefined: unknown. */
  readonly otherShelf: (key: string) => Promise<OtherShelf | null | undefined>
}

// The whole plants that a line takes from its own shelf, and those that are missing there.
interface Shortage {
  readonly here: number
  readonly missing: number
}

export function createRemainderPicker(
  core: Core,
  sender: LineSender,
  { actOnEntry }: LineActor,
): RemainderPicker {
  const { kind, mode, place, stage } = core.parts
  const { step } = core.stage.lineAction
  const addStep = kind.stages.edit.lineAction.step
  const isPick = kind.lineSteps[step]?.writes === 'picked'
  const isOffered = kind.severalShelves === true && mode.id === 'inventory' && stage !== 'receive'

  const shortageOf = ({ line, typed, isSearching, problem }: Entry): Shortage | undefined => {
    if (isSearching || kind.lineSteps[step]?.from.includes(line.id === null ? null : line.status) !== true) {
      return undefined
    }
    const read = typed === null ? undefined : readQuantity(typed)
    // The field may no longer contain the refused quantity.
    const given = read?.ok ? read.value : problem ? refusedQuantity(problem) : null
    const { here, wanted } = isPick ? ofPick(line, given) : ofOrder(line, given)
    return here === null || wanted <= here ? undefined : { here, missing: wanted - here }
  }

  const find = (barcode: string | undefined): Entry | undefined => {
    const { sheet, current } = core.get()
    if (!sheet) return undefined
    const now = current === null ? undefined : sheet.entries[current]
    if (barcode === undefined || now?.line.barcode === barcode) return now
    const lines = linesOfBarcode(sheet, barcode)
    return lines.find((entry) => shortageOf(entry) !== undefined) ?? lines[0]
  }

  // The first shelf on the walk that has enough, else the shelf with the most plants.
  const search = async (line: Line, missing: number) => {
    const { sheet } = core.get()
    const known = new Set(
      sheet ? linesOfBarcode(sheet, line.barcode).map((entry) => entry.line.storageLocation) : [],
    )
    const stockType = mode.searchStockType(sheet?.document.header ?? {})
    const found = await searchBarcode(core, place, { barcode: line.barcode, stockType })
    if (!found.ok) return found
    const others = found.value
      .filter((record) => !known.has(record.StorageLocation) && available(record) > 0)
      .toSorted((one, other) => shelfOrder(one.StorageLocation, other.StorageLocation))
    const fullest = others.toSorted((one, other) => available(other) - available(one))[0]
    return { ok: true, value: others.find((record) => available(record) >= missing) ?? fullest } as const
  }

  const mayTakeRest: RemainderPicker['mayPickRemainder'] = (barcode) => {
    if (!isOffered) return refuse('notOnThisScreen')
    const may = firstRefusal(core.mayStep(addStep), core.mayStep(step))
    if (may !== true) return may
    const entry = find(barcode)
    if (!entry) return refuse('noLine')
    return shortageOf(entry) ? true : refuse('nothingShort', { barcode: entry.line.barcode })
  }

  // Reduces the line to the quantity at its own shelf.
  const keepHere = async ({ key, line }: Entry, here: number, cause: Cause) => {
    if (here === 0 && (isPick || line.id === null)) return deleteEntry(core, sender, key, cause, line)
    if (isPick) {
      const ordered = await awaitResult(await sender.send(key, addStep, here, cause))
      return ordered?.tone === 'ok' ? sender.send(key, step, here, cause) : ordered
    }
    if (here > 0 && (line.id === null || here !== quantityOf(line))) return actOnEntry(key, here, cause)
    core.apply({ type: 'typed', key, text: null })
    return outcomeOf('ok', 'documents.rest.unchanged', {
      barcode: line.barcode,
      shelf: line.storageLocation,
      n: quantityOf(line),
    })
  }

  const addOther = async (line: Line, n: number, reason: string, cause: Cause) => {
    const key = lineKey(line)
    core.apply({ type: 'added', line, typed: String(n) })
    if (reason !== '') core.apply({ type: 'reasoned', key, reason })
    const sent = isPick ? sender.send(key, addStep, n, cause, reason) : actOnEntry(key, n, cause)
    const outcome = await awaitResult(await sent)
    if (isPick && outcome?.tone !== 'ok' && core.get().sheet?.entries[key]?.line.id === null) {
      core.apply({ type: 'dropped', key })
    }
    return outcome
  }

  const take = async (entry: Entry, { here, missing }: Shortage, record: InventoryRecord, cause: Cause) => {
    const { barcode, id } = entry.line
    const stays = here > 0 || id !== null
    const line: Line = { ...lineFor(record, 0), ...(stays && { secondShelf: true }) }
    const n = Math.min(missing, available(record))
    const keep = () => keepHere(entry, here, cause)
    const add = () => addOther(line, n, entry.reason ?? entry.line.reason, cause)
    // An order saves its first line first; a pick reduces its order only once the second line is saved.
    for (const change of isPick ? [add, keep] : [keep, add]) {
      const outcome = refuseIfChanged(core, entry.line) ?? (await awaitResult(await change()))
      if (outcome?.tone !== 'ok') return outcome
    }
    core.scrollToLine(lineKey(line))
    const facts = { barcode, n, shelf: line.storageLocation, missing: missing - n }
    return missing > n
      ? outcomeOf('warning', 'documents.rest.part', facts)
      : outcomeOf('ok', 'documents.rest.done', facts)
  }

  return {
    mayPickRemainder: mayTakeRest,
    pickRemainder: async (barcode, cause) => {
      const entry = find(barcode)
      if (!entry) return refusalOutcome(refuse('noLine'))
      const shortage = shortageOf(entry)
      if (!shortage) return refusalOutcome(refuse('nothingShort', { barcode: entry.line.barcode }))
      const found = await search(entry.line, shortage.missing)
      if (!found.ok) {
        const facts = { barcode: entry.line.barcode, message: reasonOf(found.error) }
        return outcomeOf('error', 'documents.serverSays', facts)
      }
      return found.value
        ? take(entry, shortage, found.value, cause)
        : refusalOutcome(refuse('noOtherShelf', { barcode: entry.line.barcode, n: shortage.missing }))
    },
    missingPlantsOf: (key) => {
      const entry = core.get().sheet?.entries[key]
      if (!isOffered || !entry) return 0
      const isFound = isPick
        ? entry.typed === null && entry.line.picked !== null
        : entry.problem?.code === 'insufficientQuantity'
      return isFound && mayTakeRest(entry.line.barcode) === true ? (shortageOf(entry)?.missing ?? 0) : 0
    },
    otherShelf: async (key) => {
      const entry = core.get().sheet?.entries[key]
      const shortage = entry && shortageOf(entry)
      if (!entry || !shortage) return undefined
      const found = await search(entry.line, shortage.missing)
      if (!found.ok) return undefined
      return found.value ? { shelf: found.value.StorageLocation, n: available(found.value) } : null
    },
  }
}

// For a pick, the shelf has the picked quantity, or the quantity that the person has typed.
const ofPick = ({ id, picked, ordered }: Line, given: number | null) => ({
  here: id === null ? null : (given ?? picked),
  wanted: ordered,
})

// For an order, the shelf has the quantity that no other document reserves.
const ofOrder = (line: Line, given: number | null) => {
  const wanted = given ?? line.ordered
  const limit = line.available === null ? null : line.available + (line.id === null ? 0 : quantityOf(line))
  return { here: limit === null ? null : Math.min(wanted, limit), wanted }
}

const refusedQuantity = ({ code, facts }: LineProblem) =>
  code === 'insufficientQuantity' && typeof facts?.['quantity'] === 'number' ? facts['quantity'] : null

// Waits for the server's result, if it comes later.
const awaitResult = async (outcome: CommandOutcome | undefined) => (await outcome?.later) ?? outcome
