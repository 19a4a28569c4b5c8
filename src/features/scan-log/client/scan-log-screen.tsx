// /ScanLog/: lists the user's scans on this workstation with their outcomes; failed scans can be retried.
import { useAtomValue } from 'jotai'
import { useMemo, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { Button } from '#app/ui/button.tsx'
import { Checkbox } from '#app/ui/checkbox.tsx'
import { writeCsv, writeTime } from '#app/ui/csv.ts'
import { formatTime } from '#app/ui/format-moment.ts'
import { Icon, type IconName } from '#app/ui/icon.tsx'
import { saveFile } from '#app/ui/save-file.ts'
import { EmptyState } from '#app/ui/states.tsx'
import type { LogPort } from '#core/commands/context.ts'
import { refuse } from '#core/wire/refusals.ts'
import { useCommandPorts } from '#input/engine/use-command-ports.ts'
import { useInput } from '#input/input-context.ts'
import type { LoggedScan } from '#input/kept/kept-scans.ts'
import { isFailure, markRetried, scanLogAtom } from '#input/kept/scan-log.ts'
import { CommandButton } from '#input/palette/command-button.tsx'
import { say, sayCode } from '#text/say.ts'
import '#app/ui/entry.css'
import './scan-log.css'

const icons: Readonly<Record<LoggedScan['tone'], IconName>> = {
  ok: 'check',
  warning: 'warning',
  error: 'error',
  busy: 'clock',
}

export function ScanLogScreen() {
  const { engine } = useInput()
  const all = useAtomValue(scanLogAtom)
  const [, navigate] = useLocation()
  const [onlyFailures, setOnlyFailures] = useState(false)
  const [currentId, setCurrentId] = useState<string>()
  const list = useRef<HTMLUListElement>(null)
  const failures = useMemo(() => all.filter(isFailure), [all])
  const shown = onlyFailures ? failures : all
  const current = shown.find(({ id }) => id === currentId)

  const retry = (scan: LoggedScan) => {
    const { id, text, raw, quantity, address } = scan
    markRetried(id)
    engine.scanOnScreen({ text, raw, quantity }, () => {
      if (address !== undefined) navigate(address)
    })
  }
  /** Returns the focused row, else the latest failure. */
  const nextFailure = (): LoggedScan | undefined => (current ? [current].find(isFailure) : failures[0])
  const log: LogPort = {
    mayTryAgain: () => (nextFailure() ? true : refuse('nothingToTryAgain')),
    tryAgain: () => {
      const scan = nextFailure()
      if (scan) retry(scan)
      return undefined
    },
    showFailures: () => {
      setOnlyFailures(!onlyFailures)
      return { tone: 'ok', code: onlyFailures ? 'log.shownAll' : 'log.shownFailures' }
    },
    mayExport: () => (all.length > 0 ? true : refuse('nothingToTryAgain')),
    export: () => {
      const name = `scan-log-${writeTime(Date.now()).slice(0, 10)}.csv`
      return saveFile(name, 'text/csv;charset=utf-8', writeCsv(logRows(shown)))
        ? { tone: 'ok', code: 'log.exported', facts: { n: shown.length } }
        : { tone: 'error', code: 'log.exportFailed' }
    },
    move: (by) => {
      const from = current ? shown.indexOf(current) : -1
      const to = Math.max(0, Math.min(shown.length - 1, from + by))
      const row = list.current?.children[to]
      if (row instanceof HTMLElement) row.focus()
    },
  }
  useCommandPorts({ log })

  return (
    <section className="scan-log layout-stack" aria-labelledby="scan-log-title">
      <div className="scan-log-head layout-row">
        <h1 id="scan-log-title">{say('screen.scanLog')}</h1>
        <p className="text-quiet" role="status">
          {say('log.count', { n: all.length, failed: failures.length })}
        </p>
      </div>
      <div className="scan-log-actions layout-row">
        <Checkbox label={say('log.failuresOnly')} checked={onlyFailures} onValue={setOnlyFailures} />
        <CommandButton id="tryAgain" icon="reload" look="primary" />
        <CommandButton id="exportLog" />
      </div>
      {shown.length === 0 ? (
        <EmptyState
          icon={onlyFailures ? 'check' : 'scan'}
          title={say(onlyFailures ? 'log.noFailures' : 'log.empty')}
        >
          <p>{say(onlyFailures ? 'log.noFailuresHelp' : 'log.emptyHelp')}</p>
        </EmptyState>
      ) : (
        <ul ref={list} className="layout-list" aria-label={say('log.list')}>
          {shown.map((scan) => (
            <Row
              key={scan.id}
              scan={scan}
              onFocus={() => setCurrentId(scan.id)}
              onAgain={() => retry(scan)}
            />
          ))}
        </ul>
      )}
    </section>
  )
}

const Row = ({
  scan,
  onFocus,
  onAgain,
}: {
  readonly scan: LoggedScan
  readonly onFocus: () => void
  readonly onAgain: () => void
}) => {
  const { at, raw, kind, tone, code, args, quantity, triedAgain } = scan
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- commands use the focused row
    <li className="scan-log-row entry" data-tone={tone} tabIndex={-1} onFocus={onFocus}>
      <time dateTime={new Date(at).toISOString()} title={writeTime(at)}>
        {formatTime(at)}
      </time>
      <span className="scan-log-code">
        <code>{raw}</code> {quantity !== undefined && <span>{say('log.quantity', { quantity })}</span>}{' '}
        <span className="text-quiet">{say(`scan-kind-${kind}`)}</span>
      </span>
      <span className="scan-log-outcome">
        <span className="entry-tone">
          <Icon name={icons[tone]} /> {say(`scan-tone-${tone}`)}
        </span>{' '}
        {sayCode(code, args)}
      </span>
      {isFailure(scan) && (
        <Button look="quiet" icon="reload" onClick={onAgain} aria-label={say('log.tryAgain', { text: raw })}>
          {say('command.tryAgain')}
        </Button>
      )}
      {triedAgain === true && <span className="scan-log-again text-quiet">{say('log.again')}</span>}
    </li>
  )
}

// Returns a header and a row per scan.
function logRows(scans: readonly LoggedScan[]): readonly (readonly string[])[] {
  return [
    [
      say('log.csv.time'),
      say('log.csv.code'),
      say('log.csv.kind'),
      say('log.csv.quantity'),
      say('log.csv.outcome'),
      say('log.csv.words'),
      say('log.csv.screen'),
    ],
    ...scans.map(({ at, raw, kind, quantity, tone, code, args, address }) => [
      writeTime(at),
      raw,
      say(`scan-kind-${kind}`),
      quantity === undefined ? '' : String(quantity),
      say(`scan-tone-${tone}`),
      sayCode(code, args),
      address ?? '',
    ]),
  ]
}
