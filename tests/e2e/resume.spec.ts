import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkScreen } from './support/check-screen.ts'
import { expectAndRecord } from './support/expect-and-record.ts'
import { browseWith, killBrowser } from './support/profile.ts'
import { expect, test } from './support/test.ts'
import { Warehouse } from './support/warehouse.ts'
import { Workstation } from './support/workstation.ts'

test('Fault 06: after a kill one Enter leads back to the document and to the scans that waited behind an error', async ({
  warehouse,
}) => {
  const profile = await mkdtemp(join(tmpdir(), 'trimline-profile-'))
  try {
    const barcodes = await warehouse.plants(3)
    const [first = '', second = '', third = ''] = barcodes
    const tag = await warehouse.issuance(barcodes.map((barcode) => ({ barcode, ordered: 20 })))
    const browser = await browseWith(profile)
    const station = await Workstation.at(browser.pages()[0] ?? (await browser.newPage()), warehouse.url)
    await station.begin('pia.picker', warehouse.place)
    await station.openIssuance(tag)
    await station.scanner.scan(first)
    await expect(station.strip).toContainText(`${first}: picked 20 of 20.`)
    await station.scanner.scan('NOSUCHCODE')
    await expect(station.strip).toContainText('Not done')
    await station.scanner.scan(second, third)
    await expect(station.strip).toContainText('2 waiting')
    await killBrowser(browser)

    const again = await browseWith(profile)
    const page = again.pages()[0] ?? (await again.newPage())
    const next = await Workstation.at(page, warehouse.url)
    await next.open()
    await expect(next.button('Sign in')).toBeFocused()
    await next.hands.press('Enter')
    await expect(next.question).toContainText(`Go on with Issuance ${tag}?`)
    await expectAndRecord(next.question, '1 of 3 lines when you left, 2 scans waiting')
    await checkScreen(page, 'resume', '[role=alertdialog]')
    await expect(next.question.getByRole('button', { name: 'Yes' })).toBeFocused()
    await next.hands.press('Enter')
    await expect(next.heading(`Issuance ${tag}`)).toBeVisible()
    // The state before the kill: the error first, then the queued scans.
    await expect(next.strip).toContainText('NOSUCHCODE')
    await expect(next.strip).toContainText('2 waiting')
    await next.scanner.scan('%T.OK')
    await expect(next.text('3 of 3 lines')).toBeVisible()
    await expect
      .poll(async () => (await warehouse.summaryOf(tag)).lines)
      .toEqual(barcodes.map((barcode) => `${barcode} PICKED 20/20`).toSorted())
    // The document was continued: the app does not ask again.
    await next.page.reload()
    await expect(next.heading(`Issuance ${tag}`)).toBeVisible()
    await expect(next.page.getByRole('main')).toBeFocused()
    await next.hands.press('q')
    await expect(next.heading('Adjust Trim')).toBeVisible()
    await expect(next.question).toHaveCount(0)
    await again.close()
  } finally {
    await rm(profile, { recursive: true, force: true })
  }
})

test('queued scans are shown to the next person and not run, and their own person continues them by scan', async ({
  page,
  context,
}) => {
  const warehouse = await Warehouse.open()
  try {
    const barcodes = await warehouse.plants(2)
    const tag = await warehouse.issuance(barcodes.map((barcode) => ({ barcode, ordered: 20 })))
    const station = await Workstation.at(page, warehouse.url)
    await station.begin('pia.picker', warehouse.place)
    await station.openIssuance(tag)
    await station.scanner.scan('NOSUCHCODE', ...barcodes)
    await expect(station.strip).toContainText('2 waiting')
    await page.close()

    // Another person takes the handheld.
    const signIn = async (name: string) => {
      await context.clearCookies()
      const next = await Workstation.at(await context.newPage(), warehouse.url)
      await next.storePlace(warehouse.place)
      await next.open()
      await next.signIn(name)
      return next
    }
    const lena = await signIn('lena.lead')
    await expect(lena.notice('pia.picker has 2 waiting on this device')).toBeVisible()
    await expect(lena.question).toHaveCount(0)
    await lena.openIssuance(tag)
    await expect(lena.text('0 of 2 lines')).toBeVisible()
    await lena.goTo('/LogOut/')
    await expect(lena.button('Sign in')).toBeVisible()
    await lena.page.close()

    const pia = await signIn('pia.picker')
    await expect(pia.question).toContainText(`Go on with Issuance ${tag}?`)
    await pia.scanner.scan('%T.YES')
    await expect(pia.strip).toContainText('NOSUCHCODE')
    await pia.scanner.scan('%T.OK')
    await expect
      .poll(async () => (await warehouse.summaryOf(tag)).lines)
      .toEqual(barcodes.map((barcode) => `${barcode} PICKED 20/20`).toSorted())
  } finally {
    await warehouse.close()
  }
})
