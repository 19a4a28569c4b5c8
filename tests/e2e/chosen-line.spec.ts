/**
 * Checks that digits go to the line the person moved to, and that the strip names what Enter does
 * (docs/scanning.md).
 */
import { expect, test } from './support/test.ts'
import { openWork, WORK_SCREENS } from './support/work-screens.ts'
import type { Workstation } from './support/workstation.ts'

test.use({ viewport: { width: 1440, height: 900 } })

// Ways from the requested line to the other one. The last two focus its row, not its field.
const ways: Readonly<Record<string, (station: Workstation, other: string) => Promise<void>>> = {
  Tab: async (station, other) => {
    for (let steps = 0; steps < 20 && !(await isFocused(station, other)); steps += 1)
      await station.hands.press('Tab')
    await expect(station.quantityOf(other)).toBeFocused()
  },
  'Shift+Tab': async (station, other) => {
    for (let steps = 0; steps < 80 && !(await isFocused(station, other)); steps += 1)
      await station.hands.press('Shift+Tab')
    await expect(station.quantityOf(other)).toBeFocused()
  },
  'the arrow keys': async (station, other) => {
    await station.hands.press('ArrowDown')
    await expect(station.quantityOf(other)).toBeFocused()
  },
  'a click': async (station, other) => {
    await station.quantityOf(other).click()
    await expect(station.quantityOf(other)).toBeFocused()
  },
  'two clicks': async (station, other) => {
    await station.quantityOf(other).dblclick()
    await expect(station.quantityOf(other)).toBeFocused()
  },
  'Tab, with the palette opened and closed on the way': async (station, other) => {
    await station.quantityOf(other).click()
    await station.hands.press('F2')
    await expect(station.sheet('Commands')).toBeVisible()
    await station.hands.press('Escape')
    await expect(station.sheet('Commands')).toBeHidden()
    await expect(station.quantityOf(other)).toBeFocused()
  },
  j: async (station, other) => {
    await station.page.getByRole('main').focus()
    await station.hands.press('j')
    await expect(station.line(other)).toBeFocused()
  },
  'a click on the row': async (station, other) => {
    await station.line(other).getByText(other, { exact: true }).first().click()
  },
}

const isFocused = async (station: Workstation, barcode: string) => {
  const fields = await station.quantityOf(barcode).all()
  return (await fields[0]?.evaluate((field) => field === document.activeElement)) === true
}

const all = process.env['QUANTITIES'] !== undefined
const screens = all ? WORK_SCREENS : (['issuance editor', 'transfer receiving'] as const)

for (const screen of screens) {
  test(`${screen}: digits go to the line that the person moved to, by any way`, async ({
    station,
    warehouse,
  }) => {
    test.slow()
    const names = Object.keys(ways)
    const { barcodes, saved } = await openWork(station, warehouse, screen, 2)
    // The strip must not have requested either line before.
    if (screen !== 'issuance editor' && screen !== 'transfer receiving')
      await station.scanner.scan(...barcodes)
    const [upper = '', lower = ''] = (await station.barcodes()).filter((each) => barcodes.includes(each))
    let quantity = 11
    for (const way of names) {
      const [requested, other] = way === 'Shift+Tab' ? [lower, upper] : [upper, lower]
      await test.step(way, async () => {
        const before = await saved()
        await station.scanner.scan(requested)
        await expect(station.strip).toContainText(`${requested}: quantity?`)
        await expect(station.quantityOf(requested)).toBeFocused()
        await ways[way]?.(station, other)
        await expect(station.strip).not.toContainText(`${requested}: quantity?`)
        await station.hands.type(String(quantity))
        await station.hands.press('Enter')
        await confirm(station, other)
        await expect.poll(saved).toEqual({ ...before, [other]: quantity })
        quantity += 1
        await station.hands.press('Escape', 'Escape')
      })
    }
  })
}

// Confirms the change if the app asks; the question names the line.
const confirm = async (station: Workstation, barcode: string) => {
  await expect(station.question.or(station.strip.getByText(new RegExp(`${barcode}: `)))).toBeVisible()
  if (!(await station.question.isVisible())) return
  await expect(station.question).toContainText(barcode)
  await station.hands.press('Enter')
  await expect(station.question).toBeHidden()
}

test('the strip names the line that Enter changes, seconds after its scan, and asks before the change', async ({
  station,
  warehouse,
}) => {
  const [barcode = ''] = await warehouse.plants(1)
  const tag = await warehouse.issuance()
  await station.begin('pia.picker', warehouse.place)
  await station.openEditor(tag)
  await station.hands.type('30')
  await expect(station.strip).toContainText('Next: × 30')
  await station.scanner.scan(barcode)
  await expect(station.strip).toContainText(`${barcode}: ordered 30.`)
  await station.hands.type('12')
  await expect(station.strip).toContainText(
    `12 → …${barcode.slice(-4)} (now 30)? Enter yes, or scan the next barcode`,
  )
  // One line on a handheld, where the result stays visible.
  await station.page.setViewportSize({ width: 360, height: 640 })
  await expect(station.strip).toContainText(`12 → …${barcode.slice(-4)} (30)? Enter`)
  await expect(station.strip).toContainText(`${barcode}: ordered 30.`)
  await station.page.setViewportSize({ width: 1440, height: 900 })
  await station.hands.press('Enter')
  await expect(station.question).toContainText('Change the saved quantity from 30 to 12?')
  await expect(station.question).toContainText(barcode)
  await station.hands.press('n')
  await expect(station.question).toBeHidden()
  expect((await warehouse.summaryOf(tag)).lines).toEqual([`${barcode} RESERVED 30/-`])

  await station.page.getByRole('main').focus()
  await station.hands.type('125000042')
  await expect(station.strip).toContainText('Press / first, then type the barcode')
  await expect(station.strip).not.toContainText('Next:')
  await station.hands.press('Enter')
  await expect(station.strip).toContainText('125000042 not saved.')
  expect((await warehouse.summaryOf(tag)).lines).toEqual([`${barcode} RESERVED 30/-`])
})

for (const stop of ['the results', 'Add of a result'] as const) {
  test(`digits and Enter with the focus on ${stop} change no line before the person confirms`, async ({
    station,
    warehouse,
  }) => {
    const [barcode = ''] = await warehouse.plants(1)
    const tag = await warehouse.issuance()
    await station.begin('pia.picker', warehouse.place)
    await station.openEditor(tag)
    await station.hands.type('30')
    await station.scanner.scan(barcode)
    await expect(station.strip).toContainText(`${barcode}: ordered 30.`)
    await station.button('Advanced Search').click()
    await station.page.getByRole('button', { name: 'Search', exact: true }).click()
    const results = station.page.getByRole('region', { name: /found$/ })
    // The list shows the first 100 plants found: any except the line's own barcode.
    const add = results.getByRole('button', { name: new RegExp(`^Add (?!${barcode})`) }).first()
    await expect(add).toBeVisible()
    await (stop === 'the results' ? results : add).focus()
    await station.hands.type('12')
    await expect(station.strip).toContainText(`12 → …${barcode.slice(-4)} (now 30)? Enter yes`)
    await station.hands.press('Enter')
    await expect(station.question).toContainText('Change the saved quantity from 30 to 12?')
    await station.hands.press('n')
    await expect(station.question).toBeHidden()
    expect((await warehouse.summaryOf(tag)).lines).toEqual([`${barcode} RESERVED 30/-`])
  })
}
