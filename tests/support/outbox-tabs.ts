import { onTestFinished, vi } from 'vitest'
import { emptyDatabases } from './indexed-db.ts'
import type { OutboxServer } from './outbox-server.ts'

// The app's outbox in several tabs of one browser. Each tab has its own modules, store and sign-in; they
// share the database, the locks and the channel.

interface Waiting {
  readonly tab: string
  readonly name: string
  readonly begin: () => Promise<unknown>
}

// The locks of a browser: the first request for a name holds it until it releases it or its tab closes.
class Locks {
  #queue: Waiting[] = []

  of(tab: string) {
    return {
      request: async (
        name: string,
        options: { readonly signal?: AbortSignal } | (() => Promise<unknown>),
        given?: () => Promise<unknown>,
      ) => {
        const begin = typeof options === 'function' ? options : (given ?? (async () => undefined))
        const entry = { tab, name, begin }
        this.#queue.push(entry)
        if (typeof options !== 'function') {
          options.signal?.addEventListener('abort', () => this.#leave(entry))
        }
        if (this.#first(name) === entry) this.#hold(entry)
      },
      query: async () => ({
        held: [...new Set(this.#queue.map(({ name }) => name))].map((name) => ({ name })),
      }),
    }
  }

  close(tab: string): void {
    for (const entry of this.#queue.filter((each) => each.tab === tab)) this.#leave(entry)
  }

  #first(name: string): Waiting | undefined {
    return this.#queue.find((each) => each.name === name)
  }

  #hold(entry: Waiting): void {
    void entry.begin().then(() => this.#leave(entry))
  }

  #leave(entry: Waiting): void {
    const held = this.#first(entry.name) === entry
    this.#queue = this.#queue.filter((each) => each !== entry)
    const next = this.#first(entry.name)
    if (held && next) this.#hold(next)
  }
}

export interface TabOptions {
  readonly locks?: boolean
}

/** Opens a browser whose tabs talk to a server. Everything is removed after the test. */
export function openBrowser(server: OutboxServer, { locks = true }: TabOptions = {}) {
  const shared = new Locks()
  const ends: (() => void)[] = []
  vi.stubGlobal('indexedDB', emptyDatabases())
  vi.stubGlobal('fetch', server.fetch)
  onTestFinished(() => {
    for (const end of ends) end()
    vi.unstubAllGlobals()
    Object.defineProperty(navigator, 'locks', { configurable: true, value: undefined })
  })
  let tabs = 0

  return {
    /** Opens a tab and signs in a person; null: signed out. */
    open: async (userName: string | null) => {
      tabs += 1
      const name = `tab ${tabs}`
      Object.defineProperty(navigator, 'locks', {
        configurable: true,
        value: locks ? shared.of(name) : undefined,
      })
      vi.resetModules()
      const { createClient, installClient } = await import('#app/api/client.ts')
      const { identityAtom, signInAtom } = await import('#app/state/session.ts')
      const { store } = await import('#app/state/store.ts')
      const { hasNoUnfinishedWork: nothingWaits, whenWorkIsFinished: whenNothingWaits } = await import(
        '#app/state/unfinished-work.ts'
      )
      const { outbox } = await import('#app/outbox/page-outbox.ts')
      const token = () => `${store.get(identityAtom)?.userName ?? ''}.token`
      installClient(
        createClient({
          apiBase: 'http://trimline.example/api/',
          tokens: {
            get: () => Promise.resolve(store.get(signInAtom) === 'good' ? token() : undefined),
            replace: () => Promise.resolve(undefined),
          },
        }),
      )
      const signIn = (as: string | null) => {
        store.set(identityAtom, as === null ? null : { userName: as, displayName: as, groups: [] })
        store.set(signInAtom, as === null ? 'none' : 'good')
      }
      signIn(userName)
      const box = outbox()
      await box.ready
      const close = () => {
        signIn(null)
        shared.close(name)
      }
      ends.push(close)
      return {
        box,
        signIn,
        /** The provider has ended the sign-in: the person and the screen stay. */
        endSignIn: () => store.set(signInAtom, 'ended'),
        close,
        nothingWaits,
        whenNothingWaits,
      }
    },
  }
}
