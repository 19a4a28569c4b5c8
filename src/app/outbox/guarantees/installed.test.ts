import { beforeEach, describe, expect, it, vi } from 'vitest'
import { LANE, pickOf } from '#tests/support/outbox-device.ts'
import { holdChanges, loseRequest, OutboxServer } from '#tests/support/outbox-server.ts'
import { openBrowser } from '#tests/support/outbox-tabs.ts'

let server: OutboxServer
beforeEach(() => {
  server = new OutboxServer()
  server.issuance('10000001', 'B000000001', 'B000000002')
})
// Long enough for a busy processor.
const waitUntil = (check: () => void) => vi.waitFor(check, { timeout: 15_000 })
type Tab = Awaited<ReturnType<ReturnType<typeof openBrowser>['open']>>
const pick = ({ box }: Tab, barcode: string, user = 'pia') =>
  box.append({ id: crypto.randomUUID(), user, lane: LANE, intent: pickOf(barcode) })
const requestsSent = (n: number) => waitUntil(() => expect(server.received.length).toBeGreaterThanOrEqual(n))
const effectsAre = (...barcodes: readonly string[]) =>
  waitUntil(() => expect(server.effects).toEqual(barcodes.map((each) => `pia: 10000001 ${each} PICKED 40`)))
// Its call has ended: the next one waits for a timer.
const callEnded = (tab: Tab) => waitUntil(() => expect(tab.nothingWaits()).toBe(true))
// Long enough for a call that must not be sent.
const waitIdle = async () => {
  for (let n = 0; n < 100; n += 1) {
    await new Promise((resolve) => {
      setImmediate(resolve)
    })
  }
}

describe('the leader tab', () => {
  it('3. is one open tab; another tab replaces it when it is closed', async () => {
    const browser = openBrowser(server)
    const first = await browser.open('pia')
    const second = await browser.open('pia')
    await waitUntil(() => expect(first.box.state().isLeader).toBe(true))
    expect(second.box.state().isLeader).toBe(false)
    await pick(second, 'B000000001')
    await effectsAre('B000000001')
    first.close()
    await waitUntil(() => expect(second.box.state().isLeader).toBe(true))
    await pick(second, 'B000000002')
    await effectsAre('B000000001', 'B000000002')
  })

  it('3. is every tab without browser locks, and each change has one effect', async () => {
    const browser = openBrowser(server, { locks: false })
    const tabs = [await browser.open('pia'), await browser.open('pia')] as const
    await waitUntil(() => expect(tabs.map(({ box }) => box.state().isLeader)).toEqual([true, true]))
    await pick(tabs[1], 'B000000001')
    await effectsAre('B000000001')
    await waitUntil(() => expect(tabs.map(({ box }) => box.pendingOf(LANE).length)).toEqual([0, 0]))
    expect(server.effects).toHaveLength(1)
  })

  it('7. is replaced by another tab when its person is no longer signed in', async () => {
    const browser = openBrowser(server)
    const first = await browser.open('pia')
    const second = await browser.open('pia')
    await waitUntil(() => expect(first.box.state().isLeader).toBe(true))
    first.endSignIn()
    await pick(second, 'B000000001')
    await effectsAre('B000000001')
    expect([first, second].map(({ box }) => box.state().isLeader)).toEqual([false, true])
    // It requests the lock again once a person is signed in.
    first.signIn('pia')
    second.close()
    await pick(first, 'B000000002')
    await effectsAre('B000000001', 'B000000002')
  })
})

describe('4. Sending is tried again', () => {
  it.each([
    ['the network is back', () => window.dispatchEvent(new Event('online'))],
    ['the page is shown again', () => window.dispatchEvent(new Event('pageshow'))],
    ['the page becomes visible', () => document.dispatchEvent(new Event('visibilitychange'))],
  ])('immediately when %s', async (_, happen) => {
    const tab = await openBrowser(server).open('pia')
    server.fault = loseRequest
    // No timer fires before it.
    vi.stubGlobal('setTimeout', () => 0)
    await pick(tab, 'B000000001')
    await requestsSent(1)
    await callEnded(tab)
    server.fault = undefined
    expect(server.effects).toEqual([])
    happen()
    await effectsAre('B000000001')
  })

  it.each([
    ['captive portal', 'portal'],
    ['refused origin', 'otherOrigin'],
  ] as const)('immediately when another call is answered after a %s', async (_, met) => {
    const tab = await openBrowser(server).open('pia')
    const { recordCall: noteCall } = await import('#app/state/online.ts')
    server.fault = loseRequest
    vi.stubGlobal('setTimeout', () => 0)
    await pick(tab, 'B000000001')
    await requestsSent(1)
    await callEnded(tab)
    noteCall(met, performance.now())
    server.fault = undefined
    expect(server.effects).toEqual([])
    noteCall('server', performance.now())
    await effectsAre('B000000001')
  })

  it('immediately when the person has signed in again', async () => {
    const tab = await openBrowser(server).open('pia')
    tab.endSignIn()
    await pick(tab, 'B000000001')
    await waitIdle()
    expect(server.received).toEqual([])
    tab.signIn('pia')
    await effectsAre('B000000001')
  })
})

// The bodies: tests/integration/platform/former-bodies.test.ts.
describe('10. A new version takes over only when no operation is in flight; the server accepts the bodies of the release before.', () => {
  it('waits while a call is in flight, and no longer', async () => {
    const tab = await openBrowser(server).open('pia')
    const { fault, letGo } = holdChanges()
    server.fault = fault
    expect(tab.nothingWaits()).toBe(true)
    await pick(tab, 'B000000001')
    await waitUntil(() => expect(server.changes()).toHaveLength(1))
    let reloads = 0
    tab.whenNothingWaits(() => {
      reloads += 1
    })
    await waitIdle()
    expect(reloads).toBe(0)
    letGo()
    await waitUntil(() => expect(reloads).toBe(1))
    expect(server.effects).toHaveLength(1)
  })

  it('does not wait for operations that need a network: they survive the reload', async () => {
    const tab = await openBrowser(server).open('pia')
    server.fault = loseRequest
    await pick(tab, 'B000000001')
    await requestsSent(1)
    await waitUntil(() => expect(tab.nothingWaits()).toBe(true))
    expect(tab.box.pendingOf(LANE)).toHaveLength(1)
  })
})

// All tabs: src/app/api/sign-in.test.ts; the listed work:
// src/features/sign-in/client/log-out-screen.test.tsx.
describe('15. Log-out in one tab ends all tabs; it names the pending work first, and keeps it.', () => {
  it('stops sending, and keeps pending operations for the person’s next sign-in', async () => {
    const tab = await openBrowser(server).open('pia')
    server.fault = loseRequest
    await pick(tab, 'B000000001')
    await requestsSent(1)
    await callEnded(tab)
    server.fault = undefined
    server.received.splice(0)
    tab.signIn(null)
    window.dispatchEvent(new Event('online'))
    await waitIdle()
    expect(server.received).toEqual([])
    tab.signIn('ravi')
    window.dispatchEvent(new Event('online'))
    await waitIdle()
    expect(server.received).toEqual([])
    tab.signIn('pia')
    await effectsAre('B000000001')
  })
})
