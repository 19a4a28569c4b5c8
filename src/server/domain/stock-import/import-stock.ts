// The import of a stock file: first everything is checked and nothing changed; then it is written, either all
// in one transaction, or the valid rows part by part. Importing the same file again changes nothing.
import { IMPORT_LIMITS, type ImportError, type ImportReport } from '#contract/stock-import.ts'
import type { ReferencesPort } from '../references.ts'
import { applyRows, checkRows, type ImportCounts, type ImportPorts } from './apply-rows.ts'
import { type FileRow, readRow } from './read-row.ts'
import { type ImportReferences, readImportReferences } from './references.ts'
import { createSeenRows } from './seen-rows.ts'

/** A part of a file: rows, or why reading stopped. */
export type FilePart =
  | { readonly ok: true; readonly value: readonly FileRow[] }
  | { readonly ok: false; readonly error: ImportError }

type Transactional = ImportPorts & { readonly references: ReferencesPort }

export interface ImportJob {
  /** Reads the file from the start, part by part; called once for the check and once for writing. */
  readonly parts: () => AsyncIterable<FilePart>
  readonly fileName: string
  readonly by: string
  /** The locations that rows may name; null: all active ones. */
  readonly allowed: ReadonlySet<string> | null
  readonly dryRun: boolean
  /** Leaves out invalid rows instead of refusing the file. */
  readonly skipBadRows: boolean
  /** Runs work in one transaction and rolls back if `keep` is false. A retry may run it more than once. */
  readonly inTransaction: <Value>(
    work: (ports: Transactional) => Promise<{ readonly value: Value; readonly keep: boolean }>,
  ) => Promise<Value>
  readonly tell: (progress: {
    readonly phase: 'check' | 'write'
    readonly rows: number
    readonly refused: number
  }) => void
}

/** Imports the file and returns the report. Changes nothing if the file cannot be read to its end. */
export async function importStock(job: ImportJob): Promise<ImportReport> {
  const references = await job.inTransaction(async (ports) => ({
    value: await readImportReferences(ports.references, job.allowed),
    keep: false,
  }))
  const checked = await runParts(job, references, 'check', (work) =>
    job.inTransaction(async (ports) => ({ value: await work(ports), keep: false })),
  )
  const good = checked.unreadable === undefined && (checked.refused === 0 || job.skipBadRows)
  if (job.dryRun || !good) return reportOf(job, checked, false)

  const written = job.skipBadRows
    ? await runParts(job, references, 'write', (work) =>
        job.inTransaction(async (ports) => ({ value: await work(ports), keep: true })),
      )
    : await job.inTransaction(async (ports) => {
        const value = await runParts(job, references, 'write', (work) => work(ports))
        const keep = value.refused === 0
        if (keep) await ports.imports.note(noteOf(job, value))
        return { value, keep }
      })
  if (job.skipBadRows) {
    await job.inTransaction(async (ports) => ({
      value: await ports.imports.note(noteOf(job, written)),
      keep: true,
    }))
  }
  // Plants may have been reserved between the check and the writing.
  return reportOf(job, written, job.skipBadRows || written.refused === 0)
}

interface Tally extends ImportCounts {
  readonly errors: readonly ImportError[]
  readonly unreadable?: ImportError
}

type RunPart = <Value>(work: (ports: ImportPorts) => Promise<Value>) => Promise<Value>

async function runParts(
  job: ImportJob,
  references: ImportReferences,
  phase: 'check' | 'write',
  run: RunPart,
): Promise<Tally> {
  const seen = createSeenRows()
  let tally: Tally = { rows: 0, opened: 0, adjusted: 0, unchanged: 0, refused: 0, errors: [] }
  for await (const part of job.parts()) {
    if (!part.ok) return { ...tally, unreadable: part.error }
    const { good, errors } = judge(part.value, references, seen)
    const applied = await run((ports) =>
      phase === 'check' ? checkRows(ports, good) : applyRows(ports, job.by, good),
    )
    tally = {
      rows: tally.rows + part.value.length,
      opened: tally.opened + applied.opened,
      adjusted: tally.adjusted + applied.adjusted,
      unchanged: tally.unchanged + applied.unchanged,
      refused: tally.refused + (part.value.length - good.length) + applied.errors.length,
      errors: [...tally.errors, ...errors, ...applied.errors].slice(0, IMPORT_LIMITS.listedErrors),
    }
    job.tell({ phase, rows: tally.rows, refused: tally.refused })
  }
  return tally
}

function judge(
  rows: readonly FileRow[],
  references: ImportReferences,
  seen: ReturnType<typeof createSeenRows>,
) {
  const errors: ImportError[] = []
  const good = rows.flatMap((row) => {
    const read = readRow(row, references)
    if (!read.ok) {
      errors.push(...read.error)
      return []
    }
    const twice = seen.see(read.value)
    if (twice) errors.push(twice)
    return twice ? [] : [read.value]
  })
  return { good, errors }
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
  Rows: tally.rows,
  Opened: tally.opened,
  Adjusted: tally.adjusted,
  Unchanged: tally.unchanged,
  Refused: tally.refused,
  Errors: [...(tally.unreadable ? [tally.unreadable] : []), ...tally.errors.toSorted(byLine)],
})

const byLine = (one: ImportError, other: ImportError) => one.Line - other.Line
