// Asks before the same job is printed again, because an extra label or passport could go out with the wrong
// plants.

import { formatTime } from '#app/ui/format-moment.ts'
import type { PrintServer } from '#core/wire/print-server.ts'
import type { AskPerson } from '#input/questions/question.ts'
import type { StoredJob } from './job-store.ts'
import { nameOf, type PrintWork } from './work.ts'

// After this time, equal labels are printed without a question.
const SAME_JOB_MS = 10 * 60 * 1000

/**
 * Returns the job that prints or just printed the same labels on the same printer; undefined if there is
 * none.
 */
export function findRecentDuplicate(
  jobs: readonly StoredJob[],
  user: string,
  work: PrintWork,
  server: PrintServer | null,
  now = Date.now(),
): StoredJob | undefined {
  if (work.kind !== 'labels') return undefined
  return jobs.find(
    (job) =>
      job.user === user &&
      (job.state === 'running' || (job.state === 'printed' && now - job.changed < SAME_JOB_MS)) &&
      job.server?.ID === server?.ID &&
      JSON.stringify(job.work) === JSON.stringify(work),
  )
}

/** Asks whether to print a job again, with its name, time and printer. No has the focus. */
export async function confirmReprint(
  { work, state, server, changed }: StoredJob,
  ask: AskPerson,
): Promise<boolean> {
  const detail =
    state === 'running' ? 'running' : server === null || state !== 'printed' ? 'started' : 'printed'
  const facts = { name: nameOf(work), printer: server?.PrintLocation ?? '', time: formatTime(changed) }
  const reply = await ask({
    code: 'print.twice',
    facts,
    detail: `print.twice.${detail}`,
    answers: [
      { id: 'no', label: 'no', first: true },
      { id: 'printAgain', label: 'print.again', look: 'primary' },
    ],
  })
  return reply === 'printAgain'
}
