// A document as a person works on it: what the server knows, and beside each line what was typed and not saved yet.
// Pure: (worksheet, event) -> worksheet. A line that an event is not about keeps its identity, so that its row on the
// screen has nothing to draw.

import type { Status } from '#contract/constants.ts'
import { growerIn } from '#contract/grower-key.ts'
import type { Refusal } from '#contract/refusals.ts'
import { type Document, isSameLine, type Line } from './document.ts'
import { afterDocumentStep, afterLineStep, quantitiesAfter, quantityOf, type Rules } from './engine.ts'

/** Why a line is not as the person wanted it. `code` is a sentence of the text catalogue. */
export interface LineProblem {
  readonly code: string
  readonly facts?: Refusal['facts']
  /** It may have reached the server or not: sending the same again, with the same key, is safe and offered. */
  readonly retry?: boolean
}

export interface Entry {
  readonly key: string
  readonly line: Line
  /** What stands in the quantity field; null while it is what the line proposes. */
  readonly typed: string | null
  /** The reason code that was chosen here and is not saved yet; null while it is what the server has. */
  readonly reason: string | null
  readonly sending: boolean
  /** Known by its barcode only; what stands under it is being looked up. */
  readonly looking: boolean
  /** What it shows is saved here; the server has yet to confirm it. */
  readonly onItsWay: boolean
  readonly problem: LineProblem | null
}

export interface Worksheet {
  readonly document: Document
  /** Keys in the order of the list: what the server has, then what was added here. */
  readonly order: readonly string[]
  readonly entries: Readonly<Record<string, Entry>>
}

export type WorksheetEvent =
  /**
   * What the server has now, and over it what is on its way, by the lines' keys. Unsaved lines and typed quantities stay.
   */
  | { readonly type: 'loaded'; readonly document: Document; readonly onItsWay?: ReadonlySet<string> }
  | { readonly type: 'added'; readonly line: Line; readonly typed?: string; readonly looking?: boolean }
  /** What was looked up under the barcode of a line; what was typed into it meanwhile stays. */
  | { readonly type: 'found'; readonly key: string; readonly line: Line }
  | { readonly type: 'typed'; readonly key: string; readonly text: string | null }
  | { readonly type: 'reasoned'; readonly key: string; readonly reason: string | null }
  | { readonly type: 'sending'; readonly key: string }
  | {
      readonly type: 'stepped'
      readonly key: string
      readonly step: string
      readonly quantity: number
      readonly id: string | null
      /** The status that the server has given it, where that is not the step's own. */
      readonly status?: Status
      /** The reason code that went with it. */
      readonly reason?: string
      /** Saved here, and the server has yet to confirm it. */
      readonly onItsWay?: boolean
    }
  /** `typed` stands in the field afterwards; null: what the server has, left out: what stood there. */
  | {
      readonly type: 'failed'
      readonly key: string
      readonly problem: LineProblem
      readonly typed?: string | null
    }
  | { readonly type: 'settled'; readonly key: string }
  /** A new line that was on its way is not saved after all: as it was before. */
  | { readonly type: 'withdrawn'; readonly key: string; readonly line: Line }
  /** Taken off here; the server does not have it, or has it no more. */
  | { readonly type: 'dropped'; readonly key: string }
  | { readonly type: 'advanced'; readonly step: string }

/**
 * What makes a line the same line: its barcode, and for plants kept for a grower the grower's mark too (part 2 section 3,
 * 'Grower storage line key').
 */
export function lineKey(line: Pick<Line, 'barcode' | 'storageLocation'>): string {
  return growerIn(line.storageLocation) === undefined
    ? line.barcode
    : `${line.barcode}${line.storageLocation}`
}

/** Opens a document for work. */
export function openWorksheet(document: Document): Worksheet {
  return withLines({ document, order: [], entries: {} }, document)
}

/** Is there an unsaved edit on the line? A new line is one until the server has it. */
export function isPending(entry: Entry): boolean {
  return entry.line.id === null || entry.typed !== null || entry.reason !== null
}

/** The entries that wait to be saved, in the order of the list. */
export function pendingEntries(sheet: Worksheet): readonly Entry[] {
  return entriesOf(sheet).filter(isPending)
}

/** All entries in the order of the list. */
export function entriesOf(sheet: Worksheet): readonly Entry[] {
  return sheet.order.map((key) => sheet.entries[key]).filter((entry) => entry !== undefined)
}

/** The line under a barcode; the first, where a grower's mark tells several apart. */
export function findEntry(sheet: Worksheet, barcode: string): Entry | undefined {
  const direct = sheet.entries[barcode]
  if (direct) return direct
  const key = sheet.order.find((candidate) => sheet.entries[candidate]?.line.barcode === barcode)
  return key === undefined ? undefined : sheet.entries[key]
}

/**
 * The line that something is about: under a barcode, or the current one without. Of several under one barcode it is the current one
 * or the first, and rather one that has not had its turn.
 */
export function findTargetEntry(
  sheet: Worksheet,
  barcode: string | undefined,
  current: string | null,
  done: (line: Line) => boolean,
): Entry | undefined {
  const now = current === null ? undefined : sheet.entries[current]
  if (barcode === undefined) return now
  const all = entriesOf(sheet).filter((entry) => entry.line.barcode === barcode)
  const inOrder = now?.line.barcode === barcode ? [now, ...all] : all
  return inOrder.find((entry) => !done(entry.line)) ?? inOrder[0]
}

/** One step of work on the sheet. Events about lines that are not there change nothing. */
export function changeWorksheet(rules: Rules, sheet: Worksheet, event: WorksheetEvent): Worksheet {
  switch (event.type) {
    case 'loaded':
      return withLines(sheet, event.document, event.onItsWay)
    case 'advanced':
      return withLines(sheet, afterDocumentStep(rules, event.step, sheet.document))
    case 'added': {
      const { line, typed = null, looking = false } = event
      const key = lineKey(line)
      if (sheet.entries[key]) return sheet
      const entry: Entry = {
        key,
        line,
        typed,
        reason: null,
        sending: false,
        looking,
        onItsWay: false,
        problem: null,
      }
      return { ...sheet, order: [...sheet.order, key], entries: { ...sheet.entries, [key]: entry } }
    }
    case 'found': {
      const entry = sheet.entries[event.key]
      const key = lineKey(event.line)
      // A grower's mark becomes known with the record, and makes the line another one; it may be there already.
      if (!entry?.looking || (key !== event.key && sheet.entries[key])) return sheet
      const { [event.key]: _placeholder, ...others } = sheet.entries
      return {
        ...sheet,
        order: sheet.order.map((each) => (each === event.key ? key : each)),
        entries: { ...others, [key]: { ...entry, key, line: event.line, looking: false } },
      }
    }
    case 'typed':
      return edit(sheet, event.key, (entry) => ({ ...entry, typed: event.text, problem: null }))
    case 'reasoned':
      return edit(sheet, event.key, (entry) => ({
        ...entry,
        reason: event.reason === entry.line.reason ? null : event.reason,
        problem: null,
      }))
    case 'sending':
      return edit(sheet, event.key, (entry) => ({ ...entry, sending: true, problem: null }))
    case 'settled':
      return edit(sheet, event.key, (entry) => ({ ...entry, sending: false }))
    case 'failed':
      return edit(sheet, event.key, (entry) => ({
        ...entry,
        sending: false,
        problem: event.problem,
        typed: event.typed === undefined ? entry.typed : event.typed,
      }))
    case 'withdrawn':
      return edit(sheet, event.key, (entry) => ({ ...entry, line: event.line, onItsWay: false }))
    case 'dropped': {
      const entry = sheet.entries[event.key]
      if (!entry) return sheet
      const { [event.key]: _gone, ...entries } = sheet.entries
      const document = entry.line.id === null ? sheet.document : dropLine(rules, sheet.document, entry.line)
      return { document, order: sheet.order.filter((key) => key !== event.key), entries }
    }
    case 'stepped': {
      const entry = sheet.entries[event.key]
      if (!entry) return sheet
      const { line, document } = stepLine(rules, sheet.document, entry.line, event)
      const { onItsWay = false } = event
      return {
        ...sheet,
        document,
        entries: {
          ...sheet.entries,
          [event.key]: { ...entry, line, typed: null, reason: null, sending: false, onItsWay, problem: null },
        },
      }
    }
  }
}

/** A line step as it is taken; quantities are whole plants. */
export interface TakenStep {
  readonly step: string
  readonly quantity: number
  /** What the server calls the line; null where it has not said so. */
  readonly id: string | null
  /** The status that the server has given it, where that is not the step's own. */
  readonly status?: Status
  readonly reason?: string
}

/** A line once a step has been taken, and its document with it. A line that the document lacks is added to it. */
export function stepLine(
  rules: Rules,
  document: Document,
  before: Line,
  { step, quantity, id, status, reason }: TakenStep,
): { readonly line: Line; readonly document: Document } {
  const reasoned = reason === undefined ? before : { ...before, reason }
  const taken = lineAfter(rules, step, reasoned, quantity, id)
  // By the person who works here: nobody else's any more.
  const line = { ...taken, status: status ?? taken.status, changedBy: '' }
  const after = afterLineStep(rules, step, document, line)
  const key = lineKey(line)
  return {
    line,
    document: { ...after, lines: after.lines.map((each) => (lineKey(each) === key ? line : each)) },
  }
}

/** A document without a line that has gone. */
export function dropLine(rules: Rules, document: Document, line: Line): Document {
  const step = deletingStep(rules)
  return step === undefined ? document : afterLineStep(rules, step, document, line)
}

// The line once a step has been taken with this quantity (whole plants).
const lineAfter = (rules: Rules, step: string, line: Line, quantity: number, id: string | null): Line => {
  const taken = rules.lineSteps[step]
  if (!taken) return line
  const after = {
    ...line,
    id: id ?? line.id ?? '',
    status: taken.to ?? line.status,
    ...quantitiesAfter(taken, quantity),
  }
  return taken.holds ? { ...after, available: availableAfter(line, quantityOf(after)) } : after
}

// What is still available once a line holds so many plants, in place of those that it held.
const availableAfter = (line: Line, held: number): number | null =>
  line.available === null
    ? null
    : Math.max(0, line.available + (line.id === null ? 0 : quantityOf(line)) - held)

const deletingStep = (rules: Rules) =>
  Object.keys(rules.lineSteps).find((name) => rules.lineSteps[name]?.to === null)

const edit = (sheet: Worksheet, key: string, change: (entry: Entry) => Entry): Worksheet => {
  const entry = sheet.entries[key]
  return entry ? { ...sheet, entries: { ...sheet.entries, [key]: change(entry) } } : sheet
}

const none: ReadonlySet<string> = new Set()

// Takes the server's lines over; what was typed or never saved stays.
const withLines = (sheet: Worksheet, document: Document, waiting: ReadonlySet<string> = none): Worksheet => {
  const known = document.lines.map((line): Entry => {
    const key = lineKey(line)
    const before = sheet.entries[key]
    const onItsWay = waiting.has(key)
    if (before?.onItsWay === onItsWay && isSameLine(before.line, line)) return before
    return {
      key,
      line,
      typed: before?.typed ?? null,
      reason: before?.reason ?? null,
      sending: before?.sending ?? false,
      looking: false,
      onItsWay,
      problem: before && isSameLine(before.line, line) ? before.problem : null,
    }
  })
  const keys = new Set(known.map((entry) => entry.key))
  const unsaved = sheet.order
    .map((key) => sheet.entries[key])
    .filter((entry) => entry !== undefined)
    .filter((entry) => entry.line.id === null && !keys.has(entry.key))
  const all = [...known, ...unsaved]
  const now = new Set(all.map((entry) => entry.key))
  // What is in sight stays in its place.
  const order = [...new Set([...sheet.order.filter((key) => now.has(key)), ...now])]
  return {
    document,
    order,
    entries: Object.fromEntries(all.map((entry) => [entry.key, entry])),
  }
}
