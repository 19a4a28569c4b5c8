// Stores print jobs in IndexedDB. The part in flight is stored before it is sent, so that the same user
// learns after a reload or crash what is missing.
import type { DBSchema, IDBPObjectStore } from 'idb'
import { atom } from 'jotai'
import * as v from 'valibot'
import { createDatabase, runAtomically, strictDurability } from '#app/state/database.ts'
import { noteLeftJobs } from '#app/state/printing.ts'
import { store } from '#app/state/store.ts'
import { PrintServer } from '#core/wire/print-server.ts'
import { countsOf, printWork } from './work.ts'

const keptJob = v.object({
  id: v.string(),
  user: v.string(),
  /** When it was requested, and when it last changed; milliseconds since 1970. */
  at: v.number(),
  changed: v.number(),
  work: printWork,
  /** null: a PDF in a new tab. */
  server: v.nullable(PrintServer),
  /** The first part that is not confirmed as printed. */
  next: v.number(),
  /**
   * Why the outcome of part `next` is unknown; null if it is not in doubt. `closed`: the page was closed
   * before the agent answered.
   */
  doubt: v.nullable(v.picklist(['silence', 'lost', 'closed'])),
  /** The first part that was opened as a PDF instead of being sent to the printer. */
  opened: v.optional(v.number()),
  state: v.picklist(['running', 'stopped', 'cancelled', 'printed']),
  /** The page that runs the job. Another page may take it over. */
  runner: v.string(),
})
/** A print job of a user on this device. */
export type StoredJob = v.InferOutput<typeof keptJob>

/** The jobs of this device, latest first. */
export const jobsAtom = atom<readonly StoredJob[]>([])

// Does the job have unprinted parts?
function isUnfinished({ state, next, work }: StoredJob): boolean {
  return state !== 'printed' && next < countsOf(work).length
}

export interface JobStore {
  /** Loads all jobs into `jobsAtom`. */
  readonly read: () => Promise<readonly StoredJob[]>
  /**
   * Stores a new job. `notKept`: the browser cannot store it, so it lasts as long as this page. `known`: a
   * job with this id exists and is unchanged.
   */
  readonly add: (job: StoredJob) => Promise<'kept' | 'notKept' | 'known'>
  /**
   * Updates the stored job; `to` returns undefined to leave it unchanged. Returns the changed job, or
   * undefined if it is missing or unchanged.
   */
  readonly change: (
    id: string,
    to: (job: StoredJob) => StoredJob | undefined,
  ) => Promise<StoredJob | undefined>
  readonly remove: (id: string) => Promise<void>
  /** Stops listening to the other pages. */
  readonly close: () => void
}

interface Schema extends DBSchema {
  readonly jobs: { key: string; value: StoredJob }
}

// Maximum number of finished jobs per person; the oldest are deleted.
const MAX_FINISHED_JOBS = 50
const CHANNEL = 'trimline.print'

interface State {
  readonly run: ReturnType<typeof createDatabase<Schema>>
  /** Jobs that the browser could not store. */
  readonly unstored: Map<string, StoredJob>
  /** Counts changes, so that a read that overlaps a change is repeated. */
  changes: number
  channel: BroadcastChannel | undefined
}

/** Opens the job store in the database with this name. */
export function openJobStore(name = 'trimline-print'): JobStore {
  const state: State = {
    run: createDatabase<Schema>(name, (database) => {
      database.createObjectStore('jobs', { keyPath: 'id' })
    }),
    unstored: new Map(),
    changes: 0,
    channel: typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(CHANNEL),
  }
  state.channel?.addEventListener('message', () => void readJobs(state))
  return {
    read: () => readJobs(state),
    add: (job) => addJob(state, job),
    change: (id, to) => changeJob(state, id, to),
    remove: async (id) => {
      state.unstored.delete(id)
      await state.run((database) => database.delete('jobs', id)).catch(() => undefined)
      announceChange(state, id, undefined)
    },
    close: () => {
      state.channel?.close()
      state.channel = undefined
    },
  }
}

async function readJobs(state: State): Promise<readonly StoredJob[]> {
  const before = state.changes
  const stored: readonly unknown[] = await state.run((database) => database.getAll('jobs')).catch(() => [])
  const jobs = stored.concat([...state.unstored.values()]).flatMap((each) => {
    const job = v.safeParse(keptJob, each)
    return job.success ? [job.output] : []
  })
  if (before !== state.changes) return readJobs(state)
  showJobs(jobs)
  return store.get(jobsAtom)
}

function showJobs(jobs: readonly StoredJob[]): void {
  store.set(
    jobsAtom,
    jobs.toSorted((one, other) => other.at - one.at),
  )
  noteLeftJobs(jobs.some(isUnfinished))
}

// Shows the job on this page, and the other pages read again.
function announceChange(state: State, id: string, job: StoredJob | undefined): void {
  state.changes += 1
  showJobs([...store.get(jobsAtom).filter((each) => each.id !== id), ...(job ? [job] : [])])
  state.channel?.postMessage(id)
}

async function addJob(state: State, job: StoredJob): ReturnType<JobStore['add']> {
  if (state.unstored.has(job.id)) return 'known'
  let stored = true
  try {
    const isKnown = await inTransaction(state, async (jobs) => {
      if (await jobs.get(job.id)) return true
      await jobs.put(job)
      const finished = (await jobs.getAll())
        .filter((each) => each.user === job.user && each.id !== job.id && !isUnfinished(each))
        .toSorted((one, other) => other.at - one.at)
      await Promise.all(finished.slice(MAX_FINISHED_JOBS).map(({ id }) => jobs.delete(id)))
      return false
    })
    if (isKnown) return 'known'
  } catch {
    stored = false
    state.unstored.set(job.id, job)
  }
  announceChange(state, job.id, job)
  return stored ? 'kept' : 'notKept'
}

async function changeJob(
  state: State,
  id: string,
  to: (job: StoredJob) => StoredJob | undefined,
): Promise<StoredJob | undefined> {
  const unstored = state.unstored.get(id)
  if (unstored) {
    const job = withChangeTime(to(unstored))
    if (job) state.unstored.set(id, job)
    if (job) announceChange(state, id, job)
    return job
  }
  const known = store.get(jobsAtom).find((each) => each.id === id)
  let changed: StoredJob | undefined
  try {
    changed = await inTransaction(state, async (jobs) => {
      const before = await jobs.get(id)
      const job = before && withChangeTime(to(before))
      if (job) await jobs.put(job)
      return job
    })
  } catch {
    // A full disk must not stop a printer: keep the job in memory from here on.
    changed = known && withChangeTime(to(known))
    if (changed) state.unstored.set(id, changed)
  }
  if (changed) announceChange(state, id, changed)
  return changed
}

type Jobs = IDBPObjectStore<Schema, ['jobs'], 'jobs', 'readwrite'>

const inTransaction = <Value>({ run }: State, work: (jobs: Jobs) => Promise<Value>): Promise<Value> =>
  run((database) =>
    runAtomically(database.transaction('jobs', 'readwrite', strictDurability), (transaction) =>
      work(transaction.store),
    ),
  )

const withChangeTime = (job: StoredJob | undefined) => job && { ...job, changed: Date.now() }

let current: JobStore | undefined

/** Returns the job store of this browser. */
export function jobStore(): JobStore {
  return (current ??= openJobStore())
}

/** Replaces the job store, for tests. */
export function installJobStore(jobs: JobStore): void {
  current?.close()
  current = jobs
  store.set(jobsAtom, [])
}
