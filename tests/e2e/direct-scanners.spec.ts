import { attachFakeScanners, fakeScanner } from './support/fake-scanners.ts'
import { expect, test } from './support/test.ts'

test.describe('a HID scanner', () => {
  test('connects once, reads like any other scanner, and reconnects after a reload and after it was unplugged', async ({
    station,
    warehouse,
  }) => {
    const [first = '', second = '', third = ''] = await warehouse.plants(3)
    const tag = await warehouse.issuance([first, second, third].map((barcode) => ({ barcode, ordered: 10 })))
    const { page } = station
    await attachFakeScanners(page)
    await station.begin('pia.picker', warehouse.place)
    await station.runByPalette('connect a hid scanner')
    await expect(station.strip).toContainText('Stand-in 1900 is connected.')
    await fakeScanner(page, 'hidReads', tag)
    await expect(station.heading(`Issuance ${tag}`)).toBeVisible()
    await fakeScanner(page, 'hidReads', first)
    await expect(station.strip).toContainText(`${first}: picked 10 of 10.`)

    await page.reload()
    await expect(station.heading(`Issuance ${tag}`)).toBeVisible()
    await expect.poll(() => fakeScanner(page, 'isOpen')).toBe(true)
    await fakeScanner(page, 'hidReads', second)
    await expect(station.strip).toContainText(`${second}: picked 10 of 10.`)

    await fakeScanner(page, 'unplug')
    await fakeScanner(page, 'plugIn')
    await expect.poll(() => fakeScanner(page, 'isOpen')).toBe(true)
    await fakeScanner(page, 'hidReads', third)
    await expect(station.strip).toContainText(`${third}: picked 10 of 10.`)
    // The screen also counts unsent picks, so read the server.
    await expect
      .poll(async () => (await warehouse.summaryOf(tag)).lines)
      .toEqual([first, second, third].toSorted().map((barcode) => `${barcode} PICKED 10/10`))
  })

  test('reports why it was not connected, and keyboard scans still work', async ({
    page,
    station,
    warehouse,
  }) => {
    await station.begin('pia.picker', warehouse.place)
    for (const [behaviour, sentence] of [
      [{ choice: 'none' }, 'No scanner was chosen. Nothing was changed.'],
      [{ choice: 'denied' }, 'The browser may not use the device.'],
      [{ busy: true }, 'Another program uses it.'],
      [{ wrongMode: true }, 'This scanner is not in HID POS mode.'],
    ] as const) {
      await attachFakeScanners(page, behaviour)
      await page.reload()
      await expect(station.heading('Issuance')).toBeVisible()
      await station.runByPalette('connect a hid scanner')
      await expect(station.strip).toContainText(sentence)
      await station.scanner.scan('%T.OK')
      await station.runByPalette('scanner setup')
      await expect(station.text(sentence)).toBeVisible()
      await station.scanner.scan('B123456789')
      await expect(station.strip).toContainText('Read: B123456789')
      await station.goTo('/Issuance/')
    }
  })

  test('reports on the setup screen that it is unplugged', async ({ station, warehouse }) => {
    await attachFakeScanners(station.page)
    await station.begin('pia.picker', warehouse.place)
    await station.runByPalette('scanner setup')
    await station.tabTo(station.button('Connect a HID scanner'))
    await station.hands.press('Enter')
    await expect(station.text('Stand-in 1900 is connected.')).toBeVisible()
    await fakeScanner(station.page, 'unplug')
    await expect(station.text('Scanner disconnected.')).toBeVisible()
  })
})

test.describe('a serial scanner', () => {
  test('reads several codes in one chunk, a split code, and a code without a suffix', async ({
    station,
    warehouse,
  }) => {
    const [first = '', second = '', third = ''] = await warehouse.plants(3)
    const tag = await warehouse.issuance([first, second, third].map((barcode) => ({ barcode, ordered: 10 })))
    const { page } = station
    await attachFakeScanners(page)
    await station.begin('pia.picker', warehouse.place)
    await station.openIssuance(tag)
    await station.runByPalette('connect a serial scanner')
    await expect(station.strip).toContainText('The scanner is connected.')
    // The first code shows which suffix this device sends.
    await fakeScanner(page, 'serialSends', `${first}\r\n${second.slice(0, 4)}`)
    await fakeScanner(page, 'serialSends', `${second.slice(4)}\r\n${third}`)
    await expect(station.text('3 of 3 lines')).toBeVisible()
    // The screen also counts unsent picks, so read the server.
    await expect
      .poll(async () => (await warehouse.summaryOf(tag)).lines)
      .toEqual([first, second, third].toSorted().map((barcode) => `${barcode} PICKED 10/10`))
  })

  test('reports that it was unplugged, and reconnects', async ({ station, warehouse }) => {
    await attachFakeScanners(station.page)
    await station.begin('pia.picker', warehouse.place)
    await station.runByPalette('connect a serial scanner')
    await expect(station.strip).toContainText('The scanner is connected.')
    await station.runByPalette('scanner setup')
    await fakeScanner(station.page, 'unplug')
    await expect(station.text('Scanner disconnected.')).toBeVisible()
    await fakeScanner(station.page, 'plugIn')
    await expect.poll(() => fakeScanner(station.page, 'isOpen')).toBe(true)
    await fakeScanner(station.page, 'serialSends', 'B123456789\r')
    await expect(station.strip).toContainText('Read: B123456789')
  })
})

test.describe('without a camera', () => {
  test.use({ permissions: ['camera'] })

  test('reports that there is no camera', async ({ station, warehouse }) => {
    await station.begin('pia.picker', warehouse.place)
    await station.runByPalette('scan with the camera')
    await expect(
      station.page
        .getByRole('dialog', { name: 'Scan with the camera' })
        .getByText('No free camera on this device.'),
    ).toBeVisible()
  })
})
