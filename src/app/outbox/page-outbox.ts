// Connects the page's outbox to the browser's APIs.
import { perform } from '#app/api/client.ts'
import { onLedgerState } from '#app/api/ledger-state.ts'
import { configAtom } from '#app/state/config.ts'
import { requestReload } from '#app/state/live.ts'
import { isDisconnected, networkNoticeAtom } from '#app/state/online.ts'
import { identityAtom, rightsReadAtAtom, signInAtom } from '#app/state/session.ts'
import { store } from '#app/state/store.ts'
import { hasWorkHeldForRightAtom, reportUnfinishedWork } from '#app/state/unfinished-work.ts'
import { MISSING_RIGHT_PREFIX } from '#core/outbox/index.ts'
import { type AppState, createOutbox, type Outbox } from './outbox.ts'
import { createConfirmedStore } from './restore/confirmed-store.ts'
import { createRestoreWatch, type RestoreWatch } from './restore/watch-restore.ts'
import { createStorage, type OutboxStorage } from './storage.ts'

let current: Outbox | undefined
let stop: (() => void) | undefined
let watch: RestoreWatch | undefined

/** Detects whether the server was restored from an older backup. */
export function restoreWatch(): RestoreWatch {
  outbox()
  if (!watch) throw new Error('The outbox was opened without its watch')
  return watch
}

/** The outbox of this page; created at first use. */
export function outbox(): Outbox {
  return (current ??= open(createStorage()))
}

/** Replaces the outbox with one on this storage, for tests. */
export function installOutbox(storage: OutboxStorage): Outbox {
  stop?.()
  current = open(storage)
  return current
}

const waitsForRight = ({ operations, person }: AppState) =>
  operations.some(
    ({ user, state, why }) =>
      user === person && state === 'held' && why?.code.startsWith(MISSING_RIGHT_PREFIX),
  )

const NAME = 'trimline.outbox'

// Each open page holds a lock with its name; the browser releases it when the page ends or crashes.
const lockOf = (page: string) => `${NAME}.page.${page}`

const open = (storage: OutboxStorage): Outbox => {
  const { locks }: Partial<Pick<Navigator, 'locks'>> = navigator
  const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(NAME)
  const page = crypto.randomUUID()
  const untilPageEnds = new Promise<never>(() => undefined)
  locks?.request(lockOf(page), () => untilPageEnds).catch(() => undefined)
  let isStopped = false
  let updateLeadership = () => {}
  const person = () => {
    const signIn = store.get(signInAtom)
    const isSignedOut = isStopped || signIn === 'ended' || signIn === 'none'
    return isSignedOut ? null : (store.get(identityAtom)?.userName ?? null)
  }
  const clock = {
    // An older server does not list this extension in its settings; no settings are loaded during startup.
    remembersKeys: () => store.get(configAtom)?.extensions.includes('idempotency') ?? true,
    now: () => Date.now(),
    elapsed: () => performance.now(),
    newId: () => crypto.randomUUID(),
    after: (run: () => void, ms: number) => {
      const timer = setTimeout(run, ms)
      return () => clearTimeout(timer)
    },
  }
  const createdWatch = createRestoreWatch({
    ...clock,
    store: createConfirmedStore(clock.now),
    perform,
    person,
    server: store.get(configAtom)?.apiBase ?? '',
    reload: requestReload,
  })
  watch = createdWatch
  onLedgerState(createdWatch.note)
  const created = createOutbox({
    ...clock,
    storage,
    perform,
    person,
    readSince: createdWatch.foundAt,
    confirmed: createdWatch.confirmed,
    page: {
      name: page,
      isAlive: async (name) => {
        const { held = [] } = (await locks?.query()) ?? {}
        return held.some((lock) => lock.name === lockOf(name))
      },
    },
    // Leader election: the leader tab holds the lock while it is open and signed in. Without locks every page
    // sends; the idempotency keys make that harmless.
    requestLeadership: (begin) => {
      if (!locks) {
        begin()
        return
      }
      let releaseLock: (() => void) | undefined
      const requestLock = () => {
        const request = new AbortController()
        releaseLock = () => request.abort()
        const onLockGranted = () => {
          if (request.signal.aborted) return undefined
          const endLeadership = begin()
          return new Promise<void>((release) => {
            releaseLock = () => {
              endLeadership()
              release()
            }
          })
        }
        locks.request(NAME, { signal: request.signal }, onLockGranted).catch(() => undefined)
      }
      updateLeadership = () => {
        if (person() !== null && !releaseLock) requestLock()
        else if (person() === null && releaseLock) {
          releaseLock()
          releaseLock = undefined
        }
      }
      updateLeadership()
    },
    channel: {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has none
      post: (message) => channel?.postMessage(message),
      listen: (listener) => {
        channel?.addEventListener('message', ({ data }) => listener(data))
      },
    },
  })
  const personChanged = () => {
    created.personChanged()
    createdWatch.personChanged()
    updateLeadership()
  }
  const retryIfVisible = () => document.visibilityState === 'visible' && created.retryNow()
  let wasCutOff = isDisconnected()
  const networkChanged = () => {
    const isOver = wasCutOff && !isDisconnected()
    wasCutOff = isDisconnected()
    if (isOver) retryIfVisible()
  }
  const unsubscribers = [
    // Pending operations survive a reload; calls in flight would be interrupted.
    created.subscribe(() => reportUnfinishedWork('calls', Object.keys(created.state().inFlight).length)),
    created.subscribe(() => store.set(hasWorkHeldForRightAtom, waitsForRight(created.state()))),
    store.sub(identityAtom, personChanged),
    store.sub(signInAtom, personChanged),
    store.sub(rightsReadAtAtom, created.rightsRead),
    // A call was answered after an outage.
    store.sub(networkNoticeAtom, networkChanged),
    listenTo(window, 'online', retryIfVisible),
    listenTo(window, 'pageshow', retryIfVisible),
    listenTo(document, 'visibilitychange', retryIfVisible),
  ]
  stop = () => {
    for (const unsubscribe of unsubscribers) unsubscribe()
    isStopped = true
    personChanged()
    channel?.close()
  }
  return created
}

const listenTo = (target: EventTarget, event: string, listener: () => void) => {
  target.addEventListener(event, listener)
  return () => target.removeEventListener(event, listener)
}
