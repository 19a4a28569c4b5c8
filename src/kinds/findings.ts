// What stands in the way of a document's end, or is worth a look before it. Asked before every step that ends one well; which of them a
// kind has is declared in its stage.
import type { Document, Line } from './document.ts'
import { quantityOf } from './engine.ts'
import type { StageId } from './verbs.ts'
import { type Entry, lineKey } from './worksheet.ts'

type Facts = Readonly<Record<string, string | number>>

/** What can be found of a line by what it says. */
export type LineFinding = 'untouched' | 'zero' | 'short' | 'over' | 'differs'

/** All that can be found. Those of a person's own unfinished work are the same for every kind. */
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
 * How it can be settled without going to its line. `keep`: it is meant so. `fill`: the line's step is taken with all that was
 * ordered. `delete`: the line goes. `discard`: what was typed goes.
 */
export type Settling = 'keep' | 'fill' | 'delete' | 'discard'

/** One point to look at. */
export interface Finding {
  readonly id: FindingId
  /** The line's; null where it is about none that is on the document. */
  readonly key: string | null
  /** '' where it is about no line. */
  readonly barcode: string
  /** The screen that it is about, where that is not the one that ends the document. */
  readonly elsewhere?: StageId
  /** The document cannot end before it is settled. */
  readonly stops: boolean
  readonly facts: Facts
  /** Its sentence, where that was said before it was found. */
  readonly said?: { readonly code: string; readonly facts: Facts }
  readonly settles: readonly Settling[]
}

/** What a stage looks for in each line. */
export interface LineCheck {
  readonly id: LineFinding
  /** Left out: it only wants a look. */
  readonly stops?: true
  readonly settles: readonly Settling[]
  readonly finds: (line: Line) => boolean
}

/** What a stage looks for in the header: its facts where it is found. It stops nothing. */
export interface HeaderCheck {
  readonly id: 'noTemperature'
  readonly settles: readonly Settling[]
  readonly finds: (header: Document['header']) => Facts | undefined
}

/** What is looked for before the end of a document; of a line the first that is found. */
export interface Checks {
  readonly lines: readonly LineCheck[]
  readonly header?: HeaderCheck
}

/** An operation that the server has yet to confirm, or has refused; `code` and `facts` say what became of it. */
export interface PendingOperation {
  readonly barcode: string
  readonly state: 'onItsWay' | 'refused'
  readonly code: string
  readonly facts: Facts
}

/** A document at its end, and all that is unfinished about it. */
export interface Unfinished {
  readonly document: Document
  /** The screen that ends it. */
  readonly stage: StageId
  /** Typed or added on one of its screens, and not saved. */
  readonly unsaved: readonly { readonly entry: Entry; readonly stage: StageId }[]
  /** What was typed into the header field of this screen; null: nothing. */
  readonly field: string | null
  /** The header's form has been changed and not saved. */
  readonly header: boolean
  readonly pending: readonly PendingOperation[]
  /** Scans that were made on it and have not had their turn. */
  readonly held: readonly string[]
  /** Lines that it lacks for its end. */
  readonly unlisted: readonly Line[]
}

/** What is to be looked at before the document ends, in the order of its list: first what nobody but this person knows of. */
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

/** Says the same of the same point as long as nothing about it has changed: a point that was settled stays settled. */
export function signatureOf({ id, key, barcode, facts }: Finding): string {
  return JSON.stringify([id, key, barcode, facts])
}

/** What a document that has ended comes to: its plants, by what its lines' latest steps have written, and its lines. */
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

// `shipped` is what was before the latest step, `by` how much that differs.
const factsOf = (line: Line): Facts => {
  const { barcode, ordered, picked, received } = line
  const shipped = picked ?? ordered
  const n = quantityOf(line)
  return { barcode, n, ordered, shipped, by: Math.abs(n - (received === null ? ordered : shipped)) }
}
