import type { Browser, Page } from 'playwright/test'
import { expect, test } from './support/test.ts'
import type { Warehouse } from './support/warehouse.ts'
import { Workstation } from './support/workstation.ts'

// A handheld whose browser reports its model, as Chrome on Android does.
const reportModel = async (page: Page, model: string): Promise<void> => {
  const session = await page.context().newCDPSession(page)
  const userAgent =
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36'
  const userAgentMetadata = {
    model,
    platform: 'Android',
    platformVersion: '13',
    architecture: '',
    mobile: true,
  }
  await session.send('Emulation.setUserAgentOverride', { userAgent, userAgentMetadata })
}

const signInOnHandheld = async (browser: Browser, warehouse: Warehouse, model: string, username: string) => {
  const page = await (await browser.newContext()).newPage()
  await reportModel(page, model)
  const station = await Workstation.at(page, warehouse.url)
  await station.begin(username, warehouse.place)
  return station
}

const openScannerSetup = async (station: Workstation) => {
  await station.runByPalette('scanner setup')
  await expect(station.heading('Scanner setup')).toBeVisible()
}
const profileOf = (station: Workstation) => station.field('Scanner of this workstation')

test('a new handheld is ready after sign-in: it loads the profile that an administrator shared for its model', async ({
  browser,
  warehouse,
}) => {
  const admin = await signInOnHandheld(browser, warehouse, 'TC26', 'ada.admin')
  await admin.runByPalette('scanner profile ds22xx')
  await expect(admin.strip).toContainText('This workstation is set to: Zebra')
  await openScannerSetup(admin)
  await expect(admin.text('The server has no profile for TC26.')).toBeVisible()
  await admin.scanner.scan('%T.SCANNER.SHARE')
  await expect(admin.strip).toContainText('Saved for TC26.')

  const picker = await signInOnHandheld(browser, warehouse, 'TC26', 'pia.picker')
  await openScannerSetup(picker)
  await expect(profileOf(picker)).toHaveValue(/^From the server: /)
  await expect(picker.text(/^Saved for TC26: Zebra.*ada\.admin/)).toBeVisible()
  await expect(picker.button('Save the scanner profile for all devices of this name')).toHaveAttribute(
    'aria-disabled',
    'true',
  )

  // A corrected profile is loaded at the next start.
  await admin.runByPalette('scanner profile voyager')
  await expect(admin.strip).toContainText('This workstation is set to: Honeywell')
  await admin.scanner.scan('%T.SCANNER.SHARE')
  await expect(admin.strip).toContainText('Saved for TC26.')
  await picker.page.reload()
  await expect(picker.text(/^Saved for TC26: Honeywell/)).toBeVisible()
  await expect(profileOf(picker)).toHaveValue(/^From the server: Honeywell/)

  // A profile chosen on the device stays until the person loads the server's profile again.
  await picker.scanner.scan('%T.PROFILE.BLUETOOTH-HID')
  await picker.page.reload()
  await expect(picker.text(/^Saved for TC26: Honeywell/)).toBeVisible()
  await expect(profileOf(picker)).toHaveValue('Bluetooth scanner paired as a keyboard')
  await picker.scanner.scan('%T.SCANNER.TAKE')
  await expect(profileOf(picker)).toHaveValue(/^From the server: /)

  // Another model has no profile.
  const other = await signInOnHandheld(browser, warehouse, 'EDA52', 'lena.lead')
  await openScannerSetup(other)
  await expect(other.text('The server has no profile for EDA52.')).toBeVisible()
  await expect(profileOf(other)).toHaveValue('Any keyboard scanner (USB)')
  // With the name of the other devices it loads their profile.
  await other.tabTo(other.field('Device name, such as its model'))
  await other.hands.press('Control+a')
  await other.hands.type('tc26')
  await other.hands.press('Enter')
  await expect(other.text(/^Saved for TC26: Honeywell/)).toBeVisible()
})
