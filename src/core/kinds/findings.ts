// Findings: points that block the end of a document or that a person should check first. Each stage declares
// its checks; they run before each step that ends a document successfully.
import type { Document, Line } from './document.ts'
import { quantityOf } from './engine.ts'
import type { StageId } from './verbs.ts'
import { type Entry, lineKey } from './worksheet.ts'

type Facts = Readonly<Record<string, string | number>>

// The findings that a stage can declare for a line.
type LineFinding = 'untouched' | 'zero' | 'short' | 'over' | 'differs'

// All findings. Every kind has the same findings for unfinished work.
type FindingId =
  | 'refused'
  | 'onItsWay'
  | 'heldScan'
  | 'unsaved'
  | 'unsavedLine'
  | 'unsavedReason'
  | 'unsavedField'
  | 'unsavedHeader'
  | LineFinding
  | 'noTemperature'
  | 'unlisted'

/**
 * Resolves a finding without opening its line. `keep`: the person confirms it. `fill`: takes the line's step
 * with the full ordered quantity. `delete`: deletes the line. `discard`: discards the input.
 */
export type Resolution = 'keep' | 'fill' | 'delete' | 'discard'

/** One point to resolve or confirm. */
export interface Finding {
  readonly id: FindingId
  /** The line's key; null if it concerns no line of the document. */
  readonly key: string | null
  /** '' if it concerns no line. */
  readonly barcode: string
  /** Its screen, if not the one that ends the document. */
  readonly elsewhere?: StageId
  /** The document cannot end until it is resolved. */
  readonly stops: boolean
  readonly facts: Facts
  /** Its message, if it has its own. */
  readonly message?: { readonly code: string; readonly facts: Facts }
  readonly settles: readonly Resolution[]
}

// A check that a stage makes on each line.
interface LineCheck {
  readonly id: LineFinding
  /** Left out: the finding is only a warning. */
  readonly stops?: true
  readonly settles: readonly Resolution[]
  readonly matches: (line: Line) => boolean
}

// A check that a stage makes on the header; returns the facts of the finding. Never blocks.
interface HeaderCheck {
  readonly id: 'noTemperature'
  readonly settles: readonly Resolution[]
  readonly find: (header: Document['header']) => Facts | undefined
}

/** The checks before the end of a document; each line has at most the first matching finding. */
export interface Checks {
  readonly lines: readonly LineCheck[]
  readonly header?: HeaderCheck
}

/** An unconfirmed or refused operation; `code` and `facts` are the message about its state. */
export interface PendingOperation {
  readonly barcode: string
  readonly state: 'onItsWay' | 'refused'
  readonly code: string
  readonly facts: Facts
}

/** A document that is about to end, with all unfinished work on it. */
export interface Unfinished {
  readonly document: Document
  /** The screen that ends it. */
  readonly stage: StageId
  /** Unsaved lines and input on any of its screens. */
  readonly unsaved: readonly { readonly entry: Entry; readonly stage: StageId }[]
  /** Unsaved input in this screen's header field; null if none. */
  readonly field: string | null
  /** The header's form has unsaved changes. */
  readonly header: boolean
  readonly pending: readonly PendingOperation[]
  /** Scans on it that are still queued. */
  readonly held: readonly string[]
  /** Lines for stock that is missing from the document. */
  readonly unlisted: readonly Line[]
}

/** All findings in list order; unfinished work of this person comes first. */
export function findingsOf(checks: Checks | undefined, unfinished: Unfinished): readonly Finding[] {
  const { document, stage, unsaved, field, header, pending, held, unlisted } = unfinished
  const barcodeFinding = (id: FindingId, barcode: string, details: Partial<Finding> = {}): Finding => {
    const line = document.lines.find((each) => each.barcode === barcode)
    return newFinding(id, { key: line ? lineKey(line) : null, barcode, facts: { barcode }, ...details })
  }
  const unfinishedWork = [
    ...pending.map(({ barcode, state, code, facts }) =>
      barcodeFinding(state, barcode, { stops: true, message: { code, facts } }),
    ),
    ...held.map((barcode) => barcodeFinding('heldScan', barcode, { stops: true })),
    ...unsaved.map(({ entry, stage: at }) => unsavedFinding(entry, at === stage ? {} : { elsewhere: at })),
  ].filter((each, index, all) => all.findIndex((other) => targetOf(other) === targetOf(each)) === index)
  const reportedKeys = new Set(unfinishedWork.map(targetOf))
  const typed: Partial<Finding> = { stops: true, settles: ['discard'] }
  const headerFacts = field === null ? checks?.header?.find(document.header) : undefined
  return [
    ...unfinishedWork,
    ...(field === null ? [] : [newFinding('unsavedField', { ...typed, facts: { typed: field } })]),
    ...(header ? [newFinding('unsavedHeader', typed)] : []),
    ...document.lines
      .filter((line) => !reportedKeys.has(lineKey(line)))
      .flatMap((line) => {
        const check = checks?.lines.find(({ matches }) => matches(line))
        if (!check) return []
        const { id, matches: _, ...details } = check
        return [
          newFinding(id, { ...details, key: lineKey(line), barcode: line.barcode, facts: factsOf(line) }),
        ]
      }),
    ...(checks?.header && headerFacts
      ? [newFinding(checks.header.id, { settles: checks.header.settles, facts: headerFacts })]
      : []),
    ...unlisted
      .filter(({ barcode }) => !reportedKeys.has(barcode))
      .map(({ barcode }) => barcodeFinding('unlisted', barcode)),
  ]
}

/** Identifies a finding with its facts: a resolved finding stays resolved until its facts change. */
export function signatureOf({ id, key, barcode, facts }: Finding): string {
  return JSON.stringify([id, key, barcode, facts])
}

/** The totals of an ended document: plants by each line's latest step, and number of lines. */
export function totalsOf({ lines }: Document): { readonly plants: number; readonly n: number } {
  return { plants: lines.reduce((sum, line) => sum + quantityOf(line), 0), n: lines.length }
}

const newFinding = (id: FindingId, details: Partial<Finding>): Finding => ({
  id,
  key: null,
  barcode: '',
  stops: false,
  facts: {},
  settles: [],
  ...details,
})

const targetOf = ({ key, barcode }: Finding) => key ?? barcode

const unsavedFinding = ({ key, line, typed, reason }: Entry, place: Pick<Finding, 'elsewhere'>): Finding => {
  const id =
    typed !== null ? 'unsaved' : line.id === null || reason === null ? 'unsavedLine' : 'unsavedReason'
  const facts = { ...factsOf(line), typed: typed ?? '' }
  return newFinding(id, { key, barcode: line.barcode, stops: true, facts, settles: ['discard'], ...place })
}

// `shipped` is the quantity before the latest step, `by` the difference to it.
const factsOf = (line: Line): Facts => {
  const { barcode, ordered, picked, received } = line
  const shipped = picked ?? ordered
  const n = quantityOf(line)
  return { barcode, n, ordered, shipped, by: Math.abs(n - (received === null ? ordered : shipped)) }
}
