import * as v from 'valibot'
import { resultOf } from '#core/wire/lists.ts'
import { UserPermission } from '#core/wire/master-data.ts'
import { RecordDetail } from '#features/maintenance/common/maintenance.ts'
import { expect, test } from './support/test.ts'
import { Warehouse } from './support/warehouse.ts'
import { Workstation } from './support/workstation.ts'

// Searches a list and opens the first result.
const openFirst = async (station: Workstation, text: string, found: RegExp) => {
  await station.typeInto(station.field('Search in all fields'), text)
  await expect(station.page.getByRole('link', { name: found })).toBeVisible()
  await station.hands.press('ArrowDown', 'Enter')
}

test('a picker gets receiver rights by keyboard, and the change is recorded', async ({ page }) => {
  // A separate warehouse: changed rights would affect other tests.
  const warehouse = await Warehouse.open()
  const station = await Workstation.at(page, warehouse.url)
  const { hands } = station
  await station.open()
  await station.signIn('ada.admin')
  await station.beginAtTrim(warehouse.place)
  await station.runByPalette('go to maintenance')
  await expect(station.heading('Maintenance')).toBeVisible()
  await expect(page.getByRole('link', { name: /^People/ })).toBeFocused()
  await hands.press('Enter')
  await expect(station.heading('People')).toBeVisible()
  await openFirst(station, 'castell', /^Pia Castellanos/)
  await expect(station.heading('Person pia.picker')).toBeVisible()
  await expect(station.field('Dumps: create and edit')).not.toBeChecked()
  await station.runByPalette('grant permissions receiver')
  await expect(station.field('Dumps: create and edit')).toBeChecked()
  await hands.press('Control+Enter')
  await expect(station.strip).toContainText('pia.picker was saved.')
  await expect(station.text('ada.admin,')).toBeVisible()
  const { Result } = await warehouse.call(
    resultOf(UserPermission),
    'ada.admin',
    'userroles?username=pia.picker',
  )
  expect(Result.map(({ securityItem }) => securityItem)).toContain('TRANSFERLOGADMINKEY')
  await warehouse.close()
})

test('a new grower can be used for an issuance immediately', async ({ station, warehouse }) => {
  const { hands, scanner } = station
  const commodity = 'Straw'
  await station.open()
  await station.signIn('ada.admin')
  await station.beginAtTrim(warehouse.place)
  await scanner.scan('%T.MAINTENANCE')
  await expect(station.heading('Maintenance')).toBeVisible()
  await hands.press('ArrowDown', 'Enter')
  await expect(station.heading('Growers')).toBeVisible()
  await scanner.scan('%T.NEW')
  await expect(station.heading('New grower')).toBeVisible()
  // Errors are shown beside their fields, and typed values stay.
  await station.typeInto(station.field(/^ID/), 'e2e 1')
  await hands.press('Control+Enter')
  await expect(station.text('Letters, digits, _ and - only')).toBeVisible()
  await expect(station.text('Fill this in.')).toBeVisible()
  await expect(station.field(/^ID/)).toBeFocused()
  await hands.press('Backspace', 'Backspace')
  await hands.press('Tab')
  await hands.type('Zephyr Test Farms')
  await hands.press('Tab')
  await hands.type(commodity)
  await hands.press('Control+Enter')
  await expect(station.strip).toContainText('e2e was created.')
  await expect(station.heading('Growers')).toBeVisible()

  await scanner.scan('%T.NEW.ISSUANCE')
  await station.chooseDestination('Grower', 'Zephyr Test Farms')
})

test('if two people edit the same entry, the second sees both versions and decides', async ({
  station,
  warehouse,
}) => {
  const { hands } = station
  await station.open()
  await station.signIn('ada.admin')
  await station.beginAtTrim(warehouse.place)
  await station.open('/Maintenance/reasonCodes/INVENTORY%3ALABEL')
  const field = station.field(/^Description/)
  await expect(field).toBeFocused()
  await hands.press('End')
  await station.typeInto(field, ' (mine)')
  const path = 'maintenance/records/reasonCodes'
  const { Record } = await warehouse.call(RecordDetail, 'sam.super', `${path}/INVENTORY:LABEL`)
  await warehouse.call(v.object({ Record: v.object({ Version: v.number() }) }), 'sam.super', path, {
    Key: Record.Key,
    Version: Record.Version,
    Active: true,
    Values: { ...Record.Values, ReasonDescript: 'Label of sam' },
  })
  await hands.press('Control+Enter')
  await expect(station.text('sam.super changed this entry.')).toBeVisible()
  await expect(station.text('Theirs: Label of sam')).toBeVisible()
  await expect(field).toHaveValue(/\(mine\)$/)
  await hands.press('Control+Enter')
  await expect(station.strip).toContainText('INVENTORY:LABEL was saved.')
})

test('an entry is deactivated after a question, and a picker cannot open maintenance', async ({
  station,
  warehouse,
}) => {
  const { hands, page } = station
  await station.open()
  await station.signIn('ada.admin')
  await station.beginAtTrim(warehouse.place)
  await station.open('/Maintenance/nurseries/201')
  await expect(station.heading('Nursery 201')).toBeVisible()
  await hands.press('F6')
  await expect(station.question).toContainText('Deactivate 201?')
  await hands.press('y')
  await expect(station.text('Deactivated')).toBeVisible()
  await station.open('/LogOut/')
  await expect(station.button('Sign in')).toBeFocused()
  await hands.press('Enter')
  await station.enterUserName('pia.picker')
  await station.beginAtTrim(warehouse.place)
  await station.open('/Maintenance/people')
  await expect(station.heading('No access')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Maintenance' })).toHaveCount(0)
})
