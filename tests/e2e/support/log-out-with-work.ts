import { expect } from 'playwright/test'
import type { Warehouse } from './warehouse.ts'
import type { Workstation } from './workstation.ts'

/**
 * pia.picker picks 40 of a barcode while sending fails, then logs out. The pick stays on the device. Restores
 * the network. Returns the issuance and the barcode.
 */
export async function logOutWithWork(
  station: Workstation,
  warehouse: Warehouse,
): Promise<{ readonly tag: string; readonly barcode: string }> {
  const [barcode = ''] = await warehouse.plants(1)
  const tag = await warehouse.issuance([{ barcode, ordered: 40 }])
  await station.begin('pia.picker', warehouse.place)
  await station.openIssuance(tag)
  warehouse.network.fail('issuance')
  await station.scanner.scan(barcode)
  await expect(station.strip).toContainText(`${barcode}: 40 saved on this device.`)
  await station.goTo('/LogOut/')
  await expect(station.question).toContainText('Log out? Some work is not sent yet')
  await expect(station.question).toContainText('1 on this device, not sent yet')
  await station.scanner.scan('%T.YES')
  await expect(station.button('Sign in')).toBeVisible()
  expect(await station.waitingInOutbox()).toBe(1)
  warehouse.network.recover()
  expect((await warehouse.summaryOf(tag)).lines).toEqual([`${barcode} RESERVED 40/-`])
  return { tag, barcode }
}

/** pia.picker signs in again, and the app sends the pick automatically. */
export async function sendAfterSignIn(
  station: Workstation,
  warehouse: Warehouse,
  { tag, barcode }: { readonly tag: string; readonly barcode: string },
): Promise<void> {
  await station.open()
  await station.signIn('pia.picker')
  await expect
    .poll(async () => (await warehouse.summaryOf(tag)).lines, { timeout: 30_000 })
    .toEqual([`${barcode} PICKED 40/40`])
  await expect.poll(() => station.waitingInOutbox()).toBe(0)
}
