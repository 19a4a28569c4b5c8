import type { Locator } from 'playwright/test'
import { expect, test } from './support/test.ts'

test.describe('the palette', () => {
  test('picks a barcode with its quantity by a typed command', async ({ station, warehouse }) => {
    const [barcode = ''] = await warehouse.plants(1)
    const tag = await warehouse.issuance([{ barcode, ordered: 60 }])
    await station.begin('pia.picker', warehouse.place)
    await station.openIssuance(tag)
    await station.runByPalette(`pick ${barcode} 40`)
    await expect(station.question).toContainText(`Change Pick Qty from 60 to 40${barcode} at `)
    await station.hands.press('y')
    await station.giveNoReason()
    await expect(station.strip).toContainText(`${barcode}: picked 40 of 60.`)
    expect((await warehouse.summaryOf(tag)).lines).toEqual([`${barcode} PICKED 60/40`])
  })

  test('opens a document by its number, a new issuance, and the setup screen', async ({
    station,
    warehouse,
  }) => {
    const tag = await warehouse.issuance()
    await station.begin('pia.picker', warehouse.place)
    await station.runByPalette(`open ${tag}`)
    await expect(station.heading(`Issuance ${tag}`)).toBeVisible()
    await station.runByPalette('new issuance')
    await expect(station.heading('New issuance')).toBeVisible()
    await station.runByPalette('go to setup')
    await expect(station.heading('Setup')).toBeVisible()
  })

  test('tolerates a typo, opens picking from the editor, and offers available commands first', async ({
    station,
    warehouse,
  }) => {
    const { page, hands } = station
    const [barcode = ''] = await warehouse.plants(1)
    const tag = await warehouse.issuance([{ barcode, ordered: 60 }])
    await station.beginOn('lena.lead', warehouse.place, 'i', 'Issuance')
    await station.runByPalette('dump')
    await expect(station.heading('Dump')).toBeVisible()
    await station.openIssuance(tag)
    await hands.press('Control+k')
    const [first, ...others] = await station.sheet('Commands').getByRole('option').allTextContents()
    // First the latest command; commands that end the document come after the other available ones.
    expect(first).toMatch(/^Go to Dump/)
    expect(others.findIndex((text) => text.startsWith('Cancel document'))).toBeGreaterThan(3)
    await hands.press('Escape')
    await hands.press('v')
    await expect(station.field('Barcode')).toBeVisible()
    await station.runByPalette(`pikc ${barcode} 40`)
    await expect(station.question).toContainText(`Change Pick Qty from 60 to 40${barcode} at `)
    await station.hands.press('y')
    await station.giveNoReason()
    await expect(station.strip).toContainText(`${barcode}: picked 40 of 60.`)
    await expect(station.button(/^Cancel Issuance/)).toBeVisible()
    expect((await warehouse.summaryOf(tag)).lines).toEqual([`${barcode} PICKED 60/40`])
    await hands.press('Control+k')
    await station.typeInto(page.getByRole('combobox', { name: 'Commands' }), tag)
    const options = station.sheet('Commands').getByRole('option')
    await expect(options.first()).toHaveText(/^Open document/)
    await expect(options.filter({ hasText: /quantity/i })).toHaveCount(0)
  })

  test('opens without a Ctrl key, and Escape closes it without a change', async ({ station, warehouse }) => {
    await station.begin('pia.picker', warehouse.place)
    await station.hands.press('F2')
    await expect(station.sheet('Commands')).toBeVisible()
    await station.hands.press('Escape')
    await expect(station.sheet('Commands')).toBeHidden()
    await station.scanner.scan('%T.PALETTE')
    await expect(station.sheet('Commands')).toBeVisible()
  })
})

// Expects that the page fits without scrolling.
const expectNoScrolling = (help: Locator) =>
  expect
    .poll(() =>
      help.evaluate((dialog) =>
        [dialog, ...dialog.querySelectorAll('*')]
          .filter((each) => each === dialog || /auto|scroll/.test(getComputedStyle(each).overflowY))
          .filter(
            ({ scrollHeight, clientHeight, scrollWidth, clientWidth }) =>
              scrollHeight > clientHeight + 1 || scrollWidth > clientWidth + 1,
          )
          .map(({ className }) => className),
      ),
    )
    .toEqual([])

test('? shows on one page what keys and scans do on the open screen', async ({ station, warehouse }) => {
  const [barcode = ''] = await warehouse.plants(1)
  const tag = await warehouse.issuance([{ barcode, ordered: 60 }])
  const help = station.sheet('Keys and scans')
  await station.page.setViewportSize({ width: 1440, height: 900 })
  await station.begin('pia.picker', warehouse.place)
  await station.hands.press('?')
  await expect(help).toBeVisible()
  await expectNoScrolling(help)
  await station.hands.press('Escape')
  await station.openEditor(tag)
  await station.hands.press('F1')
  await expect(help).toBeVisible()
  await expectNoScrolling(help)
  await station.hands.press('Escape')
  await station.hands.press('v')
  await expect(station.button(/^Cancel Issuance/)).toBeVisible()
  await station.hands.press('?')
  await expectNoScrolling(help)
  await expect(help.getByRole('table', { name: 'Document', exact: true })).toBeVisible()
  await expect(help).toContainText('%T.SHIP')
  await expect(help).toContainText('%T.OK')
  await station.hands.press('Escape')
  await expect(help).toBeHidden()
  await station.page.setViewportSize({ width: 360, height: 640 })
  await station.scanner.scan('%T.HELP')
  await expect(help).toContainText('Scans on this screen')
  await expectNoScrolling(help)
  await expect(help).not.toContainText('%T.SHIP')
  await station.hands.press('Escape')
  await expect(help).toBeHidden()
})

test('a scanned command that is disabled shows the reason or the open points, and changes nothing', async ({
  station,
  warehouse,
}) => {
  const [barcode = ''] = await warehouse.plants(1)
  const tag = await warehouse.issuance([{ barcode, ordered: 60 }])
  await station.begin('pia.picker', warehouse.place)
  await station.scanner.scan('%T.SHIP')
  await expect(station.strip).toContainText('Open a document first')
  await station.scanner.scan('%T.OK')
  await station.openIssuance(tag)
  await station.scanner.scan('%T.SHIP')
  await expect(station.openPoints).toContainText(`${barcode} Not picked. 60 ordered.`)
  await station.scanner.scan('%T.NO')
  await expect(station.strip).toContainText('Not shipped: 1 to check.')
  await station.scanner.scan('%T.NOSUCH')
  await expect(station.strip).toContainText('%T.NOSUCH is not a command of this version.')
  expect((await warehouse.summaryOf(tag)).status).toBe('RESERVED')
})

test('a scan that spells every shortcut triggers none of them', async ({ station, warehouse }) => {
  const [barcode = ''] = await warehouse.plants(1)
  const tag = await warehouse.issuance([{ barcode, ordered: 60 }])
  await station.begin('pia.picker', warehouse.place)
  await station.openIssuance(tag)
  // Each letter is a key of this screen: pick, ship, cancel, editor, back, list, setup, sound, undo.
  for (const code of ['PSCVBITMUN', 'NUMTIBVCSP', 'VTIBCSPMU1']) {
    await station.scanner.scan(code)
    await expect(station.strip).toContainText(`${code} is not on ${tag}.`)
    await station.scanner.scan('%T.OK')
  }
  await expect(station.heading(`Issuance ${tag}`)).toBeVisible()
  await expect(station.question).toBeHidden()
  expect(await warehouse.summaryOf(tag)).toEqual({ status: 'RESERVED', lines: [`${barcode} RESERVED 60/-`] })

  await station.hands.press('v')
  await expect(station.field('Barcode')).toBeVisible()
  for (const code of ['ODEVBITMU2', 'EDOTIBVMU3']) {
    await station.scanner.scan(code)
    await expect(station.strip).toContainText(`No data available for ${code} Inventory.`)
    await station.scanner.scan('%T.OK')
  }
  expect(await station.barcodes()).toEqual([barcode])
})
