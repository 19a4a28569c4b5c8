// Lists this user's print jobs on this device, with progress and actions.
import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { requestPrint } from '#app/state/printing.ts'
import { useSession } from '#app/state/session.ts'
import { Button } from '#app/ui/button.tsx'
import { formatTime } from '#app/ui/format-moment.ts'
import { EmptyState } from '#app/ui/states.tsx'
import { CommandButton } from '#input/palette/command-button.tsx'
import { say } from '#text/say.ts'
import { jobStore, jobsAtom, type StoredJob } from './jobs/job-store.ts'
import { countsOf, itemsBefore, nameOf, namePart, totalOf } from './jobs/work.ts'

// Older jobs stay in device storage and are not listed.
const MAX_LISTED_JOBS = 20

export function JobList() {
  const { userName } = useSession()
  useEffect(() => void jobStore().read(), [])
  const jobs = useAtomValue(jobsAtom)
    .filter(({ user, work }) => user === userName && work.kind !== 'test')
    .slice(0, MAX_LISTED_JOBS)
  return (
    <section className="layout-stack" aria-labelledby="print-jobs-title">
      <div className="layout-row layout-apart">
        <h2 id="print-jobs-title">{say('jobs.title')}</h2>
        {jobs.length > 0 && <CommandButton id="printLast" icon="reload" />}
      </div>
      {jobs.length === 0 ? (
        <EmptyState icon="print" title={say('jobs.none')} />
      ) : (
        <ul className="layout-stack" aria-label={say('jobs.title')}>
          {jobs.map((job) => (
            <li key={job.id}>
              <JobRow job={job} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

const JobRow = ({ job }: { readonly job: StoredJob }) => {
  const { id, work, state, server, at } = job
  const name = nameOf(work)
  const isRunning = state === 'running'
  return (
    <article className="card print-server print-job" aria-label={name} data-state={state}>
      <p className="print-server-name text-large">{name}</p>
      <p className="print-server-where">
        {server?.PrintLocation ?? say('jobs.newTab')} · <time>{formatTime(at)}</time>
      </p>
      <p className="print-job-state" role={isRunning ? 'status' : undefined}>
        {stateOf(job)}
      </p>
      <span className="print-server-actions layout-buttons">
        {isRunning ? (
          <Button
            icon="close"
            aria-label={say('jobs.cancelOf', { name })}
            onClick={() => requestPrint({ kind: 'kept', id, print: 'cancel' })}
          >
            {say('jobs.cancel')}
          </Button>
        ) : (
          <>
            {state !== 'printed' && (
              <Button
                look="primary"
                icon="print"
                aria-label={say('jobs.restOf', { name })}
                onClick={() => requestPrint({ kind: 'kept', id, print: 'rest' })}
              >
                {say('jobs.rest')}
              </Button>
            )}
            <Button
              icon="reload"
              aria-label={say('jobs.againOf', { name })}
              onClick={() => requestPrint({ kind: 'kept', id, print: 'again' })}
            >
              {say('jobs.again')}
            </Button>
            <Button
              icon="trash"
              aria-label={say('jobs.removeOf', { name })}
              onClick={() => void jobStore().remove(id)}
            >
              {say('jobs.remove')}
            </Button>
          </>
        )}
      </span>
    </article>
  )
}

const stateOf = ({ work, state, next, doubt, server, opened }: StoredJob): string => {
  if (state === 'printed') {
    if (!server || opened === 0) return say('jobs.opened')
    return opened === undefined
      ? say('jobs.printed')
      : say('jobs.restOpened', { n: itemsBefore(work, opened), total: totalOf(work) })
  }
  if (state === 'running') return say('jobs.running', { n: itemsBefore(work, next), total: totalOf(work) })
  const missing = (from: number) => {
    const parts = countsOf(work).length
    return from < parts ? [say('jobs.missing', { part: namePart(work, from, parts) })] : []
  }
  if (state === 'cancelled' && doubt === 'closed')
    return say('jobs.ending', { part: namePart(work, next, next + 1) })
  if (!doubt) return missing(next).join(' ')
  return [say('jobs.doubt', { part: namePart(work, next, next + 1) }), ...missing(next + 1)].join('. ')
}
