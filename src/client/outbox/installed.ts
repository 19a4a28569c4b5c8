// The page's one outbox: what it needs of the browser, and the way to it.
import { perform } from '#client/api/client.ts'
import { identityAtom, signInAtom } from '#client/state/session.ts'
import { store } from '#client/state/store.ts'
import { noteWaitingWork } from '#client/state/waiting-work.ts'
import { createOutbox, type Outbox } from './outbox.ts'
import { createStorage, type OutboxStorage } from './storage.ts'

let current: Outbox | undefined
let stop: (() => void) | undefined

/** The outbox of this page; it begins with the first use. */
export function outbox(): Outbox {
  return (current ??= open(createStorage()))
}

/** Begins anew on a storage: tests do so for each case. */
export function installOutbox(storage: OutboxStorage): Outbox {
  stop?.()
  current = open(storage)
  return current
}

const NAME = 'trimline.outbox'

// A page that lives holds the lock of its name; the browser lets go of it however the page ends.
const lockOf = (page: string) => `${NAME}.page.${page}`

const open = (storage: OutboxStorage): Outbox => {
  const { locks }: Partial<Pick<Navigator, 'locks'>> = navigator
  const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(NAME)
  const page = crypto.randomUUID()
  const forever = new Promise<never>(() => undefined)
  locks?.request(lockOf(page), () => forever).catch(() => undefined)
  let ended = false
  const made = createOutbox({
    storage,
    perform,
    person: () => {
      const signIn = store.get(signInAtom)
      const gone = ended || signIn === 'ended' || signIn === 'none'
      return gone ? null : (store.get(identityAtom)?.userName ?? null)
    },
    now: () => Date.now(),
    newId: () => crypto.randomUUID(),
    after: (run, ms) => {
      const timer = setTimeout(run, ms)
      return () => clearTimeout(timer)
    },
    page: {
      name: page,
      isAlive: async (name) => {
        const { held = [] } = (await locks?.query()) ?? {}
        return held.some((lock) => lock.name === lockOf(name))
      },
    },
    // A page that sends holds the lock as long as it lives. Without locks every page sends: the keys keep that harmless.
    lead: (begin) => {
      if (!locks) {
        begin()
        return
      }
      void locks.request(NAME, () => {
        begin()
        return forever
      })
    },
    channel: {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has none
      post: (message) => channel?.postMessage(message),
      listen: (heard) => {
        channel?.addEventListener('message', ({ data }) => heard(data))
      },
    },
  })
  const hurry = () => document.visibilityState === 'visible' && made.hurry()
  const ends = [
    // What waits outlives a reload; what is under way would be cut off.
    made.subscribe(() => noteWaitingWork('calls', Object.keys(made.state().flying).length)),
    store.sub(identityAtom, made.personChanged),
    store.sub(signInAtom, made.personChanged),
    listenTo(window, 'online', hurry),
    listenTo(window, 'pageshow', hurry),
    listenTo(document, 'visibilitychange', hurry),
  ]
  stop = () => {
    for (const end of ends) end()
    ended = true
    made.personChanged()
    channel?.close()
  }
  return made
}

const listenTo = (target: EventTarget, event: string, heard: () => void) => {
  target.addEventListener(event, heard)
  return () => target.removeEventListener(event, heard)
}
