// The worksheet: an open document with each line's unsaved input. A pure reducer, (worksheet, event) ->
// worksheet. Unaffected entries keep their identity, so that their rows do not render again.

import type { Status } from '#core/wire/constants.ts'
import { growerIdIn } from '#core/wire/grower-key.ts'
import type { Refusal } from '#core/wire/refusals.ts'
import { type Document, hasEqualRawFields, isSameLine, type Line } from './document.ts'
import {
  afterDocumentStep,
  afterLineStep,
  quantitiesAfter,
  quantityOf,
  type Rules,
  reasonAfter,
} from './engine.ts'

/** The reason why a line was not saved. `code` is a key of the text catalogue. */
export interface LineProblem {
  readonly code: string
  readonly facts?: Refusal['facts']
  /** The request may have reached the server: the screen offers a retry with the same idempotency key. */
  readonly retry?: boolean
}

export interface Entry {
  readonly key: string
  readonly line: Line
  /** The text in the quantity field; null shows the proposed quantity. */
  readonly typed: string | null
  /** An unsaved reason code; null shows the server's. */
  readonly reason: string | null
  /** The stock search is in flight; only the barcode is known. */
  readonly isSearching: boolean
  /** Saved on this device; the server has not confirmed it. */
  readonly isUnconfirmed: boolean
  readonly problem: LineProblem | null
}

export interface Worksheet {
  readonly document: Document
  /** Keys in list order: the server's lines, then lines added here. */
  readonly order: readonly string[]
  readonly entries: Readonly<Record<string, Entry>>
}

export type WorksheetEvent =
  /**
   * The server's data with pending operations applied; `isUnconfirmed` has the keys of their lines. Unsaved
   * lines and input stay.
   */
  | { readonly type: 'loaded'; readonly document: Document; readonly onItsWay?: ReadonlySet<string> }
  | { readonly type: 'added'; readonly line: Line; readonly typed?: string; readonly looking?: boolean }
  /** The search result for a line's barcode. Input stays. */
  | { readonly type: 'found'; readonly key: string; readonly line: Line }
  | { readonly type: 'typed'; readonly key: string; readonly text: string | null }
  | { readonly type: 'reasoned'; readonly key: string; readonly reason: string | null }
  | {
      readonly type: 'stepped'
      readonly key: string
      readonly step: string
      readonly quantity: number
      readonly id: string | null
      /** The status from the server, if not the step's own. */
      readonly status?: Status
      /** The reason code that was sent. */
      readonly reason?: string
      /** Saved on this device; the server has not confirmed it. */
      readonly onItsWay?: boolean
    }
  /** `typed` is the field's new text. null shows the server's value; left out, the text stays. */
  | {
      readonly type: 'failed'
      readonly key: string
      readonly problem: LineProblem
      readonly typed?: string | null
    }
  /** The pending save of a new line was cancelled: the line is unsaved again. */
  | { readonly type: 'withdrawn'; readonly key: string; readonly line: Line }
  /** The line was removed; the server does not have it. */
  | { readonly type: 'dropped'; readonly key: string }
  | { readonly type: 'advanced'; readonly step: string }

/**
 * A line's key: its barcode. In grower storage it includes the grower's key (part 2 section 3, 'Grower
 * storage line key'). On a second shelf it includes the shelf.
 */
export function lineKey({
  barcode,
  storageLocation,
  secondShelf,
}: Pick<Line, 'barcode' | 'storageLocation' | 'secondShelf'>): string {
  if (growerIdIn(storageLocation) !== undefined) return `${barcode}${storageLocation}`
  return secondShelf ? `${barcode}@${storageLocation}` : barcode
}

/** Marks each line whose barcode has an earlier line at another shelf. */
export function withSecondShelves(lines: readonly Line[]): readonly Line[] {
  const first = new Map<string, string>()
  return lines.map((line) => {
    const key = lineKey(line)
    const shelf = first.get(key)
    if (shelf === undefined) first.set(key, line.storageLocation)
    return shelf === undefined || shelf === line.storageLocation ? line : { ...line, secondShelf: true }
  })
}

/** Finds a line in another version of its document: by key, else by id and barcode if it is saved. */
export function findSameLine<Each extends Line>(lines: readonly Each[], line: Line): Each | undefined {
  const key = lineKey(line)
  return (
    lines.find((each) => lineKey(each) === key && !isAtOtherShelf(each, line)) ??
    (line.id ? lines.find(({ id, barcode }) => id === line.id && barcode === line.barcode) : undefined)
  )
}

// Are these two saved lines at different shelves? They can have equal keys: deleting the first line gives
// its key to the second.
const isAtOtherShelf = (one: Line, other: Line) =>
  one.id &&
  other.id &&
  one.id !== other.id &&
  one.storageLocation &&
  other.storageLocation &&
  one.storageLocation !== other.storageLocation

/** Opens a document for work. */
export function openWorksheet(document: Document): Worksheet {
  return withLines({ document, order: [], entries: {} }, document)
}

/** Does the line have unsaved input? A new line counts as input until the server has it. */
export function isPending(entry: Entry): boolean {
  return entry.line.id === null || entry.typed !== null || entry.reason !== null
}

/** The unsaved entries, in list order. */
export function pendingEntries(sheet: Worksheet): readonly Entry[] {
  return entriesOf(sheet).filter(isPending)
}

/** All entries in list order. */
export function entriesOf(sheet: Worksheet): readonly Entry[] {
  const cached = cachedEntries.get(sheet)
  if (cached) return cached
  const entries = sheet.order.map((key) => sheet.entries[key]).filter((entry) => entry !== undefined)
  cachedEntries.set(sheet, entries)
  return entries
}

// Caches the entries, because a worksheet is immutable and each part of a screen reads them.
const cachedEntries = new WeakMap<Worksheet, readonly Entry[]>()

/** The line of a barcode; the first one if several growers have it. */
export function findEntry(sheet: Worksheet, barcode: string): Entry | undefined {
  const direct = sheet.entries[barcode]
  if (direct) return direct
  const key = sheet.order.find((candidate) => sheet.entries[candidate]?.line.barcode === barcode)
  return key === undefined ? undefined : sheet.entries[key]
}

/** Applies an event to the worksheet. An event for a missing line changes nothing. */
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
        isSearching: looking,
        isUnconfirmed: false,
        problem: null,
      }
      return { ...sheet, order: [...sheet.order, key], entries: { ...sheet.entries, [key]: entry } }
    }
    case 'found': {
      const entry = sheet.entries[event.key]
      const key = lineKey(event.line)
      // The found record adds the grower to the key; a line with that key may exist already.
      if (!entry?.isSearching || (key !== event.key && sheet.entries[key])) return sheet
      const { [event.key]: _placeholder, ...others } = sheet.entries
      return {
        ...sheet,
        order: sheet.order.map((each) => (each === event.key ? key : each)),
        entries: { ...others, [key]: { ...entry, key, line: event.line, isSearching: false } },
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
    case 'failed':
      return edit(sheet, event.key, (entry) => ({
        ...entry,
        problem: event.problem,
        typed: event.typed === undefined ? entry.typed : event.typed,
      }))
    case 'withdrawn':
      return edit(sheet, event.key, (entry) => ({ ...entry, line: event.line, isUnconfirmed: false }))
    case 'dropped': {
      const entry = sheet.entries[event.key]
      if (!entry) return sheet
      const { [event.key]: _removed, ...entries } = sheet.entries
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
          [event.key]: { ...entry, line, typed: null, reason: null, isUnconfirmed: onItsWay, problem: null },
        },
      }
    }
  }
}

// A line step that was taken; quantities are whole plants.
interface TakenStep {
  readonly step: string
  readonly quantity: number
  /** The server's id of the line; null if unknown. */
  readonly id: string | null
  /** The status from the server, if not the step's own. */
  readonly status?: Status
  readonly reason?: string
}

/** A line and its document after a step. Adds a missing line to the document. */
export function stepLine(
  rules: Rules,
  document: Document,
  before: Line,
  { step, quantity, id, status, reason }: TakenStep,
): { readonly line: Line; readonly document: Document } {
  const withReason = reason === undefined ? before : { ...before, reason }
  const stepped = lineAfter(rules, step, withReason, quantity, id)
  // This person just changed the line, so the name and time of the last change are unknown.
  const line = { ...stepped, status: status ?? stepped.status, changedBy: '', changedAt: '', doneAt: '' }
  const after = afterLineStep(rules, step, document, line)
  const key = lineKey(line)
  return {
    line,
    document: { ...after, lines: after.lines.map((each) => (lineKey(each) === key ? line : each)) },
  }
}

/** A document without a deleted line. */
export function dropLine(rules: Rules, document: Document, line: Line): Document {
  const step = deletingStep(rules)
  return step === undefined ? document : afterLineStep(rules, step, document, line)
}

// The line after a step with this quantity (whole plants).
const lineAfter = (rules: Rules, step: string, line: Line, quantity: number, id: string | null): Line => {
  const lineStep = rules.lineSteps[step]
  if (!lineStep) return line
  const after = {
    ...line,
    id: id ?? line.id ?? '',
    status: lineStep.to ?? line.status,
    reason: reasonAfter(lineStep, line, quantity, line.reason),
    ...quantitiesAfter(lineStep, quantity),
  }
  return lineStep.reserves ? { ...after, available: availableAfter(line, quantityOf(after)) } : after
}

// The available plants after a line's reservation changes to `reserved`.
const availableAfter = (line: Line, reserved: number): number | null =>
  line.available === null
    ? null
    : Math.max(0, line.available + (line.id === null ? 0 : quantityOf(line)) - reserved)

const deletingStep = (rules: Rules) =>
  Object.keys(rules.lineSteps).find((name) => rules.lineSteps[name]?.to === null)

const edit = (sheet: Worksheet, key: string, change: (entry: Entry) => Entry): Worksheet => {
  const entry = sheet.entries[key]
  return entry ? { ...sheet, entries: { ...sheet.entries, [key]: change(entry) } } : sheet
}

const none: ReadonlySet<string> = new Set()

// Replaces the lines by the server's; unsaved input and lines stay.
const withLines = (sheet: Worksheet, document: Document, pending: ReadonlySet<string> = none): Worksheet => {
  const byId = new Map(Object.values(sheet.entries).map((entry) => [entry.line.id, entry]))
  const savedEntries = document.lines.map((line): Entry => {
    const key = lineKey(line)
    // Finds the entry by id too: deleting the first line of a barcode changes the key of the second.
    const entryById = line.id ? byId.get(line.id) : undefined
    const entryByKey = sheet.entries[key]
    const before =
      entryByKey && !isAtOtherShelf(entryByKey.line, line)
        ? entryByKey
        : entryById?.line.barcode === line.barcode
          ? entryById
          : undefined
    const onItsWay = pending.has(key)
    const isSame = before !== undefined && isSameLine(before.line, line)
    const isUnchanged = isSame && hasEqualRawFields(before.line, line)
    if (isUnchanged && before.key === key && before.isUnconfirmed === onItsWay) return before
    return {
      key,
      line,
      typed: before?.typed ?? null,
      reason: before?.reason ?? null,
      isSearching: false,
      isUnconfirmed: onItsWay,
      problem: isSame ? before.problem : null,
    }
  })
  const keys = new Set(savedEntries.map((entry) => entry.key))
  const unsaved = sheet.order
    .map((key) => sheet.entries[key])
    .filter((entry) => entry !== undefined)
    .filter((entry) => entry.line.id === null && !keys.has(entry.key))
  const all = [...savedEntries, ...unsaved]
  const keysNow = new Set(all.map((entry) => entry.key))
  // Visible rows keep their position.
  const order = [...new Set([...sheet.order.filter((key) => keysNow.has(key)), ...keysNow])]
  return {
    document,
    order,
    entries: Object.fromEntries(all.map((entry) => [entry.key, entry])),
  }
}
