import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { noticesAtom } from '#app/state/notices.ts'
import { placeAtom } from '#app/state/place.ts'
import { store } from '#app/state/store.ts'
import { type UnfinishedWork, unfinishedWorkAtom } from '#input/kept/unfinished-work.ts'
import { type ContractServer, issuanceOf, startContractServer } from '#tests/support/contract-server.ts'
import { lineOf, notices, openScreens } from '#tests/support/document-screens.tsx'
import { startFakeDatabase } from '#tests/support/fake-database.ts'
import { startFakeLocks } from '#tests/support/fake-locks.ts'
import { pendingPick, storageWith } from '#tests/support/pending-picks.ts'

const SECOND = 'B000000002'
const THIRD = 'B000000003'
const ADDRESS = '/Issuance/Grower/10000001'

let server: ContractServer
beforeEach(async () => {
  startFakeDatabase()
  startFakeLocks()
  store.set(unfinishedWorkAtom, undefined)
  server = await startContractServer()
  const lines = ['B000000001', SECOND, THIRD].map((BarcodeID) => ({ BarcodeID, Qty: 40 }))
  server.issuances.set('10000001', issuanceOf('10000001', {}, lines))
})

const place = { location: 'WAT', season: { id: 'S1', name: 'Straw 2026', commodity: 'STRAW' as const } }
const scanOf = (text: string) => ({
  id: `scan-${text}`,
  text,
  raw: text,
  at: 1,
  address: ADDRESS,
  target: 'issuance.inventory.detail.10000001',
  state: 'waiting',
})
const workOf = (other: Partial<UnfinishedWork> = {}): UnfinishedWork => ({
  page: 'a page that is no more',
  at: Date.now(),
  place,
  address: ADDRESS,
  queue: { items: [scanOf(SECOND)] },
  n: 1,
  document: { address: ADDRESS, name: 'Issuance 10000001', done: 1, total: 3, barcode: THIRD },
  sameTab: false,
  ...other,
})
// Sets the stored work as the input of another page does at its start.
const start = (own: readonly UnfinishedWork[], others = {}, outbox = storageWith().storage) => {
  const page = openScreens(server.base, '/Dump/', { offersResume: true, outbox })
  store.set(unfinishedWorkAtom, { user: 'pia', own, others })
  return page
}
const question = () => screen.findByRole('alertdialog', { name: 'Go on with Issuance 10000001?' })

describe('work that a closed page left behind', () => {
  it('continues with one Enter: the document and its waiting scans', async () => {
    const page = start([workOf()])
    expect(await question()).toHaveTextContent('1 of 3 lines when you left, 1 scan waiting')
    await page.user.keyboard('{Enter}')
    expect(page.address()).toBe(ADDRESS)
    await waitFor(() => expect(page.outcome()).toBe(`${SECOND}: picked 40 of 40.`))
    expect(server.posts()).toHaveLength(1)
  })

  it('is also answered by a command barcode; another barcode waits, answers nothing, and runs there afterwards', async () => {
    const page = start([workOf({ queue: undefined, n: 0 })])
    await question()
    page.scan(THIRD)
    expect(screen.getByRole('alertdialog')).toBeVisible()
    page.scan('%T.YES', 1000)
    await waitFor(() => expect(page.address()).toBe(ADDRESS))
    expect(screen.queryByRole('alertdialog')).toBeNull()
    await waitFor(() => expect(page.outcome()).toBe(`${THIRD}: picked 40 of 40.`))
  })

  it('runs before scans made while the question was open, which run on the resulting screen', async () => {
    server.issuances.set('10000001', issuanceOf('10000001', {}, [{ BarcodeID: SECOND, Qty: 40 }]))
    const page = start([workOf()])
    await question()
    page.scan('%T.SHIP')
    await page.user.keyboard('{Enter}')
    await waitFor(() => expect(page.outcome()).toBe('Issuance SHIPPED: 40 plants, 1 line.'))
    expect(server.posts()).toHaveLength(2)
  })

  it('leaves scans made while the question was open to this screen if the person stays', async () => {
    const page = start([workOf({ queue: undefined, n: 0 })])
    await question()
    page.scan(THIRD)
    await page.user.keyboard('{Escape}')
    await waitFor(() => expect(page.outcome()).toMatch(/^A barcode does nothing on this screen/))
    expect(page.address()).toBe('/Dump/')
    expect(server.posts()).toEqual([])
  })

  it('shows the line at which the person stopped', async () => {
    const page = start([workOf({ queue: undefined, n: 0 })])
    await question()
    await page.user.keyboard('{Enter}')
    const line = await lineOf(THIRD)
    await waitFor(() => expect(line).toHaveAttribute('data-current', 'true'))
  })

  it('stays in the scan log if the person declines, and saves nothing', async () => {
    const page = start([workOf()])
    await question()
    await page.user.keyboard('{Escape}')
    await waitFor(() => expect(page.outcome()).toMatch(/1 scan may not be saved/))
    const logged = page.entries().filter(({ raw }) => raw !== '')
    expect(logged.map(({ text, code }) => `${text} ${code}`)).toEqual([`${SECOND} scan-abandoned`])
    expect(page.address()).toBe('/Dump/')
    expect(server.posts()).toEqual([])
  })

  it('returns to the place where it was done', async () => {
    const elsewhere = { ...place, season: { ...place.season, id: 'S0', name: 'Straw 2025' } }
    const page = start([workOf({ queue: undefined, n: 0, place: elsewhere })])
    await question()
    await page.user.keyboard('{Enter}')
    await waitFor(() => expect(store.get(placeAtom)).toEqual(elsewhere))
  })

  it('is not offered for a location where the person may not work', async () => {
    const page = start([workOf({ place: { ...place, location: 'CAC' } })])
    await waitFor(() => expect(page.outcome()).toMatch(/1 scan may not be saved/))
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })

  it('offers one document, and others only for their scans', async () => {
    const older = { page: 'an older one', document: undefined, address: '/AdjustTrim/' }
    const page = start([
      workOf({ queue: undefined, n: 0 }),
      workOf({ ...older, n: 2 }),
      workOf({ n: 0, queue: undefined, page: 'x' }),
    ])
    await question()
    await page.user.keyboard('{Escape}')
    expect(await screen.findByRole('alertdialog', { name: 'Go on with Adjust Trim?' })).toHaveTextContent(
      '2 scans waiting',
    )
    await page.user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  })
})

describe('on a shared device', () => {
  it('reports other users’ waiting operations and scans', async () => {
    const theirs = pendingPick('B000000001', { user: 'ravi' })
    const memory = storageWith(theirs)
    start([], { ravi: 2 }, memory.storage)
    expect(await notices().findByText('ravi has 3 waiting on this device')).toBeVisible()
    expect([...memory.operations.values()]).toEqual([theirs])
    expect(store.get(noticesAtom)).toHaveLength(1)
  })

  it('reports nothing if other users have nothing waiting', async () => {
    start([workOf()], { ravi: 0 }, storageWith(pendingPick('B000000001')).storage)
    await question()
    expect(store.get(noticesAtom).filter(({ code }) => code === 'resume.others')).toEqual([])
  })
})
