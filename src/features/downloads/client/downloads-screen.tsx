// /Downloads/: downloads data as files.
import { useAtomValue } from 'jotai'
import { useRef, useState } from 'react'
import { Button } from '#app/ui/button.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { RadioGroup } from '#app/ui/radio-group.tsx'
import { reasonOf } from '#app/ui/reason.ts'
import { useScanTarget } from '#input/engine/use-scan-target.tsx'
import { DayField } from '#input/questions/picked-day.tsx'
import { sayCount } from '#text/numbers.ts'
import { say } from '#text/say.ts'
import { ALL_DAYS, type DayRange, dayErrorsOf } from './day-range.ts'
import { type DownloadEntry, downloads, type Separator } from './entries.ts'
import { type DownloadState, downloadsAtom, startDownload } from './running.ts'
import './downloads.css'

export function DownloadsScreen() {
  const [separator, setSeparator] = useState<Separator>('comma')
  useScanTarget({ level: 'screen', id: 'downloads', accepts: () => undefined })
  return (
    <section className="downloads layout-stack" aria-labelledby="downloads-title">
      <h1 id="downloads-title">{say('screen.downloads')}</h1>
      <ul className="layout-list">
        {downloads.map((entry) => (
          <li key={entry.id} className="card download">
            <Download entry={entry} separator={separator} />
          </li>
        ))}
      </ul>
      <RadioGroup
        legend={say('downloads.separator')}
        options={[
          { value: 'comma', label: say('downloads.comma') },
          { value: 'semicolon', label: say('downloads.semicolon') },
        ]}
        value={separator}
        onValue={(value) => setSeparator(value === 'semicolon' ? 'semicolon' : 'comma')}
      />
    </section>
  )
}

const Download = ({ entry, separator }: { readonly entry: DownloadEntry; readonly separator: Separator }) => {
  const { id, icon } = entry
  const state = useAtomValue(downloadsAtom)[id]
  const name = say(`downloads.${id}`)
  const [days, setDays] = useState(ALL_DAYS)
  const fields = useRef<HTMLDivElement>(null)
  const download = () => {
    const faults = dayErrorsOf(days)
    const wrong = [...(fields.current?.querySelectorAll('input') ?? [])].find((field) =>
      Object.hasOwn(faults, field.name),
    )
    if (wrong) wrong.focus()
    else void startDownload(entry, separator, days)
  }
  return (
    <>
      <Icon name={icon} />
      <div>
        <h2>{name}</h2>
        <p>{say(`downloads.${id}.about`)}</p>
        {entry.hasDayRange && (
          <div ref={fields} className="download-days">
            <RangeEnd which="from" days={days} onDays={setDays} />
            <RangeEnd which="to" days={days} onDays={setDays} />
          </div>
        )}
        <p className="download-state" role="status" data-failed={state?.type === 'failed' || undefined}>
          {stateOf(state)}
        </p>
      </div>
      {state?.type === 'running' ? (
        <Button icon="close" aria-label={say('downloads.stopOf', { name })} onClick={state.stop}>
          {say('downloads.stop')}
        </Button>
      ) : (
        <Button icon="down" aria-label={say('downloads.get', { name })} onClick={download}>
          {say('downloads.download')}
        </Button>
      )}
    </>
  )
}

const RangeEnd = ({
  which,
  days,
  onDays,
}: {
  readonly which: keyof DayRange
  readonly days: DayRange
  readonly onDays: (days: DayRange) => void
}) => {
  const fault = dayErrorsOf(days)[which]
  return (
    <DayField
      name={which}
      label={say(`downloads.${which}`)}
      hint={say(`downloads.${which}.hint`)}
      value={days[which]}
      onValue={(day) => onDays({ ...days, [which]: day })}
      error={fault && say(`downloads.${fault}`)}
    />
  )
}

const stateOf = (state: DownloadState | undefined): string => {
  switch (state?.type) {
    case 'running':
      // The first row has the column names.
      return say('downloads.running', {
        n: sayCount(Math.max(0, state.rows - 1)),
        size: sayCount(Math.ceil(state.bytes / 1000)),
      })
    case 'stopped':
      return say('downloads.stopped')
    case 'failed':
      return reasonOf(state.problem)
    case undefined:
      return ''
  }
}
