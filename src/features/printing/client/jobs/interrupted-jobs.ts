// Resumes jobs that were interrupted by a reload, a crash or a log-out.
import { type AskPerson, questionOfContinuing } from '#input/questions/question.ts'
import type { Runner } from './runner.ts'
import { countsOf, nameOf, namePart } from './work.ts'

/**
 * Asks per job whether to print the missing part. For a part in doubt, the runner asks about that part
 * instead and then continues.
 */
export async function askAboutInterruptedJobs(runner: Runner, ask: AskPerson): Promise<void> {
  for (const { id, work, next, doubt, server } of await runner.findInterrupted()) {
    const printer = server?.PrintLocation ?? ''
    const missing = namePart(work, next, countsOf(work).length)
    if (work.kind === 'test') {
      await runner.jobs.remove(id)
      continue
    }
    const question = questionOfContinuing('print.left', { part: missing, name: nameOf(work), printer })
    // A PDF may be open in its tab, so nothing has to print.
    const shouldResume = server !== null && (doubt !== null || (await ask(question)) === 'yes')
    if (shouldResume) void runner.print(id, 'rest')
    // Ask only once; the list of jobs still shows it.
    else await runner.jobs.change(id, (stored) => ({ ...stored, state: 'stopped' }))
  }
}
