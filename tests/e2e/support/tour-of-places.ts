/** Visits every screen with its own address, including all entries of the menu, without working on any. */
import { expect } from 'playwright/test'
import type { OnStop } from './tour.ts'
import type { Warehouse } from './warehouse.ts'
import type { Workstation } from './workstation.ts'

// Screens that lead on to another one.
const redirects: ReadonlySet<string> = new Set(['/InitializeApplication/', '/LogOut/'])

export async function tourOfPlaces(
  station: Workstation,
  warehouse: Warehouse,
  onStop: OnStop,
): Promise<void> {
  const { page } = station
  const main = page.getByRole('main')
  const [barcode = '', other = ''] = await warehouse.plants(2)
  const tag = await warehouse.issuance([{ barcode, ordered: 5 }])
  const transfer = await warehouse.shippedTransfer('ORW', [{ barcode: other, quantity: 5 }])
  const waitUntilLoaded = async () => {
    await expect(main.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(main.getByRole('status').filter({ hasText: 'Loading' })).toHaveCount(0)
  }

  await station.storePlace(warehouse.place)
  await station.open('/Dashboard/')
  await station.enterUserName('sam.super')
  await expect(page.getByRole('link', { name: /^\d+ Issuances/ })).toBeVisible({ timeout: 60_000 })
  await expect(station.strip).toBeVisible()
  await station.button('Menu').press('Enter')
  const menuPaths = await station.navigation
    .getByRole('link', { includeHidden: true })
    .or(station.header.locator('a.menu-entry'))
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
  await station.hands.press('Escape')
  expect(menuPaths).toEqual(
    expect.arrayContaining(['/AdjustTrim/', '/Dashboard/', '/Releases/', '/HealthCheck/']),
  )
  for (const path of [
    ...menuPaths.filter((each) => !redirects.has(each)),
    `/Issuance/Edit/${tag}`,
    `/Issuance/Grower/${tag}`,
    '/Transfer/ReceivingList',
    '/Transfer/Edit/New',
    `/TransferInventory/${transfer}`,
    `/ReceiveInventory/${transfer}`,
    '/Maintenance/people',
    '/Maintenance/people/pia.picker',
    '/Maintenance/seasons/New',
    '/Maintenance/Import/',
    '/Maintenance/Labels/',
    `/History/Barcode/${other}`,
    `/History/Document/${transfer}`,
    '/Trace/',
    `/Trace/${other}`,
    '/Nowhere/',
  ]) {
    await station.goTo(path)
    await waitUntilLoaded()
    await onStop(
      path
        .replaceAll(/\W+\d*/g, ' ')
        .trim()
        .replaceAll(' ', '-')
        .toLowerCase(),
    )
  }

  await station.goTo('/AdjustTrim/')
  await expect(station.page.getByRole('link', { name: /^Review request/ }).first()).toBeVisible()
  await station.scanner.scan('%T.REVIEW')
  await expect(station.heading(/^Adjustment request \d+$/)).toBeVisible()
  await onStop('adjustment-request')

  warehouse.network.fail('grower')
  await station.goTo('/InitializeApplication/')
  await expect(station.button('Try, Try Again')).toBeFocused()
  await onStop('initialize-failed')
  warehouse.network.recover()
}
