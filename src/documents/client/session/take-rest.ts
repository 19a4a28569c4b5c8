// Takes what is missing at a line's shelf from another shelf of the barcode, as a line of its own
// (docs/scanning.md, A barcode at two shelves).

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
import { searchBarcode } from './not-in-stock.ts'
import { refuseIfChanged } from './refuse-if-changed.ts'
import type { LineSender } from './send-line.ts'

/** Another shelf with plants of a line's barcode; whole plants that no document reserves. */
export interface OtherShelf {
  readonly shelf: string
  readonly n: number
}

export interface RestTaker extends Pick<DocumentPort, 'mayTakeRest' | 'takeRest'> {
  /** The plants that a line's shelf was found to lack, after it was refused or picked short; 0: none. */
  readonly lackOf: (key: string) => number
  /** The shelf that a line's rest would come from; null: there is none, undefined: it is not known. */
  readonly otherShelf: (key: string) => Promise<OtherShelf | null | undefined>
}

// What a line takes from its own shelf, and what is missing there; whole plants.
interface Lack {
  readonly here: number
  readonly rest: number
}

export function createRestTaker(core: Core, sender: LineSender, { actOnEntry }: LineActor): RestTaker {
  const { kind, mode, place, stage } = core.parts
  const { step } = core.stage.lineAction
  const adds = kind.stages.edit.lineAction.step
  const picks = kind.lineSteps[step]?.writes === 'picked'
  const offered = kind.severalShelves === true && mode.id === 'inventory' && stage !== 'receive'

  const lackIn = ({ line, typed, looking, problem }: Entry): Lack | undefined => {
    if (looking || kind.lineSteps[step]?.from.includes(line.id === null ? null : line.status) !== true) {
      return undefined
    }
    const read = typed === null ? undefined : readQuantity(typed)
    // A refused quantity may have left the field again.
    const given = read?.ok ? read.value : problem ? refusedQuantity(problem) : null
    const { here, wanted } = picks ? ofPick(line, given) : ofOrder(line, given)
    return here === null || wanted <= here ? undefined : { here, rest: wanted - here }
  }

  const find = (barcode: string | undefined): Entry | undefined => {
    const { sheet, current } = core.get()
    if (!sheet) return undefined
    const now = current === null ? undefined : sheet.entries[current]
    if (barcode === undefined || now?.line.barcode === barcode) return now
    const lines = linesOfBarcode(sheet, barcode)
    return lines.find((entry) => lackIn(entry) !== undefined) ?? lines[0]
  }

  // The first shelf on the walk that has enough, else the one with the most.
  const search = async (line: Line, rest: number) => {
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
    const most = others.toSorted((one, other) => available(other) - available(one))[0]
    return { ok: true, value: others.find((record) => available(record) >= rest) ?? most } as const
  }

  const mayTakeRest: RestTaker['mayTakeRest'] = (barcode) => {
    if (!offered) return refuse('notOnThisScreen')
    const may = firstRefusal(core.mayStep(adds), core.mayStep(step))
    if (may !== true) return may
    const entry = find(barcode)
    if (!entry) return refuse('noLine')
    return lackIn(entry) ? true : refuse('nothingShort', { barcode: entry.line.barcode })
  }

  // The line at its own shelf, with the quantity that is there.
  const keepHere = async ({ key, line }: Entry, here: number, cause: Cause) => {
    if (here === 0 && (picks || line.id === null)) return deleteEntry(core, sender, key, cause, line)
    if (picks) {
      const ordered = await said(await sender.send(key, adds, here, cause))
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
    const sent = picks ? sender.send(key, adds, n, cause, reason) : actOnEntry(key, n, cause)
    const outcome = await said(await sent)
    if (picks && outcome?.tone !== 'ok' && core.get().sheet?.entries[key]?.line.id === null) {
      core.apply({ type: 'dropped', key })
    }
    return outcome
  }

  const take = async (entry: Entry, { here, rest }: Lack, record: InventoryRecord, cause: Cause) => {
    const { barcode, id } = entry.line
    const stays = here > 0 || id !== null
    const line: Line = { ...lineFor(record, 0), ...(stays && { secondShelf: true }) }
    const n = Math.min(rest, available(record))
    const keep = () => keepHere(entry, here, cause)
    const add = () => addOther(line, n, entry.reason ?? entry.line.reason, cause)
    // A barcode has its first line before a second one; a pick gives up its order only for the other line.
    for (const change of picks ? [add, keep] : [keep, add]) {
      const outcome = refuseIfChanged(core, entry.line) ?? (await said(await change()))
      if (outcome?.tone !== 'ok') return outcome
    }
    core.show(lineKey(line))
    const facts = { barcode, n, shelf: line.storageLocation, missing: rest - n }
    return rest > n
      ? outcomeOf('warning', 'documents.rest.part', facts)
      : outcomeOf('ok', 'documents.rest.done', facts)
  }

  return {
    mayTakeRest,
    takeRest: async (barcode, cause) => {
      const entry = find(barcode)
      if (!entry) return refusalOutcome(refuse('noLine'))
      const lack = lackIn(entry)
      if (!lack) return refusalOutcome(refuse('nothingShort', { barcode: entry.line.barcode }))
      const found = await search(entry.line, lack.rest)
      if (!found.ok) {
        const facts = { barcode: entry.line.barcode, message: reasonOf(found.error) }
        return outcomeOf('error', 'documents.serverSays', facts)
      }
      return found.value
        ? take(entry, lack, found.value, cause)
        : refusalOutcome(refuse('noOtherShelf', { barcode: entry.line.barcode, n: lack.rest }))
    },
    lackOf: (key) => {
      const entry = core.get().sheet?.entries[key]
      if (!offered || !entry) return 0
      const isFound = picks
        ? entry.typed === null && entry.line.picked !== null
        : entry.problem?.code === 'insufficientQuantity'
      return isFound && mayTakeRest(entry.line.barcode) === true ? (lackIn(entry)?.rest ?? 0) : 0
    },
    otherShelf: async (key) => {
      const entry = core.get().sheet?.entries[key]
      const lack = entry && lackIn(entry)
      if (!entry || !lack) return undefined
      const found = await search(entry.line, lack.rest)
      if (!found.ok) return undefined
      return found.value ? { shelf: found.value.StorageLocation, n: available(found.value) } : null
    },
  }
}

// Of what was ordered, the shelf has what was picked, or what the person has typed.
const ofPick = ({ id, picked, ordered }: Line, given: number | null) => ({
  here: id === null ? null : (given ?? picked),
  wanted: ordered,
})

// Of the quantity that the line is to have, its shelf has what no other document reserves.
const ofOrder = (line: Line, given: number | null) => {
  const wanted = given ?? line.ordered
  const most = line.available === null ? null : line.available + (line.id === null ? 0 : quantityOf(line))
  return { here: most === null ? null : Math.min(wanted, most), wanted }
}

const refusedQuantity = ({ code, facts }: LineProblem) =>
  code === 'insufficientQuantity' && typeof facts?.['quantity'] === 'number' ? facts['quantity'] : null

// The server's word, also if it comes later.
const said = async (outcome: CommandOutcome | undefined) => (await outcome?.later) ?? outcome
