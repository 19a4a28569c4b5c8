import { act, fireEvent, render, screen } from '@testing-library/react'
import { Provider } from 'jotai'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { liveAtom } from '#app/state/live.ts'
import { noticesAtom, notify } from '#app/state/notices.ts'
import {
  followNetwork,
  networkNoticeAtom,
  type Responder,
  recordCall,
  recordNoConnection,
} from '#app/state/online.ts'
import { store } from '#app/state/store.ts'
import { Dialog } from '#app/ui/dialog.tsx'
import { type Input, InputContext } from '#input/input-context.ts'
import { actAsHandheld } from '#tests/support/handheld.ts'
import { NetworkNotice } from './network-notice.tsx'
import { Toasts } from './toasts.tsx'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  store.set(noticesAtom, [])
})
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))

describe('a passing notice', () => {
  const show = () =>
    render(
      <Provider store={store}>
        <Toasts />
      </Provider>,
    )
  const shown = () => screen.queryAllByRole('listitem').map(({ textContent }) => textContent)

  it('closes after five seconds', async () => {
    show()
    act(() => void notify('online'))
    expect(shown()).toEqual(['Online'])
    await pass(4_999)
    expect(shown()).toEqual(['Online'])
    await pass(1)
    expect(shown()).toEqual([])
  })

  it('appears once if it is repeated, for its full time', async () => {
    show()
    act(() => void notify('online'))
    await pass(3_000)
    act(() => void notify('online'))
    await pass(3_000)
    expect(shown()).toEqual(['Online'])
    await pass(2_000)
    expect(shown()).toEqual([])
  })

  it('leaves Escape to the dialog below it', async () => {
    const close = vi.fn()
    render(
      <Provider store={store}>
        <Dialog open title="Commands" onClose={close}>
          <input aria-label="Filter" />
        </Dialog>
        <Toasts />
      </Provider>,
    )
    act(() => void notify('online'))
    expect(screen.getByText('Online')).toBeInTheDocument()
    act(() => screen.getByLabelText('Filter').focus())
    fireEvent.keyDown(screen.getByLabelText('Filter'), { key: 'Escape' })
    expect(close).toHaveBeenCalledTimes(1)
  })

  it('waits on a handheld until a held error is acknowledged, and then stays for its full time', async () => {
    actAsHandheld()
    let held = true
    let tell = () => {}
    const engine = {
      state: () => ({ held }),
      subscribe: (listener: () => void) => {
        tell = listener
        return () => {}
      },
    }
    render(
      <InputContext value={{ engine } as unknown as Input}>
        <Provider store={store}>
          <Toasts />
        </Provider>
      </InputContext>,
    )
    act(() => void notify('online'))
    await pass(60_000)
    expect(screen.queryByRole('listitem')).toBeNull()
    held = false
    act(() => tell())
    await pass(4_999)
    expect(screen.getByRole('listitem')).toHaveTextContent('Online')
    await pass(1)
    expect(screen.queryByRole('listitem')).toBeNull()
  })
})

describe('the network notice', () => {
  let stop = () => {}
  beforeEach(() => {
    stop = followNetwork()
    render(
      <Provider store={store}>
        <NetworkNotice />
      </Provider>,
    )
  })
  afterEach(() => {
    act(() => recordCall('server', performance.now()))
    stop()
    store.set(networkNoticeAtom, null)
  })
  const turn = (way: 'online' | 'offline') => act(() => void window.dispatchEvent(new Event(way)))

  it('stays while there is no network, and disappears five seconds after its return', async () => {
    turn('offline')
    await pass(60_000)
    expect(screen.getByText(/^Offline\./)).toBeVisible()
    turn('online')
    await pass(4_999)
    expect(screen.getByText('Online')).toBeVisible()
    await pass(1)
    expect(screen.queryByText('Online')).toBeNull()
  })

  it('is not removed by the timer of an earlier return', async () => {
    turn('offline')
    turn('online')
    await pass(3_000)
    turn('offline')
    await pass(5_000)
    expect(screen.getByText(/^Offline\./)).toBeVisible()
  })

  const meet = (met: Responder, began = performance.now()) => act(() => recordCall(met, began))
  const offline = () => screen.queryByText(/^Offline\./)

  it('appears after failed calls, whatever the browser reports, until a call is answered', () => {
    meet('nobody')
    expect(offline()).toBeNull()
    meet('nobody')
    expect(offline()).toBeVisible()
    meet('server')
    expect(offline()).toBeNull()
    expect(screen.getByText('Online')).toBeVisible()
  })

  it('reports delayed live updates for as long as they last', () => {
    act(() => store.set(liveAtom, 'silent'))
    expect(screen.getByText(/^Not live\. /)).toBeVisible()
    turn('offline')
    expect(screen.queryByText(/^Not live/)).toBeNull()
    expect(offline()).toBeVisible()
    turn('online')
    act(() => store.set(networkNoticeAtom, null))
    act(() => store.set(liveAtom, 'connected'))
    expect(screen.queryByText(/^Not live/)).toBeNull()
  })

  it('does not appear after a single failed call between others', () => {
    meet('nobody')
    meet('server')
    meet('nobody')
    expect(offline()).toBeNull()
  })

  it('trusts an answer more than the browser, but not an answer to an older call', async () => {
    await pass(10)
    const before = performance.now()
    await pass(10)
    turn('offline')
    meet('server', before)
    expect(offline()).toBeVisible()
    await pass(10)
    meet('server')
    expect(offline()).toBeNull()
  })

  it('appears immediately if the app has started without a network', () => {
    act(recordNoConnection)
    expect(offline()).toBeVisible()
    meet('server')
    expect(offline()).toBeNull()
  })

  it('links to the sign-in of a captive portal for as long as it is needed', () => {
    act(() => recordCall('portal', performance.now()))
    expect(screen.getByText(/^This network needs a sign-in first/)).toBeVisible()
    expect(screen.getByRole('link', { name: 'Open the network sign-in' })).toHaveAttribute('target', '_blank')
    act(() => recordCall('server', performance.now()))
    expect(screen.queryByRole('link')).toBeNull()
  })
})
