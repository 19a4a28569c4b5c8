// Defines the stored work of a print job, and its division into parts: one part per message to the agent.
import * as v from 'valibot'
import { REPORTS } from '#core/wire/constants.ts'
import { LIMITS } from '#core/wire/limits.ts'
import { say } from '#text/say.ts'

const items = v.array(v.object({ barcode: v.string(), labels: v.number() }))

export const printWork = v.variant('kind', [
  v.object({
    kind: v.literal('report'),
    report: v.picklist(REPORTS),
    number: v.string(),
    location: v.string(),
    copies: v.number(),
  }),
  v.object({
    kind: v.literal('trace'),
    barcode: v.string(),
    location: v.string(),
    copies: v.number(),
  }),
  v.object({ kind: v.literal('commandSheet'), location: v.string(), copies: v.number() }),
  v.object({ kind: v.literal('test'), server: v.string() }),
  v.object({
    kind: v.literal('labels'),
    /** Barcodes with their label counts; copies are included in the counts. */
    items,
    of: v.string(),
    template: v.string(),
    /** Labels per part. */
    perPart: v.number(),
    location: v.string(),
    season: v.string(),
  }),
])
/** The work of a print job. */
export type PrintWork = v.InferOutput<typeof printWork>
type LabelItems = v.InferOutput<typeof items>

/** Returns the number of items (labels, or copies of a report) in each part, in order. */
export function countsOf(work: PrintWork): readonly number[] {
  switch (work.kind) {
    case 'labels': {
      const total = totalOf(work)
      return Array.from({ length: Math.ceil(total / work.perPart) }, (_, part) =>
        Math.min(work.perPart, total - part * work.perPart),
      )
    }
    case 'test':
      return [1]
    default:
      return [work.copies]
  }
}

/** Returns the total number of items. */
export function totalOf(work: PrintWork): number {
  switch (work.kind) {
    case 'labels':
      return work.items.reduce((sum, { labels }) => sum + labels, 0)
    case 'test':
      return 1
    default:
      return work.copies
  }
}

/** Returns the number of items before a part. */
export function itemsBefore(work: PrintWork, part: number): number {
  return countsOf(work)
    .slice(0, part)
    .reduce((sum, n) => sum + n, 0)
}

/** Returns the labels from index `from` up to `to`, exclusive. */
export function sliceItems(all: LabelItems, from: number, to: number): LabelItems {
  let at = 0
  return all.flatMap(({ barcode, labels }) => {
    const first = Math.max(from, at)
    const last = Math.min(to, at + labels)
    at += labels
    return last > first ? [{ barcode, labels: last - first }] : []
  })
}

/** Returns the display name: '60 labels of B123456789'. */
export function nameOf(work: PrintWork): string {
  switch (work.kind) {
    case 'report':
      return say('print.report', { report: work.report, number: work.number })
    case 'trace':
      return say('trace.of', { code: work.barcode })
    case 'commandSheet':
      return say('print.sheet')
    case 'test':
      return say('print.testPage')
    case 'labels':
      return say('print.labels', { n: totalOf(work), barcode: labelSource(work.of, work.items) })
  }
}

/**
 * Names the parts from `from` up to `to`, exclusive: 'labels 11 to 20 of B123456789', or '3 copies of
 * Returns 30000001'.
 */
export function namePart(work: PrintWork, from: number, to: number): string {
  if (work.kind !== 'labels') {
    const n = totalOf(work)
    return n > 1 ? say('print.copiesOf', { n, report: nameOf(work) }) : nameOf(work)
  }
  const first = itemsBefore(work, from)
  const end = itemsBefore(work, to)
  const some = sliceItems(work.items, first, end)
  const barcode = labelSource(work.of, work.items, some)
  return end - first === 1
    ? say('print.oneLabel', { n: end, barcode })
    : say('print.labelsFromTo', { from: first + 1, to: end, barcode })
}

// Returns the barcode, or the document with the barcodes of this part.
const labelSource = (of: string, all: LabelItems, some: LabelItems = []): string => {
  const [only] = all
  if (only && all.length === 1) return only.barcode
  const source = of === '' ? say('print.barcodes', { n: all.length }) : of
  const first = some[0]?.barcode
  const last = some.at(-1)?.barcode
  if (first === undefined || last === undefined) return source
  return first === last
    ? say('print.ofBarcode', { of: source, barcode: first })
    : say('print.ofBarcodes', { of: source, first, last })
}

/** Splits the remaining labels into batches that fit in one PDF, in order. Other work has none. */
export function batchesFrom(work: PrintWork, part: number): readonly LabelItems[] {
  if (work.kind !== 'labels') return []
  const total = totalOf(work)
  const first = itemsBefore(work, part)
  const batchCount = Math.ceil((total - first) / LIMITS.labels)
  return Array.from({ length: batchCount }, (_, batch) => {
    const from = first + batch * LIMITS.labels
    return sliceItems(work.items, from, Math.min(total, from + LIMITS.labels))
  })
}
