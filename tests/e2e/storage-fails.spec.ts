import type { Page } from 'playwright/test'
import { expectAndRecord } from './support/expect-and-record.ts'
import { recordOutcomes } from './support/outcomes.ts'
import { expect, test } from './support/test.ts'
import type { Workstation } from './support/workstation.ts'

// If the device is full or its database is lost, the app does not claim to have stored anything.

const errorTone = [1350, 900, 600]
const notSavedText = 'Not saved: this device cannot store anything now.'

// From the next page load on, the returned function can fill the disk: writes then abort with the browser's
// own error.
const simulateFullDisk = async (page: Page) => {
  await page.addInitScript(() => {
    const { prototype } = IDBDatabase
    const transaction = Reflect.get(prototype, 'transaction')
    prototype.transaction = function (this: IDBDatabase, names, mode, options) {
      const created = transaction.call(this, names, mode, options)
      if (mode !== 'readwrite' || !Object.hasOwn(window, 'isDiskFull')) return created
      const error = new DOMException(
        'Encountered full disk while committing transaction.',
        'QuotaExceededError',
      )
      Object.defineProperty(created, 'error', { get: () => error })
      queueMicrotask(() => created.abort())
      return created
    }
  })
  return (isFull: boolean) =>
    page.evaluate((full) => {
      if (full) Object.assign(window, { isDiskFull: true })
      else Reflect.deleteProperty(window, 'isDiskFull')
    }, isFull)
}

// Deletes the site's databases, as the browser's settings do.
const clearDatabases = async (page: Page) => {
  const session = await page.context().newCDPSession(page)
  const { origin } = new URL(page.url())
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'indexeddb' })
  await session.detach()
}

// The browser refuses databases from the next page load on, until `allowDatabases`.
const forbidDatabases = (page: Page) =>
  page.addInitScript(() => {
    const open = Reflect.get(IDBFactory.prototype, 'open')
    IDBFactory.prototype.open = () => {
      throw new DOMException('The user denied permission to access the database.', 'SecurityError')
    }
    Object.assign(window, { allowDatabases: () => Object.assign(IDBFactory.prototype, { open }) })
  })
const allowDatabases = (page: Page) =>
  page.evaluate(() => (window as unknown as { allowDatabases: () => void }).allowDatabases())

// After a pick that was not stored: message, error tone, the quantity in its line, and no claim of success.
const expectNotSaved = async (station: Workstation, barcode: string) => {
  await expect(station.strip).toContainText(notSavedText)
  await expect(station.line(barcode)).toContainText(notSavedText)
  await expect(station.quantityOf(barcode)).toHaveValue('20')
  await expect(station.page.getByText('saved on this device')).toHaveCount(0)
  await expect(station.text('0 of 1 line')).toBeVisible()
}

test('Fault 14: a full disk: an audible error, not saved; with free space again the same scan works', async ({
  station,
  warehouse,
}) => {
  const outcomes = await recordOutcomes(station.page)
  const setFull = await simulateFullDisk(station.page)
  const [barcode = ''] = await warehouse.plants(1)
  const tag = await warehouse.issuance([{ barcode, ordered: 20 }])
  await station.begin('pia.picker', warehouse.place)
  await station.openIssuance(tag)
  await setFull(true)
  warehouse.network.calls.length = 0
  await station.scanner.scan(barcode)
  await expectNotSaved(station, barcode)
  await expectAndRecord(station.strip, notSavedText)
  await expect.poll(async () => (await outcomes.tones()).at(-1)).toEqual(errorTone)
  // Only presence calls were sent, no changes.
  expect(warehouse.network.calls.filter(({ idempotencyKey }) => idempotencyKey !== undefined)).toEqual([])
  expect((await warehouse.summaryOf(tag)).lines).toEqual([`${barcode} RESERVED 20/-`])

  await setFull(false)
  await station.scanner.scan('%T.OK', barcode)
  await expect(station.strip).toContainText(`${barcode}: picked 20 of 20.`)
  expect((await warehouse.summaryOf(tag)).lines).toEqual([`${barcode} PICKED 20/20`])
})

test('no database at all: an audible error, not saved; with one the same scan works', async ({
  station,
  warehouse,
}) => {
  const outcomes = await recordOutcomes(station.page)
  await forbidDatabases(station.page)
  const [barcode = ''] = await warehouse.plants(1)
  const tag = await warehouse.issuance([{ barcode, ordered: 20 }])
  await station.begin('pia.picker', warehouse.place)
  await station.openIssuance(tag)
  await station.scanner.scan(barcode)
  await expectNotSaved(station, barcode)
  await expect.poll(async () => (await outcomes.tones()).at(-1)).toEqual(errorTone)
  expect((await warehouse.summaryOf(tag)).lines).toEqual([`${barcode} RESERVED 20/-`])

  await allowDatabases(station.page)
  await station.scanner.scan('%T.OK', barcode)
  await expect(station.strip).toContainText(`${barcode}: picked 20 of 20.`, { timeout: 30_000 })
  expect((await warehouse.summaryOf(tag)).lines).toEqual([`${barcode} PICKED 20/20`])
})

test('databases deleted under the open page: the app stores pending work again and sends it', async ({
  station,
  warehouse,
}) => {
  const [first = '', second = ''] = await warehouse.plants(2)
  const tag = await warehouse.issuance([first, second].map((barcode) => ({ barcode, ordered: 20 })))
  await station.begin('pia.picker', warehouse.place)
  await station.openIssuance(tag)
  await station.unplug()
  await station.scanner.scan(first)
  await expect(station.strip).toContainText(`${first}: 20 saved on this device.`)
  await clearDatabases(station.page)
  await expect.poll(() => station.waitingInOutbox()).toBe(1)
  await station.scanner.scan(second)
  await expect(station.strip).toContainText(`${second}: 20 saved on this device.`)
  expect(await station.waitingInOutbox()).toBe(2)
  // The reload removes the page's memory: only the stored operations count.
  await station.plugIn()
  await station.page.reload()
  await expect
    .poll(async () => (await warehouse.summaryOf(tag)).lines)
    .toEqual([first, second].map((barcode) => `${barcode} PICKED 20/20`).toSorted())
})
