// Asks before the same job is printed a second time: a passport or a label too many goes out with the wrong
// plants.

import { formatTime } from '#app/ui/format-moment.ts'
import type { PrintServer } from '#core/wire/print-server.ts'
import type { AskPerson } from '#input/questions/question.ts'
import type { KeptJob } from './kept-jobs.ts'
import { nameOf, type PrintWork } from './work.ts'

// Equal labels after this time are meant.
const SAME_JOB_MS = 10 * 60 * 1000

/** The job that prints or has just printed the same labels on the same printer; undefined: there is none. */
export function sameJobJustNow(
  jobs: readonly KeptJob[],
  user: string,
  work: PrintWork,
  server: PrintServer | null,
  now = Date.now(),
): KeptJob | undefined {
  if (work.kind !== 'labels') return undefined
  return jobs.find(
    (job) =>
      job.user === user &&
      (job.state === 'running' || (job.state === 'printed' && now - job.changed < SAME_JOB_MS)) &&
      job.server?.ID === server?.ID &&
      JSON.stringify(job.work) === JSON.stringify(work),
  )
}

/** Shows what was printed, when and where. No has the focus. */
export async function mayPrintAgain(
  { work, state, server, changed }: KeptJob,
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
