// Runs the print jobs of this page. A page holds a lock of its name while it can print; a running job whose
// page has no lock was left.
import { notify } from '#app/state/notices.ts'
import type { PrintServer } from '#core/wire/print-server.ts'
import { CANCELLED, type JobPorts, runPrintJob } from '../print-job.ts'
import type { KeptJob, KeptJobs } from './kept-jobs.ts'
import type { PrintWork } from './work.ts'

export interface Runner {
  /** The name of this page in the jobs that it runs. */
  readonly name: string
  readonly user: string
  readonly jobs: KeptJobs
  /**
   * Prints as a new job. With an `id` only once: not if there was one of this name. `begins` is called before
   * it prints.
   */
  readonly start: (
    work: PrintWork,
    server: PrintServer | null,
    once?: { readonly id: string; readonly begins: () => void },
  ) => Promise<void>
  /** Takes a kept job over and prints its rest, or prints all of it again as a new job. */
  readonly print: (id: string, what: 'rest' | 'again') => Promise<void>
  /** Ends a job after what is under way, whichever page runs it. */
  readonly cancel: (id: string) => Promise<void>
  /** Ends all that this page runs. */
  readonly cancelAll: () => Promise<void>
  /** The jobs of this person whose page is gone, oldest first. */
  readonly left: () => Promise<readonly KeptJob[]>
  /** Ends the jobs of this page, as they are. */
  readonly end: () => void
}

// Browsers have locks in secure contexts only. Without them every other page counts as closed; what is stored
// keeps two pages from printing the same part.
const locksHere = () => (navigator as Partial<Pick<Navigator, 'locks'>>).locks
const lockOf = (name: string) => `trimline.print.${name}`

/** The jobs of this person on this page; `ports` has what a job needs of it. */
export function createRunner(
  jobs: KeptJobs,
  user: string,
  ports: () => Omit<JobPorts, 'jobs' | 'signal'>,
): Runner {
  const name = crypto.randomUUID()
  const running = new Map<string, AbortController>()
  let letGo = () => {}
  const here = new Promise<void>((resolve) => {
    letGo = resolve
  })
  locksHere()
    ?.request(lockOf(name), () => here)
    .catch(() => undefined)

  const run = async (job: KeptJob) => {
    const controller = new AbortController()
    running.set(job.id, controller)
    try {
      await runPrintJob(job, { ...ports(), jobs, signal: controller.signal })
    } finally {
      running.delete(job.id)
      if (job.work.kind === 'test') await jobs.remove(job.id)
    }
  }
  const start: Runner['start'] = async (work, server, once) => {
    const at = Date.now()
    const job: KeptJob = {
      id: once?.id ?? crypto.randomUUID(),
      user,
      at,
      changed: at,
      work,
      server,
      next: 0,
      doubt: null,
      state: 'running',
      runner: name,
    }
    const added = await jobs.add(job)
    if (added === 'known') return
    once?.begins()
    if (added === 'notKept') notify('print.notKept', {}, 'warning')
    await run(job)
  }
  const cancel = async (id: string) => {
    running.get(id)?.abort(CANCELLED)
    await jobs.change(id, (stored) =>
      stored.state === 'running' ? { ...stored, state: 'cancelled' } : undefined,
    )
  }
  const find = async (id: string) => (await jobs.read()).find((job) => job.id === id)

  return {
    name,
    user,
    jobs,
    start,
    print: async (id, what) => {
      if (what === 'again') {
        const job = await find(id)
        if (job) await start(job.work, job.server)
        return
      }
      const job = await jobs.change(id, (stored) =>
        stored.state === 'printed' || running.has(id)
          ? undefined
          : { ...stored, state: 'running', runner: name },
      )
      if (job) await run(job)
    },
    cancel,
    cancelAll: async () => {
      await Promise.all([...running.keys()].map(cancel))
    },
    left: async () => {
      const { held = [] } = (await locksHere()?.query()) ?? {}
      const alive = new Set(held.map((lock) => lock.name))
      return (await jobs.read())
        .filter((job) => job.user === user && job.state === 'running' && job.runner !== name)
        .filter(({ runner }) => !alive.has(lockOf(runner)))
        .toReversed()
    },
    end: () => {
      for (const controller of running.values()) controller.abort()
      letGo()
    },
  }
}
