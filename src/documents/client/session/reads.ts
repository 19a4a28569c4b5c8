// Orders the reads of a document: an older response never replaces a newer one, nor an own confirmed change.

import { type AcceptedReply, withAccepted } from '#app/outbox/build-request.ts'
import type { AppOperation } from '#app/outbox/intent.ts'
import { type Document, type HeaderValues, isReportedChange } from '#core/kinds/document.ts'
import { kindNamed } from '#core/kinds/index.ts'
import { findSameLine, lineKey, stepLine } from '#core/kinds/worksheet.ts'

export interface Reads {
  /** Begins a read; returns its number. */
  readonly begin: () => number
  /** Is no later read in flight? */
  readonly isLatest: (read: number) => boolean
  /** An own change bypassed the outbox: responses of reads that began earlier are ignored. */
  readonly ignoreEarlierReads: () => void
  /**
   * Returns the response of a read with the own changes that it lacks; undefined if a newer response is
   * shown. `sent`: ids of operations without a reply, which the response may contain.
   */
  readonly accept: (read: number, document: Document, sent: ReadonlySet<string>) => Document | undefined
  /** Ends a failed read; returns false if a newer response is shown. */
  readonly fail: (read: number) => boolean
  /** Returns the shown document with a confirmed operation applied, if a document is shown. */
  readonly confirm: <Shown extends Document | undefined>(
    document: Shown,
    operation: AppOperation,
    taken: AcceptedReply | undefined,
  ) => Shown | Document
}

interface Confirmed {
  readonly operation: AppOperation
  readonly taken: AcceptedReply | undefined
}

/** Orders a document's reads. Calls `reloadData` if only another read can determine a line's state. */
export function createReads(readAgain: () => void): Reads {
  let lastBegun = 0
  let lastShown = 0
  const inFlight = new Set<number>()
  /** Operations that were confirmed while reads were in flight, and the latest of those reads. */
  let confirmed: readonly (Confirmed & { readonly during: number })[] = []
  let sentBefore: ReadonlySet<string> = new Set()

  const end = (read: number) => {
    inFlight.delete(read)
    const oldest = Math.min(...inFlight)
    confirmed = confirmed.filter(({ during }) => oldest <= during)
  }

  return {
    begin: () => {
      lastBegun += 1
      inFlight.add(lastBegun)
      return lastBegun
    },
    isLatest: (read) => read >= Math.max(...inFlight),
    ignoreEarlierReads: () => {
      lastBegun += 1
      lastShown = lastBegun
    },
    accept: (read, document, sent) => {
      const missing = confirmed.filter(({ during }) => read <= during)
      end(read)
      if (read < lastShown) return undefined
      lastShown = read
      sentBefore = sent
      return withMissing(document, missing, readAgain)
    },
    fail: (read) => {
      end(read)
      return read >= lastShown
    },
    confirm: (document, operation, taken) => {
      if (inFlight.size > 0) confirmed = [...confirmed, { operation, taken, during: lastBegun }]
      if (!document) return document
      return sentBefore.has(operation.id)
        ? withMissing(document, [{ operation, taken }], readAgain)
        : withAccepted(document, operation, taken)
    },
  }
}

// An earlier read may lack the confirmed operations, or contain them and later changes of others.
function withMissing(document: Document, operations: readonly Confirmed[], readAgain: () => void): Document {
  const applied = new Set<string>()
  let after = document
  for (const { operation, taken } of operations) {
    const { intent } = operation
    const key = intent.type === 'line' || intent.type === 'delete' ? lineKey(intent.line) : ''
    const isIn = applied.has(key) ? 'no' : contains(after, operation, taken)
    if (isIn === 'no') {
      after = withAccepted(after, operation, taken)
      applied.add(key)
    }
    if (isIn === 'unclear') readAgain()
  }
  return after
}

// 'unclear': another person changed the line; it shows neither the earlier state nor the operation's.
function contains(
  document: Document,
  { intent }: AppOperation,
  taken: AcceptedReply | undefined,
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
  const found = findSameLine(document.lines, line)
  if (intent.type === 'delete') return !found ? 'yes' : isReportedChange(line, found) ? 'unclear' : 'no'
  if (!found) return line.id === null ? 'no' : 'unclear'
  if (line.id !== null && !isReportedChange(line, found)) return 'no'
  const { step, quantity } = intent
  const done = { step, quantity, id: line.id, ...(taken?.status && { status: taken.status }) }
  const after = stepLine(kindNamed(intent.kind), document, line, done).line
  return isReportedChange(after, found) ? 'unclear' : 'yes'
}
