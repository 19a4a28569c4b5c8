import { render, screen, waitFor } from '@testing-library/react'
import { Provider } from 'jotai'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { newReleaseAtom } from '#app/state/release.ts'
import { store } from '#app/state/store.ts'
import { reportUnfinishedWork } from '#app/state/unfinished-work.ts'
import { requestPersistentStorage, startBackgroundWork } from './background-work.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { followReleases } from './release.ts'

// A fake of the browser's service workers, with the parts that a page uses.
class Worker extends EventTarget {
  state = 'installing'
  readonly messages: unknown[] = []
  postMessage(message: unknown) {
    this.messages.push(message)
  }
  settle() {
    this.state = 'installed'
    this.dispatchEvent(new Event('statechange'))
  }
}
class Registration extends EventTarget {
  active: Worker | null = null
  waiting: Worker | null = null
  installing: Worker | null = null
  /** The worker that an update finds on the server. */
  found: Worker | null = null
  unregister = vi.fn(() => Promise.resolve(true))
  async update() {
    if (!this.found) return
    this.installing = this.found
    this.dispatchEvent(new Event('updatefound'))
    const found = this.found
    queueMicrotask(() => {
      this.waiting = found
      this.installing = null
      found.settle()
    })
  }
}

let registration: Registration
let workers: EventTarget & { controller: Worker | null }
let reloads: number
let served: () => Promise<string>

const script = (name: string) => `<div id="root"></div><script src="/assets/start-${name}.js"></script>`
const follow = () => {
  const container = Object.assign(workers, { register: () => Promise.resolve(registration) })
  return followReleases({
    workers: container as never,
    readPage: () => served(),
    reload: () => {
      reloads += 1
    },
  })
}

beforeEach(() => {
  // Removes the listeners of the previous test's page.
  const listening = vi.spyOn(window, 'addEventListener')
  onTestFinished(() => {
    for (const [type, listener] of listening.mock.calls) window.removeEventListener(type, listener)
    listening.mockRestore()
  })
  registration = new Registration()
  workers = Object.assign(new EventTarget(), { controller: null })
  reloads = 0
  served = () => Promise.resolve(script('A'))
  store.set(newReleaseAtom, null)
  reportUnfinishedWork('scans', 0)
  document.head.innerHTML = '<script type="text/plain" src="/assets/start-A.js"></script>'
})
const known = () => store.get(newReleaseAtom)
const working = () => {
  registration.active = new Worker()
  workers.controller = registration.active
}

describe('a newer release', () => {
  it('is announced when it is installed, and takes over only when it is loaded', async () => {
    working()
    await follow()
    expect(known()).toBeNull()
    registration.found = new Worker()
    window.dispatchEvent(new Event('online'))
    await waitFor(() => expect(known()).not.toBeNull())
    expect(registration.found.messages).toEqual([])
    known()?.load()
    expect(registration.found.messages).toEqual(['take over'])
    expect(reloads).toBe(0)
    workers.dispatchEvent(new Event('controllerchange'))
    expect(reloads).toBe(1)
  })

  it('is requested again if its worker missed the message, and reloads once, even without the change event', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    working()
    const next = new Worker()
    registration.waiting = next
    await follow()
    known()?.load()
    vi.advanceTimersByTime(2000)
    expect(next.messages).toEqual(['take over', 'take over'])
    expect(reloads).toBe(0)
    registration.active = next
    registration.waiting = null
    vi.advanceTimersByTime(2000)
    expect(reloads).toBe(1)
    workers.dispatchEvent(new Event('controllerchange'))
    vi.advanceTimersByTime(10_000)
    expect(reloads).toBe(1)
  })

  it('is loaded from the server if the browser blocks it, once the server answers and nothing is pending', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    working()
    registration.waiting = new Worker()
    served = () => Promise.reject(new TypeError('Failed to fetch'))
    await follow()
    known()?.load()
    await vi.advanceTimersByTimeAsync(20_000)
    expect([registration.unregister.mock.calls.length, reloads]).toEqual([0, 0])
    reportUnfinishedWork('scans', 1)
    served = () => Promise.resolve(script('B'))
    await vi.advanceTimersByTimeAsync(20_000)
    expect([registration.unregister.mock.calls.length, reloads]).toEqual([0, 0])
    reportUnfinishedWork('scans', 0)
    await vi.advanceTimersByTimeAsync(2000)
    expect([registration.unregister.mock.calls.length, reloads]).toEqual([1, 1])
  })

  it('is announced immediately if it was already waiting', async () => {
    working()
    registration.waiting = new Worker()
    await follow()
    expect(known()).not.toBeNull()
  })

  it('is not announced when the app is stored on the device for the first time', async () => {
    const first = new Worker()
    registration.found = first
    await follow()
    await registration.update()
    await waitFor(() => expect(first.state).toBe('installed'))
    expect(known()).toBeNull()
    expect(reloads).toBe(0)
  })
})

describe('a missing file of this page', () => {
  const miss = () => void window.dispatchEvent(new Event('vite:preloadError'))

  it('means a newer release, which loads as soon as nothing is pending', async () => {
    await follow()
    reportUnfinishedWork('scans', 2)
    served = () => Promise.resolve(script('B'))
    miss()
    await waitFor(() => expect(known()).not.toBeNull())
    expect(reloads).toBe(0)
    reportUnfinishedWork('scans', 1)
    expect(reloads).toBe(0)
    reportUnfinishedWork('scans', 0)
    expect(reloads).toBe(1)
  })

  it('lets the newer worker take over first; otherwise the same page would return', async () => {
    working()
    await follow()
    served = () => Promise.resolve(script('B'))
    miss()
    await waitFor(() => expect(known()).not.toBeNull())
    expect(reloads).toBe(0)
    registration.found = new Worker()
    miss()
    await waitFor(() => expect(registration.found?.messages).toEqual(['take over']))
  })

  it.each([
    ['there is no network', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['a captive portal answers', () => Promise.resolve('<html>sign in</html>')],
    ['the server has the same release', () => Promise.resolve(script('A'))],
  ])('does not mean a newer release if %s', async (_, page) => {
    served = page
    await follow()
    miss()
    served = () => Promise.resolve(script('B'))
    miss()
    await waitFor(() => expect(known()).not.toBeNull())
    // Count only the reload for the newer release.
    expect(reloads).toBe(1)
  })

  it.each([
    'Failed to fetch dynamically imported module: /assets/list-A.js',
    'Unable to preload CSS for /assets/list-A.css',
  ])('is reported in place of its screen: %s', (message) => {
    vi.spyOn(console, 'error').mockReturnValue()
    const Gone = () => {
      throw new TypeError(message)
    }
    const show = () =>
      render(
        <Provider store={store}>
          <ErrorBoundary>
            <Gone />
          </ErrorBoundary>
        </Provider>,
      )
    const view = show()
    expect(screen.getByRole('alert')).toHaveTextContent(/^This screen could not be loaded/)
    view.unmount()
    store.set(newReleaseAtom, { load: () => (reloads += 1) })
    show()
    expect(screen.getByRole('alert')).toHaveTextContent(/^A new version is ready: reload/)
    screen.getByRole('button', { name: 'Load again' }).click()
    expect(reloads).toBe(1)
  })
})

// What Health shows: src/features/health/client/health.test.tsx.
describe('11. The app asks the browser to keep the storage; Health shows the answer, the used space, and the pending operations with their age.', () => {
  it.each([
    ['a handheld', true, 1],
    ['any other device, which might ask the person', false, 0],
  ])('requests storage on %s', async (_, coarse, times) => {
    const persist = vi.fn(() => Promise.resolve(true))
    vi.stubGlobal('matchMedia', () => ({ matches: coarse }))
    vi.stubGlobal('navigator', {
      userAgent: '',
      storage: { persisted: () => Promise.resolve(false), persist },
    })
    onTestFinished(() => void vi.unstubAllGlobals())
    startBackgroundWork()
    await Promise.resolve()
    expect(persist).toHaveBeenCalledTimes(times)
  })

  it.each([
    [false, 1],
    [true, 0],
  ])('requests storage once (granted before: %s)', async (persisted, times) => {
    const persist = vi.fn(() => Promise.resolve(true))
    await requestPersistentStorage({ persisted: () => Promise.resolve(persisted), persist })
    expect(persist).toHaveBeenCalledTimes(times)
  })
})
