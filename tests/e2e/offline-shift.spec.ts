import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { browseWith, killBrowser } from './support/profile.ts'
import { expect, test } from './support/test.ts'
import { Warehouse } from './support/warehouse.ts'
import { Workstation } from './support/workstation.ts'

test.describe.configure({ timeout: 300_000 })

test('a shift without a network: forty picks and two dumps arrive once and in order after browser and server were killed', async () => {
  const warehouse = await Warehouse.open()
  const profile = await mkdtemp(join(tmpdir(), 'trimline-profile-'))
  try {
    const barcodes = await warehouse.plants(42)
    const picked = barcodes.slice(0, 40)
    const [one = '', two = ''] = barcodes.slice(40)
    const [oneBefore, twoBefore] = [await warehouse.stockOf(one), await warehouse.stockOf(two)]
    const tag = await warehouse.issuance(picked.map((barcode) => ({ barcode, ordered: 10 })))

    const browser = await browseWith(profile)
    const station = await Workstation.at(browser.pages()[0] ?? (await browser.newPage()), warehouse.url)
    await station.begin('lena.lead', warehouse.place)
    await station.page.evaluate(async () => {
      await navigator.serviceWorker.ready
    })
    await station.openIssuance(tag)
    await station.unplug()
    await station.scanner.scan(...picked)
    await expect(station.text('40 of 40 lines')).toBeVisible({ timeout: 60_000 })

    for (const [barcode, quantity] of [
      [one, 5],
      [two, 7],
    ] as const) {
      await station.hands.press('z')
      await expect(station.heading('Dump')).toBeVisible()
      await station.newDumpHere('Lena Moreau')
      await station.scanner.scan('%T.R.MOLD', `%T.Q.${quantity}`, barcode)
      await expect(station.strip).toContainText(`${barcode}: ${quantity} saved on this device.`)
    }

    // Kill the tab, the browser and the server.
    await killBrowser(browser)
    await warehouse.kill()
    await warehouse.startAgain()

    const again = await browseWith(profile)
    const page = again.pages()[0] ?? (await again.newPage())
    await page.goto(warehouse.url)
    const other = await Workstation.at(page, warehouse.url)
    // One key is enough: the provider still has her session.
    await expect(other.button('Sign in')).toBeFocused()
    await other.hands.press('Enter')
    await expect
      .poll(async () => (await warehouse.summaryOf(tag)).lines, { timeout: 90_000 })
      .toEqual(picked.map((barcode) => `${barcode} PICKED 10/10`).toSorted())
    await expect
      .poll(async () => [(await warehouse.stockOf(one)).onHand, (await warehouse.stockOf(two)).onHand], {
        timeout: 60_000,
      })
      .toEqual([oneBefore.onHand - 5, twoBefore.onHand - 7])
    await expect(other.page.getByText('saved on this device')).toHaveCount(0)
    await again.close()
    // No change is applied twice, and the ledger is consistent.
    expect((await warehouse.readBooks(tag)).broken).toEqual([])
  } finally {
    await warehouse.close()
    await rm(profile, { recursive: true, force: true })
  }
})
