import { type Device, devices } from './support/axe-matrix.ts'
import { alternateDialogs, checkFocusOnScreens } from './support/check-focus-on-screens.ts'
import { expect, test } from './support/test.ts'

// Some element of every screen has the focus; dialogs take it and return it. Button letters also work in
// fields.
// focus-dialogs.spec.ts tests dialogs of single screens; focus.matrix.ts tests all dialogs over every screen.

test.describe.configure({ timeout: 600_000 })

for (const device of Object.keys(devices) as Device[]) {
  test.describe(`on a ${device}`, () => {
    test.use(devices[device])

    test('every screen has the focus, gives it to a dialog, and gets it back after Escape and Enter', async ({
      station,
      warehouse,
    }) => {
      await checkFocusOnScreens(station, warehouse, (index) => alternateDialogs(device, index))
    })
  })
}

test("a button's letter works from a field with Alt, and the button shows Alt then", async ({
  station,
  warehouse,
}) => {
  const { hands } = station
  const [barcode = ''] = await warehouse.plants(1)
  await station.begin('pia.picker', warehouse.place)
  await station.openEditor(await warehouse.issuance([{ barcode, ordered: 5 }]))
  const toDetail = station.page.locator('[data-command="goToDetail"]')
  await expect(toDetail.locator('.key-hint-plain')).toHaveText('V')
  await expect(toDetail.locator('.key-hint-field')).toBeHidden()
  await station.tabTo(station.field('Barcode'))
  await expect(toDetail.locator('.key-hint-field')).toHaveText('Alt+V')
  await expect(toDetail.locator('.key-hint-field')).toBeVisible()
  await expect(toDetail.locator('.key-hint-plain')).toBeHidden()
  await hands.press('Alt+v')
  await expect(station.button(/^Cancel Issuance/)).toBeVisible()
})

test('a sheet below the palette gets the focus back and closes', async ({ station, warehouse }) => {
  const { hands, scanner } = station
  await station.begin('pia.picker', warehouse.place)
  await scanner.scan('%T.RETURN')
  await hands.press('y')
  const why = station.sheet('Why not?')
  await expect(why).toBeVisible()
  await hands.press('F2')
  await expect(station.sheet('Commands')).toBeVisible()
  await hands.press('Escape')
  await expect(station.sheet('Commands')).toBeHidden()
  await expect(why).toBeVisible()
  await hands.press('Escape')
  await expect(why).toBeHidden()
})
