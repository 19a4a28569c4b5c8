import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page, Route } from 'playwright/test'
import { makeProblem, PROBLEM_MEDIA_TYPE } from '#core/wire/problem.ts'
import { expectAndRecord } from './support/expect-and-record.ts'
import { expect, test } from './support/test.ts'
import { Warehouse } from './support/warehouse.ts'
import { Workstation } from './support/workstation.ts'

// Wrong clocks of devices and of the server, and a server of an earlier release.

const dayMs = 24 * 60 * 60_000

// Shifts the page's clock by `by` milliseconds. Returns a function that changes the shift while the page is
// open.
const shiftClock = async (page: Page, by: number) => {
  await page.addInitScript((shift) => {
    const RealDate = Date
    const state = { shift }
    class ShiftedDate extends RealDate {
      constructor(...args: [] | [number]) {
        if (args.length === 0) super(RealDate.now() + state.shift)
        else super(...args)
      }
      static override now() {
        return RealDate.now() + state.shift
      }
    }
    Object.assign(window, {
      Date: ShiftedDate,
      setClock: (next: number) => Object.assign(state, { shift: next }),
    })
  }, by)
  return (next: number) =>
    page.evaluate((value) => (window as unknown as { setClock: (to: number) => void }).setClock(value), next)
}

const issuanceOf = (warehouse: Warehouse, barcodes: readonly string[]) =>
  warehouse.issuance(barcodes.map((barcode) => ({ barcode, ordered: 40 })))

for (const [words, by] of [
  ['40 days ahead', 40 * dayMs],
  ['400 days behind', -400 * dayMs],
] as const) {
  test(`Fault 13: a device whose clock is ${words} signs in, picks, and sends what waited`, async ({
    station,
    warehouse,
  }) => {
    const [first = '', second = ''] = await warehouse.plants(2)
    const tag = await issuanceOf(warehouse, [first, second])
    await shiftClock(station.page, by)
    await station.open()
    await station.signIn('pia.picker')
    await station.beginAtTrim(warehouse.place)
    await station.openIssuance(tag)
    await station.scanner.scan(first)
    await expectAndRecord(station.strip, `${first}: picked 40 of 40.`)
    await station.unplug()
    await station.scanner.scan(second)
    await expectAndRecord(station.strip, `${second}: 40 saved on this device.`)
    await station.plugIn()
    await expect
      .poll(async () => (await warehouse.summaryOf(tag)).lines)
      .toEqual([first, second].map((barcode) => `${barcode} PICKED 40/40`).toSorted())
  })
}

test('Fault 13: a device whose clock jumps by 40 days asks about what waited, and sends it when told to', async ({
  station,
  warehouse,
}) => {
  const [barcode = ''] = await warehouse.plants(1)
  const tag = await issuanceOf(warehouse, [barcode])
  const setClock = await shiftClock(station.page, 0)
  await station.begin('pia.picker', warehouse.place)
  await station.openIssuance(tag)
  await station.unplug()
  await station.scanner.scan(barcode)
  await expect(station.strip).toContainText(`${barcode}: 40 saved on this device.`)
  await setClock(40 * dayMs)
  await station.plugIn()
  const chip = station.header.getByRole('link', { name: /Go to the outbox/ })
  await expectAndRecord(chip, 'to fix')
  await station.scanner.scan('%T.OK')
  await station.hands.press('Control+o')
  await expectAndRecord(station.rows(`Issuance ${tag}`), 'older than 25 days')
  expect((await warehouse.summaryOf(tag)).lines).toEqual([`${barcode} RESERVED 40/-`])
  await station.hands.press('r')
  await expect.poll(async () => (await warehouse.summaryOf(tag)).lines).toEqual([`${barcode} PICKED 40/40`])
})

// A module for the server that shifts its clock by the milliseconds in a file, which it reads on each call.
const clockModule = (file: string) => `
  import { readFileSync } from 'node:fs'
  const Right = Date
  const shift = () => Number(readFileSync(${JSON.stringify(file)}, 'utf8'))
  globalThis.Date = class extends Right {
    constructor(...given) { if (given.length === 0) super(Right.now() + shift()); else super(...given) }
    static now() { return Right.now() + shift() }
  }
`

test('Fault 13: a server whose clock jumps by two days, ahead and back, goes on; nobody loses work', async ({
  page,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'trimline-clock-'))
  const file = join(folder, 'shift')
  const library = join(folder, 'clock.mjs')
  await writeFile(file, '0')
  await writeFile(library, clockModule(file))
  const warehouse = await Warehouse.open({ settings: { NODE_OPTIONS: `--import ${library}` } })
  try {
    const station = await Workstation.at(page, warehouse.url)
    const barcodes = await warehouse.plants(3)
    const [first = '', second = '', third = ''] = barcodes
    const tag = await issuanceOf(warehouse, barcodes)
    await station.begin('pia.picker', warehouse.place)
    await station.openIssuance(tag)
    await station.scanner.scan(first)
    await expectAndRecord(station.strip, `${first}: picked 40 of 40.`)
    await writeFile(file, String(2 * dayMs))
    await station.scanner.scan(second)
    await expectAndRecord(
      station.strip,
      new RegExp(`${second}: (picked 40 of 40|40 saved on this device)\\.`),
    )
    await writeFile(file, String(-2 * dayMs))
    await station.scanner.scan(third)
    await expectAndRecord(station.strip, new RegExp(`${third}: (picked 40 of 40|40 saved on this device)\\.`))
    await expect
      .poll(async () => (await warehouse.summaryOf(tag)).lines, { timeout: 40_000 })
      .toEqual(barcodes.map((barcode) => `${barcode} PICKED 40/40`).toSorted())
    await station.scanner.scan('%T.SHIP')
    await expectAndRecord(station.strip, 'SHIPPED')
    expect((await warehouse.readBooks(tag)).broken).toEqual([])
  } finally {
    await warehouse.close()
    await rm(folder, { recursive: true, force: true })
  }
})

// A server's response to an unknown call: since release 2026.11.2, and before.
for (const [code, sentence] of [
  ['call_not_available', 'This server does not offer that. Nothing was changed.'],
  ['not_found', 'Not found'],
] as const) {
  test(`Fault 16: a server of an earlier release does not have the call, ${code}: the line stays, and says so`, async ({
    station,
    warehouse,
  }) => {
    const [barcode = ''] = await warehouse.plants(1)
    const tag = await issuanceOf(warehouse, [barcode])
    await station.begin('pia.picker', warehouse.place)
    await station.openIssuance(tag)
    const problem = makeProblem(code, 'There is no such call.')
    const refuse = (route: Route) =>
      route.request().method() === 'POST'
        ? route.fulfill({
            status: problem.status,
            contentType: PROBLEM_MEDIA_TYPE,
            body: JSON.stringify(problem),
          })
        : route.continue()
    await station.page.route('**/api/issuance', refuse)
    await station.scanner.scan(barcode)
    await expectAndRecord(station.strip, sentence)
    await expect(station.strip).not.toContainText('saved on this device')
    await expectAndRecord(station.line(barcode), sentence)
    await station.page.unroute('**/api/issuance', refuse)
    await station.scanner.scan('%T.OK', barcode)
    await expectAndRecord(station.strip, `${barcode}: picked 40 of 40.`)
    expect((await warehouse.summaryOf(tag)).lines).toEqual([`${barcode} PICKED 40/40`])
  })
}
