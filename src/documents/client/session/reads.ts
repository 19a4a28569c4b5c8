// Orders the reads of a document: an older answer never replaces a newer one, nor an own confirmed change.
import type { AppOperation } from '#app/outbox/intent.ts'
import { type Taken, withTaken } from '#app/outbox/packer.ts'
import { type Document, type HeaderValues, isReportedChange } from '#core/kinds/document.ts'
import { kindNamed } from '#core/kinds/index.ts'
import { lineKey, sameLineIn, stepLine } from '#core/kinds/worksheet.ts'

export interface Reads {
  /** A read begins; returns its number. */
  readonly begin: () => number
  /** Is no later read under way? */
  readonly isLatest: (read: number) => boolean
  /** An own change was made without the outbox: the reads that have begun do not count any more. */
  readonly outdate: () => void
  /**
   * The answer of a read, with the own changes that it lacks; undefined if a newer one is shown. `sent`: the
   * ids of operations without an answer, which it may contain.
   */
  readonly accept: (read: number, document: Document, sent: ReadonlySet<string>) => Document | undefined
  /** The read failed; returns false if a newer one is shown. */
  readonly fail: (read: number) => boolean
  /** The shown document, if there is one, after a confirmed operation. */
  readonly confirm: <Shown extends Document | undefined>(
    document: Shown,
    operation: AppOperation,
    taken: Taken | undefined,
  ) => Shown | Document
}

interface Confirmed {
  readonly operation: AppOperation
  readonly taken: Taken | undefined
}

/**
 * Creates the order of a document's reads; `readAgain` is called if a line's state cannot be known without
 * another read.
 */
export function createReads(readAgain: () => void): Reads {
  let begun = 0
  let shown = 0
  const underWay = new Set<number>()
  /** Operations that were confirmed while reads were under way, and the latest of those reads. */
  let confirmed: readonly (Confirmed & { readonly during: number })[] = []
  let sentBefore: ReadonlySet<string> = new Set()

  const end = (read: number) => {
    underWay.delete(read)
    const oldest = Math.min(...underWay)
    confirmed = confirmed.filter(({ during }) => oldest <= during)
  }

  return {
    begin: () => {
      begun += 1
      underWay.add(begun)
      return begun
    },
    isLatest: (read) => read >= Math.max(...underWay),
    outdate: () => {
      begun += 1
      shown = begun
    },
    accept: (read, document, sent) => {
      const missing = confirmed.filter(({ during }) => read <= during)
      end(read)
      if (read < shown) return undefined
      shown = read
      sentBefore = sent
      return withMissing(document, missing, readAgain)
    },
    fail: (read) => {
      end(read)
      return read >= shown
    },
    confirm: (document, operation, taken) => {
      if (underWay.size > 0) confirmed = [...confirmed, { operation, taken, during: begun }]
      if (!document) return document
      return sentBefore.has(operation.id)
        ? withMissing(document, [{ operation, taken }], readAgain)
        : withTaken(document, operation, taken)
    },
  }
}

// A read that began before these were confirmed may lack them, or contain them and later changes of others.
function withMissing(document: Document, operations: readonly Confirmed[], readAgain: () => void): Document {
  const applied = new Set<string>()
  let after = document
  for (const { operation, taken } of operations) {
    const { intent } = operation
    const key = intent.type === 'line' || intent.type === 'delete' ? lineKey(intent.line) : ''
    const isIn = applied.has(key) ? 'no' : contains(after, operation, taken)
    if (isIn === 'no') {
      after = withTaken(after, operation, taken)
      applied.add(key)
    }
    if (isIn === 'unclear') readAgain()
  }
  return after
}

// Neither as the person saw the line nor as the operation leaves it: another person has changed it.
function contains(
  document: Document,
  { intent }: AppOperation,
  taken: Taken | undefined,
): 'yes' | 'no' | 'unclear' {
  if (intent.type === 'create') return 'no'
  if (intent.type === 'adjust') return 'yes'
  if (intent.type === 'header') {
    const has = (values: HeaderValues) =>
      Object.entries(values).every(([name, value]) => value === document.header[name])
    return has(intent.values) ? 'yes' : has(intent.seen) ? 'no' : 'unclear'
  }
  if (intent.type === 'whole') return 'unclear'
  const { line } = intent
  const found = sameLineIn(document.lines, line)
  if (intent.type === 'delete') return !found ? 'yes' : isReportedChange(line, found) ? 'unclear' : 'no'
  if (!found) return line.id === null ? 'no' : 'unclear'
  if (line.id !== null && !isReportedChange(line, found)) return 'no'
  const { step, quantity } = intent
  const done = { step, quantity, id: line.id, ...(taken?.status && { status: taken.status }) }
  const after = stepLine(kindNamed(intent.kind), document, line, done).line
  return isReportedChange(after, found) ? 'unclear' : 'yes'
}
