import { readPaper, scanPicture } from '#tests/support/read-paper.ts'
import { planKeys, sendTogether } from '#tests/support/trusted-keys.ts'
import { expect, test } from './support/test.ts'
import type { Workstation } from './support/workstation.ts'

const readStoredProfile = (station: Workstation) =>
  station.page.evaluate(() => {
    const stored = localStorage.getItem('trimline.scanner-profile')
    return stored === null ? undefined : JSON.parse(stored)
  })

const openScannerSetup = async (station: Workstation): Promise<void> => {
  await station.runByPalette('scanner setup')
  await expect(station.heading('Scanner setup')).toBeVisible()
}

test.describe('the scanner setup screen', () => {
  test('measures a scanner with three codes, shows the result, and stores it on this workstation', async ({
    station,
    warehouse,
  }) => {
    const [barcode = ''] = await warehouse.plants(1)
    const tag = await warehouse.issuance([{ barcode, ordered: 60 }])
    await station.begin('pia.picker', warehouse.place)
    await openScannerSetup(station)
    const { page } = station
    const keyboard = await page.context().newCDPSession(page)
    // A slow scanner: twice the usual key gap, with a guard prefix.
    const scan = (code: string) => sendTogether(keyboard, planKeys(`QQ${code}\n`, { gapMs: 24, holdMs: 9 }))

    await station.tabTo(station.button('Start the test'))
    await station.hands.press('Enter')
    for (const [index, code] of ['AZERTY0123', 'QWMZY45678', '%T.SCANNER'].entries()) {
      await expect(station.text(`Code ${index + 1} of 3`)).toBeVisible()
      await expect(page.getByRole('img', { name: code })).toBeVisible()
      await scan(code)
    }
    await expect(station.text('All 3 codes were read correctly with these settings.')).toBeVisible()
    await expect(station.text('A key comes every 24 ms.')).toBeVisible()
    await expect(station.text('Every code ends with Enter')).toBeVisible()
    await expect(station.text('Every code begins with QQ')).toBeVisible()
    await station.tabTo(station.button('Use this on this workstation'))
    await station.hands.press('Enter')
    await expect(station.text('Saved. This workstation now uses the tested scanner.')).toBeVisible()
    expect(await readStoredProfile(station)).toMatchObject({
      id: 'workstation',
      confidence: 'measured',
      frame: { prefix: 'QQ', terminator: 'Enter' },
    })

    // After a reload the stored profile applies: a code without its prefix would not be recognised.
    await page.reload()
    await expect(station.heading('Scanner setup')).toBeVisible()
    await expect(station.field('Scanner of this workstation')).toHaveValue('Tested on this workstation')
    await scan(tag)
    await expect(station.text(`Read: ${tag}`)).toBeVisible()
    await scan('%T.ISSUANCE')
    await expect(station.heading('Issuance')).toBeVisible()
  })

  test('explains what to fix if characters get lost, and Escape stops measuring', async ({
    station,
    warehouse,
  }) => {
    await station.begin('pia.picker', warehouse.place)
    await openScannerSetup(station)
    await station.tabTo(station.button('Start the test'))
    await station.hands.press('Enter')
    await expect(station.text('Code 1 of 3')).toBeVisible()
    await station.hands.press('Escape')
    await expect(station.text('The test was stopped. Nothing was changed.')).toBeVisible()
    await station.tabTo(station.button('Test again'))
    await station.hands.press('Enter')
    await expect(station.text('Code 1 of 3')).toBeVisible()
    // A scan of another code on the screen is not counted.
    await station.scanner.scan('QWMZY45678')
    await expect(station.text('That was QWMZY45678, not this code.')).toBeVisible()
    for (const [index, code] of ['AZRTY0123', 'QMZY45678', '%T.SCANER'].entries()) {
      await expect(station.text(`Code ${index + 1} of 3`)).toBeVisible()
      await station.scanner.scan(code)
    }
    await expect(station.text('3 of 30 characters were lost.')).toBeVisible()
    await expect(station.text('Not every code is read correctly yet.')).toBeVisible()
  })

  test('shows the keys of a scan with their evidence, and the scan has no other effect', async ({
    station,
    warehouse,
  }) => {
    const [barcode = ''] = await warehouse.plants(1)
    await station.begin('pia.picker', warehouse.place)
    await openScannerSetup(station)
    await station.scanner.scan(barcode)
    await expect(station.strip).toContainText(`Read: ${barcode}`)
    const rows = station.page.getByRole('region', { name: 'Keys received' }).getByRole('row')
    await expect(rows).toHaveCount(barcode.length + 1)
    await expect(rows.nth(2)).toContainText(barcode[1] ?? '')
    await expect(rows.nth(2)).toContainText('scanner')
    await expect(station.heading('Scanner setup')).toBeVisible()
  })

  test('a profile can be chosen in the palette and by a barcode of the sheet', async ({
    station,
    warehouse,
  }) => {
    await station.begin('pia.picker', warehouse.place)
    await station.runByPalette('scanner profile ds22xx')
    await expect(station.strip).toContainText('This workstation is set to: Zebra')
    await openScannerSetup(station)
    await expect(station.field('Scanner of this workstation')).toHaveValue('Zebra DS22xx (USB)')
    await station.runByPalette('scanner profile zebra')
    await expect(station.strip).toContainText('zebra can be:')
    await expect(station.field('Scanner of this workstation')).toHaveValue('Zebra DS22xx (USB)')
    await station.scanner.scan('%T.PROFILE.HONEYWELL-USB')
    await expect(station.field('Scanner of this workstation')).toHaveValue(
      'Honeywell Voyager, Xenon, Granit (USB)',
    )
    await station.scanner.scan('%T.PROFILE.NOBODY')
    await expect(station.strip).toContainText('There is no scanner profile for NOBODY.')
  })
})

test('the setup sheet prints only its codes, and they are readable', async ({ station, warehouse }) => {
  await station.begin('pia.picker', warehouse.place)
  await station.runByPalette('scanner setup sheet')
  await expect(station.heading('Scanner setup sheet')).toBeVisible()
  const { page } = station
  await expect(page.getByRole('img', { name: 'Zebra DS22' })).toBeVisible()
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(station.button('Print')).toBeHidden()
  await expect(page.getByRole('banner')).toBeHidden()
  // As an office printer prints it on paper.
  const texts: string[] = []
  for (const { picture } of await readPaper(await page.pdf({ format: 'A4' }), 300)) {
    texts.push(...(await scanPicture(picture)))
  }
  expect(texts).toEqual(expect.arrayContaining(['AZERTY0123', 'QWMZY45678', '%T.SCANNER']))
  expect(texts).toEqual(expect.arrayContaining(['%T.PROFILE.GENERIC-USB', '%T.PROFILE.ZEBRA-DATAWEDGE-IME']))
  expect(texts.filter((text) => text.startsWith('%T.PROFILE.'))).toHaveLength(11)
})
