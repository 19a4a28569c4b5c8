// Connects the page's outbox to the browser's APIs.
import { perform } from '#app/api/client.ts'
import { onLedgerState } from '#app/api/ledger-state.ts'
import { configAtom } from '#app/state/config.ts'
import { requestReload } from '#app/state/live.ts'
import { isDisconnected, networkNoticeAtom } from '#app/state/online.ts'
import { identityAtom, rightsReadAtAtom, signInAtom } from '#app/state/session.ts'
import { store } from '#app/state/store.ts'
import { hasWorkHeldForRightAtom, reportUnfinishedWork } from '#app/state/unfinished-work.ts'
import { isHeldForRight } from '#core/outbox/index.ts'
import { createOutbox, type Outbox } from './outbox.ts'
import type { OutboxEnvironment } from './outbox-environment.ts'
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

const NAME = 'trimline.outbox'

// Each open page holds a lock with its name; the browser releases it when the page ends or crashes.
const lockOf = (page: string) => `${NAME}.page.${page}`

// What the outbox and its watch share of this page.
const createEnvironment = (isStopped: () => boolean) => ({
  perform,
  person: () => {
    const signIn = store.get(signInAtom)
    const isSignedOut = isStopped() || signIn === 'ended' || signIn === 'none'
    return isSignedOut ? null : (store.get(identityAtom)?.userName ?? null)
  },
  // An older server does not list this extension in its settings; no settings are loaded during startup.
  remembersKeys: () => store.get(configAtom)?.extensions.includes('idempotency') ?? true,
  now: () => Date.now(),
  elapsed: () => performance.now(),
  newId: () => crypto.randomUUID(),
  after: (run: () => void, ms: number) => {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
})

// This page's name, which it holds as a lock.
const createPage = (locks: LockManager | undefined): NonNullable<OutboxEnvironment['page']> => {
  const page = crypto.randomUUID()
  const untilPageEnds = new Promise<never>(() => undefined)
  locks?.request(lockOf(page), () => untilPageEnds).catch(() => undefined)
  return {
    name: page,
    isAlive: async (name) => {
      const { held = [] } = (await locks?.query()) ?? {}
      return held.some((lock) => lock.name === lockOf(name))
    },
  }
}

const createChannel = (channel: BroadcastChannel | undefined): OutboxEnvironment['channel'] => ({
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has none
  post: (message) => channel?.postMessage(message),
  listen: (listener) => {
    channel?.addEventListener('message', ({ data }) => listener(data))
  },
})

// Leader election: the leader tab holds the lock while it is open and signed in. Without locks every page
// sends; the idempotency keys make that harmless. `update`: a person has signed in or out.
const createElection = (locks: LockManager | undefined, person: () => string | null) => {
  let releaseLock: (() => void) | undefined
  let onLeading: (() => () => void) | undefined
  const requestLock = (begin: () => () => void) => {
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
    locks?.request(NAME, { signal: request.signal }, onLockGranted).catch(() => undefined)
  }
  const update = () => {
    if (!onLeading) return
    if (person() !== null && !releaseLock) requestLock(onLeading)
    else if (person() === null && releaseLock) {
      releaseLock()
      releaseLock = undefined
    }
  }
  const requestLeadership = (begin: () => () => void) => {
    if (!locks) {
      begin()
      return
    }
    onLeading = begin
    update()
  }
  return { requestLeadership, update }
}

const open = (storage: OutboxStorage): Outbox => {
  const { locks }: Partial<Pick<Navigator, 'locks'>> = navigator
  const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(NAME)
  let isStopped = false
  const environment = createEnvironment(() => isStopped)
  const page = createPage(locks)
  const createdWatch = createRestoreWatch({
    ...environment,
    store: createConfirmedStore(environment.now),
    server: store.get(configAtom)?.apiBase ?? '',
    reload: requestReload,
  })
  watch = createdWatch
  onLedgerState(createdWatch.note)
  const election = createElection(locks, environment.person)
  const created = createOutbox({
    ...environment,
    storage,
    readSince: createdWatch.foundAt,
    confirmed: createdWatch.confirmed,
    page,
    requestLeadership: election.requestLeadership,
    channel: createChannel(channel),
  })
  const personChanged = () => {
    created.personChanged()
    createdWatch.personChanged()
    election.update()
  }
  const unsubscribers = [
    ...reportWork(created),
    ...followPerson(created, personChanged),
    ...retryOnReturn(created),
  ]
  stop = () => {
    for (const unsubscribe of unsubscribers) unsubscribe()
    isStopped = true
    personChanged()
    channel?.close()
  }
  return created
}

const reportWork = ({ subscribe, state }: Outbox) => [
  // Pending operations survive a reload; calls in flight would be interrupted.
  subscribe(() => reportUnfinishedWork('calls', Object.keys(state().inFlight).length)),
  subscribe(() => {
    const isWaiting = state().operations.some((each) => isHeldForRight(state(), each))
    store.set(hasWorkHeldForRightAtom, isWaiting)
  }),
]

const followPerson = ({ rightsRead }: Outbox, personChanged: () => void) => [
  store.sub(identityAtom, personChanged),
  store.sub(signInAtom, personChanged),
  store.sub(rightsReadAtAtom, rightsRead),
]

// A retry may succeed when the network is back or the page is visible again.
const retryOnReturn = ({ retryNow }: Outbox) => {
  const retryIfVisible = () => document.visibilityState === 'visible' && retryNow()
  let wasCutOff = isDisconnected()
  const networkChanged = () => {
    const isOver = wasCutOff && !isDisconnected()
    wasCutOff = isDisconnected()
    if (isOver) retryIfVisible()
  }
  return [
    // A call was answered after an outage.
    store.sub(networkNoticeAtom, networkChanged),
    listenTo(window, 'online', retryIfVisible),
    listenTo(window, 'pageshow', retryIfVisible),
    listenTo(document, 'visibilitychange', retryIfVisible),
  ]
}

const listenTo = (target: EventTarget, event: string, listener: () => void) => {
  target.addEventListener(event, listener)
  return () => target.removeEventListener(event, listener)
}
