// Imports a stock file. Reads it once, stages and checks its rows in parts, without changing stock.
// Then writes all rows or only the valid ones, in slices. A repeated import of the file changes nothing.
import {
  IMPORT_LIMITS,
  type ImportError,
  type ImportReport,
} from '#features/stock-files/common/stock-import.ts'
import type { ReferencesPort } from '#server/domain/references.ts'
import { checkConflicts, errorsOf } from './check-conflicts.ts'
import type { ImportCounts, StockImportPort } from './past-imports.ts'
import { type FileRow, readRow } from './read-row.ts'
import { type ImportReferences, readImportReferences } from './references.ts'
import type { StagedRowsPort, WritePosition, Written } from './staged-rows.ts'

/** A part of a file: rows, or the error that stopped reading. */
export type FilePart =
  | { readonly ok: true; readonly value: readonly FileRow[] }
  | { readonly ok: false; readonly error: ImportError }

/** Runs work on the staged rows. */
export type Step = <Value>(work: (ports: StepPorts) => Promise<Value>) => Promise<Value>

interface StepPorts {
  readonly references: ReferencesPort
  readonly imports: StockImportPort
  readonly rows: StagedRowsPort
}

/** The staged rows of one file. */
export interface Staging {
  /** Runs one step. On the embedded database other requests run between steps. */
  readonly step: Step
  /** Runs steps atomically: all are rolled back if `keep` is false. */
  readonly atomically: <Value>(
    work: (step: Step) => Promise<{ readonly value: Value; readonly keep: boolean }>,
  ) => Promise<Value>
  /** Waits briefly for another import. */
  readonly pause: () => Promise<void>
}

export interface ImportJob {
  /** Reads the file from the start, part by part. */
  readonly parts: () => AsyncIterable<FilePart>
  readonly fileName: string
  readonly by: string
  /** The locations that rows may name; null for all active ones. */
  readonly allowed: ReadonlySet<string> | null
  readonly dryRun: boolean
  /** Skips invalid rows instead of refusing the file. */
  readonly skipBadRows: boolean
  /** Stages rows during `work`. A retry may run `work` more than once. */
  readonly staged: <Value>(work: (staging: Staging) => Promise<Value>) => Promise<Value>
  /** Whether the user stopped the import. Called between parts. */
  readonly isStopped?: () => boolean
  readonly onProgress: (progress: {
    readonly phase: 'check' | 'write'
    readonly rows: number
    readonly refused: number
  }) => void
}

/**
 * Imports the file and returns the report. An unreadable file changes nothing.
 * If stopped during writing, it rolls back; with skipped rows, finished slices stay.
 */
export function importStock(job: ImportJob): Promise<ImportReport> {
  return job.staged(async (staging) => {
    const references = await staging.step((ports) => readImportReferences(ports.references, job.allowed))
    const checked = await check(job, staging.step, references)
    const good =
      checked.unreadable === undefined && !checked.stopped && (checked.refused === 0 || job.skipBadRows)
    if (job.dryRun || !good) return reportOf(job, checked, false)
    if (!(await waitForTurn(job, staging))) return reportOf(job, { ...checked, stopped: true }, false)

    const written = job.skipBadRows
      ? await write(job, staging.step, checked)
      : await staging.atomically(async (step) => {
          const value = await write(job, step, checked)
          const keep = value.refused === 0 && !value.stopped
          if (keep) await step(({ imports }) => imports.note(noteOf(job, value)))
          return { value, keep }
        })
    if (job.skipBadRows) await staging.step(({ imports }) => imports.note(noteOf(job, written)))
    // Plants may have been reserved between the check and the write.
    return reportOf(job, written, job.skipBadRows || (written.refused === 0 && !written.stopped))
  })
}

interface Tally extends ImportCounts {
  readonly errors: readonly ImportError[]
  readonly unreadable?: ImportError
  readonly stopped?: true
}

async function check(job: ImportJob, step: Step, references: ImportReferences): Promise<Tally> {
  let tally: Tally = { rows: 0, opened: 0, adjusted: 0, unchanged: 0, refused: 0, errors: [] }
  for await (const part of withReadAhead(job.parts())) {
    if (!part.ok) return { ...tally, unreadable: part.error }
    if (job.isStopped?.()) return { ...tally, stopped: true }
    const read = part.value.map((row) => readRow(row, references))
    const good = read.flatMap((row) => (row.ok ? [row.value] : []))
    const judged = await step(async ({ rows }) => {
      const found = checkConflicts(await rows.add(good))
      await rows.leaveOut(found)
      return found
    })
    tally = {
      rows: tally.rows + read.length,
      opened: tally.opened + judged.opened,
      adjusted: tally.adjusted + judged.adjusted,
      unchanged: tally.unchanged + judged.unchanged,
      refused: tally.refused + (read.length - good.length) + judged.errors.length,
      errors: firstErrors(tally.errors, [
        ...read.flatMap((row) => (row.ok ? [] : row.error)),
        ...judged.errors,
      ]),
    }
    job.onProgress({ phase: 'check', rows: tally.rows, refused: tally.refused })
  }
  return tally
}

// Waits for other imports to finish. Returns false if stopped.
async function waitForTurn(job: ImportJob, { step, pause }: Staging): Promise<boolean> {
  while (!(await step(({ rows }) => rows.begin()))) {
    if (job.isStopped?.()) return false
    await pause()
  }
  return true
}

// `rows` and `refused` start with the rows that the check refused.
async function write(job: ImportJob, step: Step, checked: Tally): Promise<Tally> {
  const { refused, errors } = checked
  let tally: Tally = { rows: refused, opened: 0, adjusted: 0, unchanged: 0, refused, errors }
  let after: WritePosition | null = null
  do {
    if (job.isStopped?.()) return { ...tally, stopped: true }
    const from: WritePosition | null = after
    const slice: Written = await step(({ rows }) => rows.write(job.by, from))
    const lateErrors = errorsOf(slice.doubts)
    tally = {
      rows: tally.rows + slice.rows,
      opened: tally.opened + slice.opened,
      adjusted: tally.adjusted + slice.adjusted,
      unchanged: tally.unchanged + slice.unchanged,
      refused: tally.refused + lateErrors.length,
      errors: firstErrors(tally.errors, lateErrors),
    }
    if (slice.rows > 0) job.onProgress({ phase: 'write', rows: tally.rows, refused: tally.refused })
    after = slice.next
  } while (after !== null)
  return tally
}

// The first errors by line. `sorted` is in line order; `more` may not be.
function firstErrors(sorted: readonly ImportError[], more: readonly ImportError[]): readonly ImportError[] {
  if (more.length === 0) return sorted
  return [...sorted, ...more]
    .toSorted((one, other) => one.Line - other.Line)
    .slice(0, IMPORT_LIMITS.listedErrors)
}

const noteOf = ({ by, fileName }: ImportJob, { rows, opened, adjusted, unchanged, refused }: Tally) => ({
  by,
  fileName,
  rows,
  opened,
  adjusted,
  unchanged,
  refused,
})

const reportOf = ({ dryRun }: ImportJob, tally: Tally, applied: boolean): ImportReport => ({
  DryRun: dryRun,
  Applied: applied,
  Stopped: tally.stopped === true,
  Rows: tally.rows,
  Opened: tally.opened,
  Adjusted: tally.adjusted,
  Unchanged: tally.unchanged,
  Refused: tally.refused,
  Errors: [...(tally.unreadable ? [tally.unreadable] : []), ...tally.errors],
})

// Yields the same items, and reads the next item while the current one is processed.
async function* withReadAhead<Item>(items: AsyncIterable<Item>): AsyncGenerator<Item> {
  const iterator = items[Symbol.asyncIterator]()
  try {
    for (let next = iterator.next(); ; ) {
      const { done, value } = await next
      if (done === true) return
      next = iterator.next()
      // The consumer gets the rejection when it awaits the item.
      next.catch(() => undefined)
      yield value
    }
  } finally {
    await iterator.return?.()
  }
}
