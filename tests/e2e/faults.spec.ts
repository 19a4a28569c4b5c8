import type { Page, Route } from 'playwright/test'
import { makeProblem, PROBLEM_MEDIA_TYPE } from '#core/wire/problem.ts'
import { expectAndRecord } from './support/expect-and-record.ts'
import { expect, test } from './support/test.ts'
import type { Warehouse } from './support/warehouse.ts'
import type { Workstation } from './support/workstation.ts'

// Faults that no other spec provokes, with the text that the person reads. Other specs test the other faults;
// see their titles.

const nextSave = (page: Page) =>
  page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/api/issuance'))

// Opens an issuance with these barcodes, 40 ordered of each. Returns its tag number.
const openPicking = async (station: Workstation, warehouse: Warehouse, barcodes: readonly string[]) => {
  const tag = await warehouse.issuance(barcodes.map((barcode) => ({ barcode, ordered: 40 })))
  await station.begin('pia.picker', warehouse.place)
  await station.openIssuance(tag)
  return tag
}

const expectPicked = async (warehouse: Warehouse, tag: string, barcodes: readonly string[]) => {
  const expectedLines = barcodes.map((barcode) => `${barcode} PICKED 40/40`).toSorted()
  await expect
    .poll(async () => (await warehouse.summaryOf(tag)).lines, { timeout: 40_000 })
    .toEqual(expectedLines)
}

test('Fault 01: the network goes in mid-save: saved on this device, then confirmed by itself', async ({
  station,
  warehouse,
}) => {
  const [barcode = ''] = await warehouse.plants(1)
  const before = await warehouse.stockOf(barcode)
  const tag = await openPicking(station, warehouse, [barcode])
  warehouse.network.slow(20_000)
  const saving = nextSave(station.page)
  await station.scanner.scan(barcode)
  await saving
  warehouse.network.goDown()
  await expectAndRecord(station.strip, `${barcode}: 40 saved on this device.`)
  await expect(station.line(barcode)).toContainText('On this device only')
  expect(await station.waitingInOutbox()).toBe(1)
  warehouse.network.recover()
  await expectPicked(warehouse, tag, [barcode])
  await expect.poll(() => station.waitingInOutbox(), { timeout: 40_000 }).toBe(0)
  await expect(station.line(barcode)).not.toContainText('On this device only')
  await expectAndRecord(station.line(barcode), 'PICKED')
  await station.scanner.scan('%T.SHIP')
  await expect(station.strip).toContainText('Issuance SHIPPED')
  expect((await warehouse.stockOf(barcode)).onHand).toBe(before.onHand - 40)
})

test('Fault 18: a malformed answer is held with what it said, and sent again by one key', async ({
  station,
  warehouse,
}) => {
  const [barcode = ''] = await warehouse.plants(1)
  const tag = await openPicking(station, warehouse, [barcode])
  const cutAnswer = async (route: Route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, body: (await answer.text()).slice(0, 40) })
  }
  await station.page.route('**/api/issuance', cutAnswer)
  await station.scanner.scan(barcode)
  await expectAndRecord(
    station.strip,
    `${barcode} is on this device only. The server sent an answer that could not be read.`,
  )
  await station.scanner.scan('%T.OK')
  await station.hands.press('Control+o')
  const row = station.rows(`Issuance ${tag}`)
  await expectAndRecord(row, 'Paused')
  await station.page.unroute('**/api/issuance', cutAnswer)
  await station.hands.press('r')
  await expect(station.text('The outbox is empty')).toBeVisible()
  await expectPicked(warehouse, tag, [barcode])
})

test('Fault 19: a change that the server always fails at is held after five tries; the others go on', async ({
  station,
  warehouse,
}) => {
  const [poison = '', behind = '', other = ''] = await warehouse.plants(3)
  const tag = await openPicking(station, warehouse, [poison, behind])
  const otherTag = await warehouse.issuance([{ barcode: other, ordered: 40 }])
  const problem = makeProblem('internal_error', 'The server failed.')
  const failAtPoison = async (route: Route) => {
    if (!(route.request().postData() ?? '').includes(poison)) return route.continue()
    return route.fulfill({
      status: problem.status,
      contentType: PROBLEM_MEDIA_TYPE,
      body: JSON.stringify(problem),
    })
  }
  await station.page.route('**/api/issuance', failAtPoison)
  await station.scanner.scan(poison)
  await expectAndRecord(station.strip, `${poison}: 40 saved on this device.`)
  await station.openIssuance(otherTag)
  await station.scanner.scan(other)
  await expectAndRecord(station.strip, `${other}: picked 40 of 40.`)
  await expectPicked(warehouse, otherTag, [other])
  // The app retries immediately when the network is back.
  const chip = station.header.getByRole('link', { name: /Go to the outbox/ })
  await expect
    .poll(async () => {
      await station.page.evaluate(() => window.dispatchEvent(new Event('online')))
      return chip.innerText()
    })
    .toContain('to fix')
  await station.scanner.scan('%T.OK')
  await station.hands.press('Control+o')
  await expectAndRecord(station.rows(`Issuance ${tag}`), 'Paused')
  await station.page.unroute('**/api/issuance', failAtPoison)
  await station.hands.press('r')
  await expect(station.text('The outbox is empty')).toBeVisible()
  await station.openIssuance(tag)
  await station.scanner.scan(behind)
  await expectPicked(warehouse, tag, [poison, behind])
})

test('Fault 20: a captive portal takes every call: saved on this device, and sent when it lets go', async ({
  station,
  warehouse,
}) => {
  const [barcode = ''] = await warehouse.plants(1)
  const tag = await openPicking(station, warehouse, [barcode])
  warehouse.network.setCaptivePortal(true)
  await station.scanner.scan(barcode)
  await expectAndRecord(station.strip, `${barcode}: 40 saved on this device.`)
  await expectAndRecord(station.bar('This network needs a sign-in first'), 'sign-in')
  warehouse.network.setCaptivePortal(false)
  await expectPicked(warehouse, tag, [barcode])
})

test('Fault 21: hostile codes and texts are shown as the text that they are, and reach nothing', async ({
  station,
  warehouse,
}) => {
  const [barcode = ''] = await warehouse.plants(1)
  const tag = await openPicking(station, warehouse, [barcode])
  const dialogs: string[] = []
  station.page.on('dialog', (dialog) => {
    dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  const hostile = [
    '<img src=x onerror=alert(1)>',
    "'; drop table movement; --",
    '../../../../etc/passwd',
    '9'.repeat(120),
  ]
  for (const code of hostile) {
    await station.scanner.scan(code)
    await expect(station.heldStrip).toHaveCount(1)
    await expectAndRecord(station.strip, code.slice(0, 20))
    await station.scanner.scan('%T.OK')
    await expect(station.heldStrip).toHaveCount(0)
  }
  expect(dialogs).toEqual([])
  expect(await station.page.locator('main img, section img').count()).toBe(0)
  await station.scanner.scan(barcode)
  await expectPicked(warehouse, tag, [barcode])
})
