// Print jobs in the browser's database, with the outbox's durability: what is under way is stored before it
// is sent, so that after a reload, a crash or the end of the browser the same person hears what is missing.
import type { DBSchema } from 'idb'
import { atom } from 'jotai'
import * as v from 'valibot'
import { createDatabase, strict, whole } from '#app/state/database.ts'
import { noteLeftJobs } from '#app/state/printing.ts'
import { store } from '#app/state/store.ts'
import { PrintServer } from '#core/wire/print-server.ts'
import { countsOf, printWork } from './work.ts'

const keptJob = v.object({
  id: v.string(),
  user: v.string(),
  /** When it was asked for, and last changed; milliseconds since 1970. */
  at: v.number(),
  changed: v.number(),
  work: printWork,
  /** null: a PDF in a new tab. */
  server: v.nullable(PrintServer),
  /** The first part that is not known to be printed. */
  next: v.number(),
  /**
   * Why it is not known whether that part is printed; null: it is not. `closed`: the page was closed before
   * the answer.
   */
  doubt: v.nullable(v.picklist(['silence', 'lost', 'closed'])),
  /** The first part that was opened as a PDF and not sent to the printer. */
  opened: v.optional(v.number()),
  state: v.picklist(['running', 'stopped', 'cancelled', 'printed']),
  /** The page that runs it: another one may have taken it over. */
  runner: v.string(),
})
/** A print job of a person on this device. */
export type KeptJob = v.InferOutput<typeof keptJob>

/** The jobs of this device, latest first. */
export const jobsAtom = atom<readonly KeptJob[]>([])

// Is anything of it not printed yet?
function isUnfinished({ state, next, work }: KeptJob): boolean {
  return state !== 'printed' && next < countsOf(work).length
}

export interface KeptJobs {
  /** Loads all into `jobsAtom`. */
  readonly read: () => Promise<readonly KeptJob[]>
  /**
   * Stores a new job. `notKept`: the browser cannot store it, and it lasts as long as this page. `known`:
   * there is one of its id, which stays as it is.
   */
  readonly add: (job: KeptJob) => Promise<'kept' | 'notKept' | 'known'>
  /**
   * Changes the job as it is stored now, whoever changed it before: `undefined` leaves it as it is. Returns
   * the changed job; undefined: it is gone, or was left as it is.
   */
  readonly change: (id: string, to: (job: KeptJob) => KeptJob | undefined) => Promise<KeptJob | undefined>
  readonly remove: (id: string) => Promise<void>
  /** Ends its listening to the other pages. */
  readonly close: () => void
}

interface Schema extends DBSchema {
  readonly jobs: { key: string; value: KeptJob }
}

// Maximum number of finished jobs per person; the oldest are deleted.
const MOST_FINISHED = 50
const CHANNEL = 'trimline.print'

/** The jobs in the database of this name. */
export function openKeptJobs(name = 'trimline-print'): KeptJobs {
  const run = createDatabase<Schema>(name, (database) => {
    database.createObjectStore('jobs', { keyPath: 'id' })
  })
  // Of a browser that stores nothing.
  const inMemory = new Map<string, KeptJob>()
  let channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(CHANNEL)

  // A change while it is read is not overtaken by what was read before.
  let changes = 0
  const read = async (): Promise<readonly KeptJob[]> => {
    const before = changes
    const stored: readonly unknown[] = await run((database) => database.getAll('jobs')).catch(() => [])
    const jobs = stored.concat([...inMemory.values()]).flatMap((each) => {
      const job = v.safeParse(keptJob, each)
      return job.success ? [job.output] : []
    })
    if (before !== changes) return read()
    show(jobs)
    return store.get(jobsAtom)
  }
  const show = (jobs: readonly KeptJob[]) => {
    store.set(
      jobsAtom,
      jobs.toSorted((one, other) => other.at - one.at),
    )
    noteLeftJobs(jobs.some(isUnfinished))
  }
  const told = (id: string, job: KeptJob | undefined) => {
    changes += 1
    show([...store.get(jobsAtom).filter((each) => each.id !== id), ...(job ? [job] : [])])
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel, not a window
    channel?.postMessage(id)
  }
  channel?.addEventListener('message', () => void read())

  return {
    read,
    add: async (job) => {
      if (inMemory.has(job.id)) return 'known'
      let stored = true
      try {
        const isKnown = await run((database) =>
          whole(database.transaction('jobs', 'readwrite', strict), async ({ store: jobs }) => {
            if (await jobs.get(job.id)) return true
            await jobs.put(job)
            const finished = (await jobs.getAll())
              .filter((each) => each.user === job.user && each.id !== job.id && !isUnfinished(each))
              .toSorted((one, other) => other.at - one.at)
            await Promise.all(finished.slice(MOST_FINISHED).map(({ id }) => jobs.delete(id)))
            return false
          }),
        )
        if (isKnown) return 'known'
      } catch {
        stored = false
        inMemory.set(job.id, job)
      }
      told(job.id, job)
      return stored ? 'kept' : 'notKept'
    },
    change: async (id, to) => {
      const here = inMemory.get(id)
      if (here) {
        const job = touched(to(here))
        if (job) inMemory.set(id, job)
        if (job) told(id, job)
        return job
      }
      const known = store.get(jobsAtom).find((each) => each.id === id)
      let changed: KeptJob | undefined
      try {
        changed = await run((database) =>
          whole(database.transaction('jobs', 'readwrite', strict), async ({ store: jobs }) => {
            const before = await jobs.get(id)
            const job = before && touched(to(before))
            if (job) await jobs.put(job)
            return job
          }),
        )
      } catch {
        // A full disk must not stop a printer: from here on it lasts as long as this page.
        changed = known && touched(to(known))
        if (changed) inMemory.set(id, changed)
      }
      if (changed) told(id, changed)
      return changed
    },
    remove: async (id) => {
      inMemory.delete(id)
      await run((database) => database.delete('jobs', id)).catch(() => undefined)
      told(id, undefined)
    },
    close: () => {
      channel?.close()
      channel = undefined
    },
  }
}

const touched = (job: KeptJob | undefined) => job && { ...job, changed: Date.now() }

let current: KeptJobs | undefined

/** The jobs of this browser. */
export function keptJobs(): KeptJobs {
  return (current ??= openKeptJobs())
}

/** Replaces them, for tests. */
export function installKeptJobs(jobs: KeptJobs): void {
  current?.close()
  current = jobs
  store.set(jobsAtom, [])
}
