// /Maintenance/Import/: imports stock. A file is first checked, then imported completely or without its
// invalid rows. Errors are listed with line, column and sentence.
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import * as v from 'valibot'
import { callFile } from '#app/api/files.ts'
import type { ApiProblem } from '#app/api/problem.ts'
import { makeApiProblem } from '#app/api/problem.ts'
import { queryClient } from '#app/api/query-client.ts'
import { downloadFile, readLines } from '#app/api/read-answer.ts'
import { performOrThrow } from '#app/api/use-ask.ts'
import { reportResult } from '#app/state/results.ts'
import { useSession } from '#app/state/session.ts'
import { Button } from '#app/ui/button.tsx'
import { Checkbox } from '#app/ui/checkbox.tsx'
import { FileField } from '#app/ui/file-field.tsx'
import { Progress } from '#app/ui/progress.tsx'
import { reasonOf } from '#app/ui/reason.ts'
import { EmptyState, ErrorState } from '#app/ui/states.tsx'
import type { RunOutcome } from '#core/commands/command.ts'
import { refuse, type Verdict } from '#core/wire/refusals.ts'
import { fail, type Result, succeed } from '#core/wire/result.ts'
import { fileCalls, prepareImportCall } from '#features/stock-files/common/file-calls.ts'
import {
  IMPORT_COLUMNS,
  ImportProgress,
  type ImportReport,
  REQUIRED_COLUMNS,
} from '#features/stock-files/common/stock-import.ts'
import { failureOf, outcomeOf } from '#input/engine/outcomes.ts'
import { useCommandPorts } from '#input/engine/use-command-ports.ts'
import { useScanTarget } from '#input/engine/use-scan-target.tsx'
import { CommandButton } from '#input/palette/command-button.tsx'
import { sayMoment } from '#text/dates.ts'
import { sayCount } from '#text/numbers.ts'
import { say, sayCode } from '#text/say.ts'
import './import.css'

interface Running {
  readonly phase: 'send' | 'check' | 'write'
  readonly rows: number
  /** Number of rows, known after the check. */
  readonly of: number | null
  /** The id by which the server stops this import. */
  readonly id: string
  readonly stopping?: true
}

// Interval at which a stop is requested again, because only one of several servers runs the import.
const STOP_RETRY_MS = 1000

export function ImportScreen() {
  const { admin } = useSession()
  return admin ? <StockImport /> : <EmptyState heading icon="lock" title={say('notAdmin')} />
}

const StockImport = () => {
  const [file, setFile] = useState<File | null>(null)
  const [skip, setSkip] = useState(false)
  const [running, setRunning] = useState<Running | null>(null)
  const [report, setReport] = useState<ImportReport | null>(null)
  const [problem, setProblem] = useState<ApiProblem | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const latest = useRef('')

  const send = async (dryRun: boolean): Promise<RunOutcome> => {
    if (!file) return undefined
    setProblem(null)
    setReport(null)
    const id = crypto.randomUUID()
    const showProgress = (change: Partial<Running>) =>
      setRunning((now) => ({ phase: 'send', rows: 0, of: null, ...now, ...change, id }))
    showProgress({})
    latest.current = id
    const result = await sendFile(file, { dryRun, skip, id }, showProgress)
    latest.current = ''
    setRunning(null)
    if (!result.ok) {
      setProblem(result.error)
      return failureOf('import.failed', reasonOf(result.error))
    }
    const { value } = result
    setReport(value)
    if (value.Applied) {
      await queryClient.invalidateQueries({ queryKey: pastKey })
      await queryClient.invalidateQueries({ queryKey: ['stock'] })
    }
    return outcomeOf(toneOf(value, skip), summaryCode(value), factsOf(value))
  }

  const stop = async (): Promise<RunOutcome> => {
    const id = latest.current
    setRunning((now) => now && { ...now, stopping: true })
    // The import itself reports how it ended.
    while (latest.current === id && !(await requestStop(id))) {
      await new Promise((resolve) => setTimeout(resolve, STOP_RETRY_MS))
    }
    return undefined
  }

  const checked =
    !report?.Stopped && report?.DryRun === true && (report.Refused === 0 || skip) && !hasFileError(report)
  const mayCheck = (): Verdict => (running ? refuse('busy') : file ? true : refuse('fileMissing'))
  const mayImport = (): Verdict => {
    const may = mayCheck()
    return may !== true ? may : checked ? true : refuse('fileUnchecked')
  }
  useCommandPorts({
    import: {
      choose: () => {
        input.current?.click()
        input.current?.focus()
        return undefined
      },
      mayCheck,
      check: () => send(true),
      mayImport,
      import: () => send(false),
      mayStop: () => (running ? true : refuse('noImport')),
      stop,
    },
  })
  useScanTarget({ level: 'screen', id: 'import', accepts: () => undefined })

  return (
    <section className="maintenance layout-stack" aria-labelledby="import-title">
      <h1 id="import-title">{say('import.title')}</h1>
      <p>{say('import.help')}</p>
      <div className="card layout-stack">
        <FileField
          ref={input}
          label={say('import.file')}
          accept=".csv,text/csv"
          onFile={(chosen) => {
            setFile(chosen ?? null)
            setReport(null)
            setProblem(null)
          }}
        />
        {file && (
          <p className="field-hint" role="status">
            {say('import.chosen', { name: file.name })}
          </p>
        )}
        <Checkbox label={say('import.skip')} checked={skip} onValue={setSkip} />
        <div className="actions">
          <CommandButton id="checkFile" look={checked ? 'secondary' : 'primary'}>
            {say('import.check')}
          </CommandButton>
          <CommandButton id="importFile" look={checked ? 'primary' : 'secondary'}>
            {say('import.import')}
          </CommandButton>
        </div>
        {running && (
          <div className="text-strong">
            {running.of !== null && (
              <Progress value={running.rows} most={running.of} label={say('import.import')} />
            )}
            <p role="status">{say(`import.phase.${running.phase}`, { n: sayCount(running.rows) })}</p>
            <p>{say(running.stopping ? 'import.stopping' : 'import.leave')}</p>
            <CommandButton id="stopImport">{say('import.stop')}</CommandButton>
          </div>
        )}
      </div>
      {problem && <ErrorState problem={problem} />}
      {report && <Report report={report} />}
      <Columns />
      <PastImports />
    </section>
  )
}

const hasFileError = ({ Errors }: ImportReport) => Errors.some(({ Code }) => Code.startsWith('file'))

// Uploads a file, reads its progress, and returns the report.
const sendFile = async (
  file: File,
  { dryRun, skip, id }: { readonly dryRun: boolean; readonly skip: boolean; readonly id: string },
  showProgress: (running: Pick<Running, 'phase' | 'rows' | 'of'>) => void,
): Promise<Result<ImportReport, ApiProblem>> => {
  const answer = await callFile(fileCalls.importStock, {
    query: { file: file.name, dryrun: dryRun ? 'yes' : 'no', badrows: skip ? 'skip' : 'refuse', import: id },
    body: file,
  })
  if (!answer.ok) return answer
  let checked = 0
  for await (const line of readLines(answer.value)) {
    if (!line.ok) return line
    const news = v.safeParse(ImportProgress, line.value)
    if (!news.success) return fail(makeApiProblem('answer_does_not_fit', 'importStock'))
    if (news.output.Type === 'report') return succeed(news.output.Report)
    if (news.output.Type === 'failed') return fail(makeApiProblem('server_failed', 'importStock', 500))
    const { Phase: phase, Rows: rows } = news.output
    if (phase === 'check') checked = rows
    showProgress({ phase, rows, of: phase === 'write' ? checked : null })
  }
  return fail(makeApiProblem('unreachable', 'The answer ended before its end'))
}

// Requests a stop; false if it has not reached the import.
const requestStop = async (id: string): Promise<boolean> => {
  const answer = await callFile(fileCalls.stopImport, { query: { import: id } })
  const parsed = answer.ok && v.safeParse(fileCalls.stopImport.answer, await answer.value.json())
  return parsed && parsed.success && parsed.output.Stopping
}

const summaryCode = (report: ImportReport): string => {
  if (hasFileError(report)) return 'import.unreadable'
  if (report.Stopped) return report.Applied ? 'import.stoppedPart' : 'import.stopped'
  if (report.DryRun) return report.Refused > 0 ? 'import.checkedBad' : 'import.checkedGood'
  return report.Applied ? 'import.applied' : 'import.held'
}
// Skipped rows are a warning, not an error.
const toneOf = (report: ImportReport, skip: boolean) => {
  if (report.Stopped) return 'warning'
  if (report.Errors.length === 0) return 'ok'
  return report.Applied || (skip && !hasFileError(report)) ? 'warning' : 'error'
}
const factsOf = ({ Rows, Opened, Adjusted, Unchanged, Refused }: ImportReport) => ({
  rows: Rows,
  opened: Opened,
  adjusted: Adjusted,
  unchanged: Unchanged,
  refused: Refused,
})

const Report = ({ report }: { readonly report: ImportReport }) => {
  const errors = report.Errors
  return (
    <section
      className="import-report layout-list"
      aria-labelledby="report-title"
      data-bad={errors.length > 0 || undefined}
    >
      <h2 id="report-title">{say('import.report')}</h2>
      <p role="status" className="import-summary">
        {sayCode(summaryCode(report), factsOf(report))}
      </p>
      {errors.length > 0 && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keys must reach what scrolls
        <div className="import-errors" role="region" aria-label={say('import.errors')} tabIndex={0}>
          <table>
            <thead>
              <tr>
                <th scope="col">{say('import.line')}</th>
                <th scope="col">{say('import.column')}</th>
                <th scope="col">{say('import.wrong')}</th>
              </tr>
            </thead>
            <tbody>
              {errors.map(({ Line, Column, Code, Facts }) => (
                <tr key={`${Line} ${Column} ${Code}`}>
                  <td>{Line === 0 ? '' : Line}</td>
                  <td>{Column}</td>
                  <td>{sayCode(Code, Facts)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {report.Refused > errors.length && (
        <p>{say('import.moreErrors', { shown: errors.length, refused: report.Refused })}</p>
      )}
    </section>
  )
}

const Columns = () => {
  const [problem, setProblem] = useState<ApiProblem | null>(null)
  const download = async () => {
    const answer = await callFile(fileCalls.importTemplate)
    if (answer.ok) {
      downloadFile(await answer.value.blob(), 'stock-template.csv')
      reportResult('ok', 'downloads.done', { name: 'stock-template.csv' })
    }
    setProblem(answer.ok ? null : answer.error)
  }
  return (
    <details className="card">
      <summary>{say('import.columns')}</summary>
      <dl className="import-columns">
        {IMPORT_COLUMNS.map((column) => (
          <div key={column}>
            <dt>
              {column}
              {REQUIRED_COLUMNS.some((each) => each === column) && <span className="field-required"> *</span>}
            </dt>
            <dd>{sayCode(`import.column.${column}`)}</dd>
          </div>
        ))}
      </dl>
      <Button icon="down" onClick={() => void download()}>
        {say('import.template')}
      </Button>
      {problem && <p role="alert">{reasonOf(problem)}</p>}
    </details>
  )
}

const pastKey = ['maintenance', 'imports']

const PastImports = () => {
  const { data = [] } = useQuery({
    queryKey: pastKey,
    queryFn: ({ signal }) =>
      performOrThrow(
        prepareImportCall('maintenance.imports', {}, (answer) => answer.Result ?? []),
        signal,
      ),
  })
  return data.length === 0 ? null : (
    <section aria-labelledby="past-title">
      <h2 id="past-title">{say('import.past')}</h2>
      <ul className="layout-list">
        {data.map((past) => (
          <li key={past.At} className="card">
            <strong>{past.FileName || say('import.unnamed')}</strong>{' '}
            {say('records.changedBy', { by: past.By, at: sayMoment(past.At) })}
            <br />
            {say('import.counts', {
              rows: past.Rows,
              opened: past.Opened,
              adjusted: past.Adjusted,
              unchanged: past.Unchanged,
              refused: past.Refused,
            })}
          </li>
        ))}
      </ul>
    </section>
  )
}
