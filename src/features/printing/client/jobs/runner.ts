// Runs the print jobs of this page. Each page holds a lock with its name; a running job whose page holds no
// lock was interrupted.
import { notify } from '#app/state/notices.ts'
import type { PrintServer } from '#core/wire/print-server.ts'
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

interface State {
  readonly name: string
  readonly user: string
  readonly jobs: JobStore
  readonly ports: () => Omit<JobPorts, 'jobs' | 'signal'>
  readonly running: Map<string, AbortController>
}

/** Creates the runner of a user on this page; `ports` returns the dependencies of a job. */
export function createRunner(jobs: JobStore, user: string, ports: State['ports']): Runner {
  const name = crypto.randomUUID()
  const running = new Map<string, AbortController>()
  const state: State = { name, user, jobs, ports, running }
  const releaseLock = holdLock(lockOf(name))
  return {
    name,
    user,
    jobs,
    start: (work, server, once) => start(state, work, server, once),
    print: (id, what) => (what === 'again' ? printAgain(state, id) : printRest(state, id)),
    cancel: (id) => cancel(state, id),
    cancelAll: async () => {
      await Promise.all([...running.keys()].map((id) => cancel(state, id)))
    },
    findInterrupted: () => findInterrupted(state),
    close: () => {
      for (const controller of running.values()) controller.abort()
      releaseLock()
    },
  }
}

// Returns the function that releases the lock.
function holdLock(name: string): () => void {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  lockManager()
    ?.request(name, () => released)
    .catch(() => undefined)
  return release
}

async function run({ jobs, ports, running }: State, job: StoredJob): Promise<void> {
  const controller = new AbortController()
  running.set(job.id, controller)
  try {
    await runPrintJob(job, { ...ports(), jobs, signal: controller.signal })
  } finally {
    running.delete(job.id)
    if (job.work.kind === 'test') await jobs.remove(job.id)
  }
}

async function start(state: State, ...[work, server, once]: Parameters<Runner['start']>): Promise<void> {
  const at = Date.now()
  const job: StoredJob = {
    id: once?.id ?? crypto.randomUUID(),
    user: state.user,
    at,
    changed: at,
    work,
    server,
    next: 0,
    doubt: null,
    state: 'running',
    runner: state.name,
  }
  const added = await state.jobs.add(job)
  if (added === 'known') return
  once?.begins()
  if (added === 'notKept') notify('print.notKept', {}, 'warning')
  await run(state, job)
}

async function printAgain(state: State, id: string): Promise<void> {
  const job = (await state.jobs.read()).find((each) => each.id === id)
  if (job) await start(state, job.work, job.server)
}

async function printRest(state: State, id: string): Promise<void> {
  const job = await state.jobs.change(id, (stored) =>
    stored.state === 'printed' || state.running.has(id)
      ? undefined
      : { ...stored, state: 'running', runner: state.name },
  )
  if (job) await run(state, job)
}

async function cancel({ running, jobs }: State, id: string): Promise<void> {
  running.get(id)?.abort(CANCELLED)
  await jobs.change(id, (stored) =>
    stored.state === 'running' ? { ...stored, state: 'cancelled' } : undefined,
  )
}

async function findInterrupted({ name, user, jobs }: State): Promise<readonly StoredJob[]> {
  const { held = [] } = (await lockManager()?.query()) ?? {}
  const heldLocks = new Set(held.map((lock) => lock.name))
  return (await jobs.read())
    .filter((job) => job.user === user && job.state === 'running' && job.runner !== name)
    .filter(({ runner }) => !heldLocks.has(lockOf(runner)))
    .toReversed()
}
