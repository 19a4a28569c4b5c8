// Runs the print jobs of this page. Each page holds a lock with its name; a running job whose page holds no
// lock was interrupted.
import { notify } from '#app/state/notices.ts'
import type { PrintServer } from '#features/printing/common/print-server.ts'
import { CANCELLED, type JobPorts, runPrintJob } from '../print-job.ts'
import type { JobStore, StoredJob } from './job-store.ts'
import type { PrintWork } from './work.ts'

export interface Runner {
  /** The name of this page in the jobs that it runs. */
  readonly name: string
  readonly user: string
  readonly jobs: JobStore
  /**
   * Starts a new job. With `once`, skips it if a job with this id exists; `begins` is called before it
   * prints.
   */
  readonly start: (
    work: PrintWork,
    server: PrintServer | null,
    once?: { readonly id: string; readonly begins: () => void },
  ) => Promise<void>
  /** Takes over a stored job and prints its rest, or prints all of it again as a new job. */
  readonly print: (id: string, what: 'rest' | 'again') => Promise<void>
  /** Cancels a job after the part in flight, whichever page runs it. */
  readonly cancel: (id: string) => Promise<void>
  /** Cancels all jobs of this page. */
  readonly cancelAll: () => Promise<void>
  /** The user's jobs whose page is closed, oldest first. */
  readonly findInterrupted: () => Promise<readonly StoredJob[]>
  /** Aborts the jobs of this page without changing their stored state. */
  readonly close: () => void
}

// Locks exist in secure contexts only. Without them every other page counts as closed, and the stored
// `runner` prevents two pages from printing the same part.
const lockManager = () => (navigator as Partial<Pick<Navigator, 'locks'>>).locks
const lockOf = (name: string) => `trimline.print.${name}`

/** Creates the runner of a user on this page; `ports` returns the dependencies of a job. */
export function createRunner(
  jobs: JobStore,
  user: string,
  ports: () => Omit<JobPorts, 'jobs' | 'signal'>,
): Runner {
  const name = crypto.randomUUID()
  const running = new Map<string, AbortController>()
  let releaseLock = () => {}
  const lockReleased = new Promise<void>((resolve) => {
    releaseLock = resolve
  })
  lockManager()
    ?.request(lockOf(name), () => lockReleased)
    .catch(() => undefined)

  const run = async (job: StoredJob) => {
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
    const job: StoredJob = {
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
    findInterrupted: async () => {
      const { held = [] } = (await lockManager()?.query()) ?? {}
      const heldLocks = new Set(held.map((lock) => lock.name))
      return (await jobs.read())
        .filter((job) => job.user === user && job.state === 'running' && job.runner !== name)
        .filter(({ runner }) => !heldLocks.has(lockOf(runner)))
        .toReversed()
    },
    close: () => {
      for (const controller of running.values()) controller.abort()
      releaseLock()
    },
  }
}
