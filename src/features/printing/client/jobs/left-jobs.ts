// Jobs that were left in the middle: by a reload, a crash, or a log-out.
import { type AskPerson, questionOfGoingOn } from '#input/questions/question.ts'
import type { Runner } from './runner.ts'
import { countsOf, nameOf, namePart } from './work.ts'

/**
 * Says what of each is missing, and prints it if the person wants it. One with a part in doubt asks about
 * that part instead; the answer leads on to the rest.
 */
export async function askAboutLeftJobs(runner: Runner, ask: AskPerson): Promise<void> {
  for (const { id, work, next, doubt, server } of await runner.left()) {
    const printer = server?.PrintLocation ?? ''
    const missing = namePart(work, next, countsOf(work).length)
    if (work.kind === 'test') {
      await runner.jobs.remove(id)
      continue
    }
    const asked = questionOfGoingOn('print.left', { part: missing, name: nameOf(work), printer })
    // A PDF in a new tab may be open: nothing has to come out.
    const goesOn = server !== null && (doubt !== null || (await ask(asked)) === 'yes')
    if (goesOn) void runner.print(id, 'rest')
    // It is asked about once; the list of jobs still has it.
    else await runner.jobs.change(id, (stored) => ({ ...stored, state: 'stopped' }))
  }
}
