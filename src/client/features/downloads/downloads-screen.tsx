// /Downloads/: data to download as files.
import { useState } from 'react'
import { keepFile } from '#client/api/files.ts'
import { useScanTarget } from '#client/input/engine/use-scan-target.tsx'
import { notify } from '#client/state/notices.ts'
import { Button } from '#client/ui/button.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { RadioGroup } from '#client/ui/radio-group.tsx'
import { reasonOf } from '#client/ui/reason.ts'
import { say } from '#text/say.ts'
import { type DownloadEntry, downloads, type Separator } from './entries.ts'
import './downloads.css'

export function DownloadsScreen() {
  const [separator, setSeparator] = useState<Separator>('comma')
  useScanTarget({ level: 'screen', id: 'downloads', accepts: () => undefined })
  return (
    <section className="downloads" aria-labelledby="downloads-title">
      <h1 id="downloads-title">{say('screen.downloads')}</h1>
      <ul className="download-list">
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
  const { id, icon, fileName, make } = entry
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const start = async () => {
    setBusy(true)
    const made = await make(separator)
    setBusy(false)
    setProblem(made.ok ? null : reasonOf(made.error))
    if (!made.ok) return
    const name = fileName(new Date().toISOString().slice(0, 10))
    keepFile(made.value, name)
    notify('downloads.done', { name }, 'ok')
  }
  return (
    <>
      <Icon name={icon} />
      <div>
        <h2>{say(`downloads.${id}`)}</h2>
        <p>{say(`downloads.${id}.about`)}</p>
        {problem !== null && (
          <p className="download-problem" role="alert">
            {problem}
          </p>
        )}
      </div>
      <Button
        icon="down"
        busy={busy}
        aria-label={say('downloads.get', { name: say(`downloads.${id}`) })}
        onClick={() => void start()}
      >
        {say('downloads.download')}
      </Button>
    </>
  )
}
