// Runs the effects of Adjust Trim: reads of stock, questions, and the outbox.

import { perform } from '#app/api/client.ts'
import { isTransient } from '#app/api/problem.ts'
import { readSeenStock } from '#app/api/seen-stock.ts'
import { reasonOf } from '#app/ui/reason.ts'
import type { CommandOutcome } from '#core/commands/command.ts'
import { trimAdjustment } from '#core/kinds/adjustment/rules.ts'
import type { StockFilter } from '#core/kinds/kind.ts'
import { readStockPages } from '#core/kinds/read-stock-pages.ts'
import { onHand } from '#core/wire/inventory.ts'
import { LIMITS } from '#core/wire/limits.ts'
import { FIRST_PAGE, type PageStart } from '#core/wire/paging.ts'
import { fail } from '#core/wire/result.ts'
import { outcomeOf } from '#input/engine/outcomes.ts'
import type { Input } from '#input/input-context.ts'
import type { AskReason } from '#input/questions/ask-reason.tsx'
import { type AskPerson, questionOfLabels } from '#input/questions/question.ts'
import type { AskShelf } from '#input/questions/shelf-dialog.tsx'
import {
  type AdjustEffect,
  type AdjustEvent,
  type AdjustState,
  type Correction,
  keyOf,
  nameStock,
  type SearchAnswer,
} from './adjust-state.ts'
import { offerLabels } from './offer-labels.ts'
import type { AdjustContext } from './reduce-adjust.ts'
import { sendCorrection } from './send-correction.ts'
import { findElsewhere } from './stock-elsewhere.ts'
import type { ScanHolds } from './use-scan-holds.ts'

type EffectOf<Type extends AdjustEffect['type']> = Extract<AdjustEffect, { readonly type: Type }>
type Outcome = Promise<CommandOutcome | undefined>

export interface TrimQuestions {
  readonly ask: AskPerson
  readonly askReason: AskReason
  readonly askShelf: AskShelf
}

/** Resolves when the effects of the event have ended, with the outcome that they report. */
export type Dispatch = (event: AdjustEvent) => Promise<CommandOutcome | undefined>

// What the effects need of the page.
interface EffectPorts {
  readonly context: AdjustContext
  /** The locations of the signed-in person. */
  readonly locations: readonly string[]
  readonly questions: TrimQuestions
  readonly input: Input
  readonly scans: ScanHolds
  readonly state: () => AdjustState
  readonly dispatch: Dispatch
}

/** Runs one effect and dispatches its result. */
export async function runAdjustEffect(effect: AdjustEffect, ports: EffectPorts): Outcome {
  const { context, dispatch } = ports
  switch (effect.type) {
    case 'report':
      return effect.outcome
    case 'search':
      return dispatch({ type: 'searched', by: effect, answer: await search(effect, ports) })
    case 'readPage': {
      const answer = await searchStock(effect.page.filter, effect.page.start, context)
      return dispatch({
        type: 'pageRead',
        by: effect,
        answer: answer.ok ? answer : fail(reasonOf(answer.error)),
      })
    }
    case 'readAgain': {
      const ask = (start: PageStart) => searchStock(effect.filter, start, context)
      const pages = await readStockPages(ask, effect.count)
      return pages && dispatch({ type: 'reloaded', by: effect, records: pages.found.records })
    }
    case 'readRow':
      return readRow(effect, ports)
    case 'askShelf':
      return askShelf(effect, ports)
    case 'askReason':
      return askReason(effect.correction, ports)
    case 'store':
      return storeCorrection(effect, ports)
    case 'chooseLine':
      ports.input.engine.chooseLine(effect.barcode)
      return undefined
  }
}

const searchStock = (filter: StockFilter, start: PageStart, { place, mode, grower }: AdjustContext) =>
  perform(
    trimAdjustment.search(place, mode, grower, {
      ...filter,
      page: { ...start, limit: LIMITS.stockPageSize },
    }),
  )

async function search(
  { filter, wanted }: EffectOf<'search'>,
  { context, locations }: EffectPorts,
): Promise<SearchAnswer> {
  const { place, mode, grower } = context
  const result = await searchStock(filter, FIRST_PAGE, context)
  if (result.ok && result.value.records.length > 0) return { found: result.value, asOf: null }
  if (!result.ok) {
    // While the server is unreachable, the last loaded stock of the barcode.
    const isStored = isTransient(result.error) && filter.barcode && mode === 'inventory'
    const seen = isStored ? await readSeenStock(place, filter.barcode) : undefined
    if (seen) return { found: { records: [...seen.records], total: seen.records.length }, asOf: seen.at }
    const { code, facts } = result.error
    if (code !== 'not_found') return { code, facts }
  }
  return wanted ? findElsewhere(wanted.barcode, { place, mode, grower, locations }) : { code: 'notFound' }
}

async function readRow(effect: EffectOf<'readRow'>, { context, dispatch }: EffectPorts): Outcome {
  const { place, mode, grower } = context
  const {
    key,
    record: { BarcodeID: barcode },
  } = effect.row
  const result = await perform(trimAdjustment.search(place, mode, grower, { barcode }))
  const record = result.ok ? result.value.records.find((each) => keyOf(each) === key) : undefined
  return dispatch({ type: 'rowRead', by: effect, record })
}

async function askShelf(
  { wanted, rows }: EffectOf<'askShelf'>,
  { context, dispatch, questions }: EffectPorts,
): Outcome {
  const { barcode, quantity } = wanted
  const shelf = await questions.askShelf({
    barcode,
    ...(quantity !== undefined && { quantity }),
    shelves: rows.map(({ key, record }) => ({
      id: key,
      name: context.nameOfStorage(record.StorageLocation),
      n: onHand(record),
    })),
  })
  return dispatch({ type: 'shelfChosen', wanted, row: rows.find(({ key }) => key === shelf?.id) ?? null })
}

// Holds scans from the reason to the question about labels.
async function askReason(
  correction: Correction,
  { context, dispatch, questions, scans }: EffectPorts,
): Outcome {
  const {
    row: { record },
    quantity,
    extraLabels,
  } = correction
  const releaseScans = extraLabels > 0 ? scans.hold() : undefined
  try {
    const chosen = await questions.askReason({
      code: 'trim.changed',
      facts: { a: onHand(record), b: quantity },
      type: 'INVENTORY',
      about: { barcode: nameStock(record, context.nameOfStorage), n: quantity },
    })
    return await dispatch({ type: 'reasonChosen', correction, reason: chosen?.reason ?? null })
  } finally {
    releaseScans?.()
  }
}

// Stores the correction, and offers its labels after the reply.
async function storeCorrection({ correction, id, intent }: EffectOf<'store'>, ports: EffectPorts): Outcome {
  const { context, dispatch, state, scans, input, questions } = ports
  const {
    row: { key, record },
    quantity,
    extraLabels,
  } = correction
  const sent = await sendCorrection(id, `${intent.place.location} ${key}`, intent)
  if (!sent.ok) return dispatch({ type: 'stored', correction, failure: sent.error })
  void dispatch({ type: 'stored', correction })
  const { BarcodeID: barcode } = record
  const facts = { barcode, stock: nameStock(record, context.nameOfStorage), a: onHand(record), b: quantity }
  const savedHere = outcomeOf('ok', 'trim.adjustedHere', facts)
  const reply = sent.value.word.then(
    async (result) => (await dispatch({ type: 'replied', correction, result })) ?? savedHere,
  )
  const { search: thisSearch } = state()
  return offerLabels(reply, savedHere, {
    extra: extraLabels,
    ask: async () => {
      if ((await questions.ask(questionOfLabels(extraLabels))) === 'yes')
        input.ports.context().shell.go('print', {}, { barcode, count: String(extraLabels) })
    },
    isHere: () => !scans.isUnmounted() && state().current === key && state().search === thisSearch,
  })
}
