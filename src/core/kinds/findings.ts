// Findings: what blocks the end of a document, or should be checked before. Looked for before every step that
// ends one successfully; each stage declares which ones.
import type { Document, Line } from './document.ts'
import { quantityOf } from './engine.ts'
import type { StageId } from './verbs.ts'
import { type Entry, lineKey } from './worksheet.ts'

type Facts = Readonly<Record<string, string | number>>

/** Findings from a line's data. */
export type LineFinding = 'untouched' | 'zero' | 'short' | 'over' | 'differs'

/** All findings. Those of unfinished work are the same for every kind. */
export type FindingId =
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
 * How to settle a finding without going to its line. `keep`: it is intended. `fill`: takes the line's step
 * with the full ordered quantity. `delete`: deletes the line. `discard`: discards the input.
 */
export type Settling = 'keep' | 'fill' | 'delete' | 'discard'

/** One point to check. */
export interface Finding {
  readonly id: FindingId
  /** The line's key; null if it is about no line of the document. */
  readonly key: string | null
  /** '' if it is about no line. */
  readonly barcode: string
  /** Its screen, if not the one that ends the document. */
  readonly elsewhere?: StageId
  /** The document cannot end before it is settled. */
  readonly stops: boolean
  readonly facts: Facts
  /** Its sentence, if it already has one. */
  readonly said?: { readonly code: string; readonly facts: Facts }
  readonly settles: readonly Settling[]
}

/** What a stage looks for in each line. */
export interface LineCheck {
  readonly id: LineFinding
  /** Left out: only a warning. */
  readonly stops?: true
  readonly settles: readonly Settling[]
  readonly finds: (line: Line) => boolean
}

/** What a stage looks for in the header; returns the facts if found. Never blocks. */
export interface HeaderCheck {
  readonly id: 'noTemperature'
  readonly settles: readonly Settling[]
  readonly finds: (header: Document['header']) => Facts | undefined
}

/** What is looked for before the end of a document; for each line the first match only. */
export interface Checks {
  readonly lines: readonly LineCheck[]
  readonly header?: HeaderCheck
}

/**
 * An operation that the server has not confirmed yet or has refused; `code` and `facts` say how it stands.
 */
export interface PendingOperation {
  readonly barcode: string
  readonly state: 'onItsWay' | 'refused'
  readonly code: string
  readonly facts: Facts
}

/** A document at its end, with all unfinished work on it. */
export interface Unfinished {
  readonly document: Document
  /** The screen that ends it. */
  readonly stage: StageId
  /** Typed or added on one of its screens, not saved. */
  readonly unsaved: readonly { readonly entry: Entry; readonly stage: StageId }[]
  /** Input in this screen's header field; null: none. */
  readonly field: string | null
  /** The header's form has unsaved changes. */
  readonly header: boolean
  readonly pending: readonly PendingOperation[]
  /** Scans on it that are still queued. */
  readonly held: readonly string[]
  /** Lines that are missing from it. */
  readonly unlisted: readonly Line[]
}

/** All findings in list order: first those that only this person knows of. */
export function findingsOf(checks: Checks | undefined, unfinished: Unfinished): readonly Finding[] {
  const { document, stage, unsaved, field, header, pending, held, unlisted } = unfinished
  const ofBarcode = (id: FindingId, barcode: string, rest: Partial<Finding> = {}): Finding => {
    const line = document.lines.find((each) => each.barcode === barcode)
    return point(id, { key: line ? lineKey(line) : null, barcode, facts: { barcode }, ...rest })
  }
  const own = [
    ...pending.map(({ barcode, state, code, facts }) =>
      ofBarcode(state, barcode, { stops: true, said: { code, facts } }),
    ),
    ...held.map((barcode) => ofBarcode('heldScan', barcode, { stops: true })),
    ...unsaved.map(({ entry, stage: at }) => unsavedOf(entry, at === stage ? {} : { elsewhere: at })),
  ].filter((each, index, all) => all.findIndex((other) => nameOf(other) === nameOf(each)) === index)
  const known = new Set(own.map(nameOf))
  const typed = { stops: true, settles: ['discard'] } as const
  const ofHeader = field === null ? checks?.header?.finds(document.header) : undefined
  return [
    ...own,
    ...(field === null ? [] : [point('unsavedField', { ...typed, facts: { typed: field } })]),
    ...(header ? [point('unsavedHeader', typed)] : []),
    ...document.lines
      .filter((line) => !known.has(lineKey(line)))
      .flatMap((line) => {
        const check = checks?.lines.find(({ finds }) => finds(line))
        if (!check) return []
        const { id, finds: _, ...weight } = check
        return [point(id, { ...weight, key: lineKey(line), barcode: line.barcode, facts: factsOf(line) })]
      }),
    ...(checks?.header && ofHeader
      ? [point(checks.header.id, { settles: checks.header.settles, facts: ofHeader })]
      : []),
    ...unlisted
      .filter(({ barcode }) => !known.has(barcode))
      .map(({ barcode }) => ofBarcode('unlisted', barcode)),
  ]
}

/** Stays the same while nothing about the finding has changed, so that a settled one stays settled. */
export function signatureOf({ id, key, barcode, facts }: Finding): string {
  return JSON.stringify([id, key, barcode, facts])
}

/** The totals of an ended document: plants by the latest steps, and number of lines. */
export function totalsOf({ lines }: Document): { readonly plants: number; readonly n: number } {
  return { plants: lines.reduce((sum, line) => sum + quantityOf(line), 0), n: lines.length }
}

const point = (id: FindingId, rest: Partial<Finding>): Finding => ({
  id,
  key: null,
  barcode: '',
  stops: false,
  facts: {},
  settles: [],
  ...rest,
})

const nameOf = ({ key, barcode }: Finding) => key ?? barcode

const unsavedOf = ({ key, line, typed, reason }: Entry, where: Pick<Finding, 'elsewhere'>): Finding => {
  const id =
    typed !== null ? 'unsaved' : line.id === null || reason === null ? 'unsavedLine' : 'unsavedReason'
  const facts = { ...factsOf(line), typed: typed ?? '' }
  return point(id, { key, barcode: line.barcode, stops: true, facts, settles: ['discard'], ...where })
}

// `shipped` is the quantity before the latest step, `by` the difference to it.
const factsOf = (line: Line): Facts => {
  const { barcode, ordered, picked, received } = line
  const shipped = picked ?? ordered
  const n = quantityOf(line)
  return { barcode, n, ordered, shipped, by: Math.abs(n - (received === null ? ordered : shipped)) }
}
