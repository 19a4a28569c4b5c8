import type { Page } from 'playwright/test'
import { listenToOutcomes } from './support/outcomes.ts'
import { reads } from './support/reads.ts'
import { expect, test } from './support/test.ts'
import type { Workstation } from './support/workstation.ts'

// The device has no room, or its database is lost: nothing pretends to be kept.

const ERROR = [1350, 900, 600]
const NOT_SAVED = 'Not saved: this device cannot store anything now.'

// From the next page load on the disk can be full: what is written is taken back at its end, with the
// browser's own error.
const fill = async (page: Page) => {
  await page.addInitScript(() => {
    const of = IDBDatabase.prototype
    const transaction = Reflect.get(of, 'transaction')
    of.transaction = function (this: IDBDatabase, names, mode, options) {
      const made = transaction.call(this, names, mode, options)
      if (mode !== 'readwrite' || !Object.hasOwn(window, 'isDiskFull')) return made
      const error = new DOMException(
        'Encountered full disk while committing transaction.',
        'QuotaExceededError',
      )
      Object.defineProperty(made, 'error', { get: () => error })
      queueMicrotask(() => made.abort())
      return made
    }
  })
  return (isFull: boolean) =>
    page.evaluate((full) => {
      if (full) Object.assign(window, { isDiskFull: true })
      else Reflect.deleteProperty(window, 'isDiskFull')
    }, isFull)
}

// The databases of the site are cleared, as by the settings of the browser.
const clear = async (page: Page) => {
  const session = await page.context().newCDPSession(page)
  const { origin } = new URL(page.url())
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'indexeddb' })
  await session.detach()
}

// A browser that lets no site have a database, from the next page load on, until `allow`.
const forbid = (page: Page) =>
  page.addInitScript(() => {
    const open = Reflect.get(IDBFactory.prototype, 'open')
    IDBFactory.prototype.open = () => {
      throw new DOMException('The user denied permission to access the database.', 'SecurityError')
    }
    Object.assign(window, { allowDatabases: () => Object.assign(IDBFactory.prototype, { open }) })
  })
const allow = (page: Page) =>
  page.evaluate(() => (window as unknown as { allowDatabases: () => void }).allowDatabases())

// What a pick that could not be kept leaves behind: the word, the tone, the quantity on its line, and nothing
// that claims more.
const isNotSaved = async (station: Workstation, barcode: string) => {
  await expect(station.strip).toContainText(NOT_SAVED)
  await expect(station.line(barcode)).toContainText(NOT_SAVED)
  await expect(station.quantityOf(barcode)).toHaveValue('20')
  await expect(station.page.getByText('saved here')).toHaveCount(0)
  await expect(station.text('0 of 1 line')).toBeVisible()
}

test('Fault 14: a full disk: not saved, aloud; and with room again the same scan goes through', async ({
  station,
  warehouse,
}) => {
  const outcomes = await listenToOutcomes(station.page)
  const setFull = await fill(station.page)
  const [barcode = ''] = await warehouse.plants(1)
  const tag = await warehouse.issuance([{ barcode, ordered: 20 }])
  await station.begin('pia.picker', warehouse.place)
  await station.openIssuance(tag)
  await setFull(true)
  warehouse.network.calls.length = 0
  await station.scanner.scan(barcode)
  await isNotSaved(station, barcode)
  await reads(station.strip, NOT_SAVED)
  await expect.poll(async () => (await outcomes.heard()).at(-1)).toEqual(ERROR)
  // No change was sent: who is there is none.
  expect(warehouse.network.calls.filter(({ idempotencyKey }) => idempotencyKey !== undefined)).toEqual([])
  expect((await warehouse.summaryOf(tag)).lines).toEqual([`${barcode} RESERVED 20/-`])

  await setFull(false)
  await station.scanner.scan('%T.OK', barcode)
  await expect(station.strip).toContainText(`${barcode}: picked 20 of 20.`)
  expect((await warehouse.summaryOf(tag)).lines).toEqual([`${barcode} PICKED 20/20`])
})

test('no database at all: not saved, aloud; and with one the same scan goes through', async ({
  station,
  warehouse,
}) => {
  const outcomes = await listenToOutcomes(station.page)
  await forbid(station.page)
  const [barcode = ''] = await warehouse.plants(1)
  const tag = await warehouse.issuance([{ barcode, ordered: 20 }])
  await station.begin('pia.picker', warehouse.place)
  await station.openIssuance(tag)
  await station.scanner.scan(barcode)
  await isNotSaved(station, barcode)
  await expect.poll(async () => (await outcomes.heard()).at(-1)).toEqual(ERROR)
  expect((await warehouse.summaryOf(tag)).lines).toEqual([`${barcode} RESERVED 20/-`])

  await allow(station.page)
  await station.scanner.scan('%T.OK', barcode)
  await expect(station.strip).toContainText(`${barcode}: picked 20 of 20.`, { timeout: 30_000 })
  expect((await warehouse.summaryOf(tag)).lines).toEqual([`${barcode} PICKED 20/20`])
})

test('databases cleared under the open page: what was saved here is saved again, and goes out', async ({
  station,
  warehouse,
}) => {
  const [first = '', second = ''] = await warehouse.plants(2)
  const tag = await warehouse.issuance([first, second].map((barcode) => ({ barcode, ordered: 20 })))
  await station.begin('pia.picker', warehouse.place)
  await station.openIssuance(tag)
  await station.unplug()
  await station.scanner.scan(first)
  await expect(station.strip).toContainText(`${first}: 20 saved here.`)
  await clear(station.page)
  await expect.poll(() => station.waitingInOutbox()).toBe(1)
  await station.scanner.scan(second)
  await expect(station.strip).toContainText(`${second}: 20 saved here.`)
  expect(await station.waitingInOutbox()).toBe(2)
  // What stands on the disk is what counts: the page that knew it is gone.
  await station.plugIn()
  await station.page.reload()
  await expect
    .poll(async () => (await warehouse.summaryOf(tag)).lines)
    .toEqual([first, second].map((barcode) => `${barcode} PICKED 20/20`).toSorted())
})
