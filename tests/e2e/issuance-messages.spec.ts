import { expect, test } from './support/test.ts'

test('asks before saving a quantity of zero: saved by scan, deleted by key', async ({
  station,
  warehouse,
}) => {
  const [first = '', second = ''] = await warehouse.plants(2)
  const tag = await warehouse.issuance()
  await station.begin('pia.picker', warehouse.place)
  await station.openEditor(tag)
  await station.scanner.scan(first)
  await expect(station.quantityOf(first)).toBeFocused()
  await station.hands.press('Enter')
  await expect(station.question).toContainText('Ordered Qty: 0. Do you want to Save or Delete?')
  await station.hands.press('d')
  await expect(station.question).toBeHidden()
  await expect(station.line(first)).toBeHidden()
  await station.scanner.scan(second)
  await expect(station.quantityOf(second)).toBeFocused()
  await station.hands.press('Enter')
  await expect(station.question).toBeVisible()
  await station.scanner.scan('%T.SAVE')
  await expect(station.strip).toContainText(`${second}: ordered 0.`)
  expect((await warehouse.summaryOf(tag)).lines).toEqual([`${second} RESERVED 0/-`])
})

test('a changed pick quantity is confirmed by key and by scan', async ({ station, warehouse }) => {
  const [first = '', second = ''] = await warehouse.plants(2)
  const tag = await warehouse.issuance([
    { barcode: first, ordered: 50 },
    { barcode: second, ordered: 50 },
  ])
  await station.begin('pia.picker', warehouse.place)
  await station.openIssuance(tag)
  await station.tabTo(station.quantityOf(first))
  await station.hands.type('45')
  await station.hands.press('Enter')
  await expect(station.question).toContainText('Change Pick Qty from 50 to 45')
  await station.hands.press('y')
  await station.giveNoReason()
  await expect(station.strip).toContainText(`${first}: picked 45 of 50.`)
  await station.tabTo(station.quantityOf(second))
  await station.hands.type('44')
  await station.hands.press('Enter')
  await expect(station.question).toContainText('Change Pick Qty from 50 to 44')
  await station.scanner.scan('%T.YES')
  await station.giveNoReason()
  await expect(station.strip).toContainText(`${second}: picked 44 of 50.`)
  expect((await warehouse.summaryOf(tag)).lines).toEqual([`${first} PICKED 50/45`, `${second} PICKED 50/44`])
})

test('a line is deleted after a question, and deleting the last one sets the issuance to OPEN', async ({
  station,
  warehouse,
}) => {
  const [barcode = ''] = await warehouse.plants(1)
  const before = await warehouse.stockOf(barcode)
  const tag = await warehouse.issuance([{ barcode, ordered: 50 }])
  await station.begin('pia.picker', warehouse.place)
  await station.openEditor(tag)
  await station.scanner.scan(barcode)
  await expect(station.strip).toContainText(`${barcode} is on the list already.`)
  await station.scanner.scan('%T.LINE.DELETE')
  await expect(station.question).toContainText(`Delete Inventory ${barcode}?`)
  await station.scanner.scan('%T.YES')
  await expect(station.strip).toContainText('Inventory Line Deleted')
  expect(await warehouse.summaryOf(tag)).toEqual({ status: 'OPEN', lines: [] })
  expect(await warehouse.stockOf(barcode)).toEqual(before)
})

test('an issuance is cancelled after a question, and its plants are available again', async ({
  station,
  warehouse,
}) => {
  const [barcode = ''] = await warehouse.plants(1)
  const before = await warehouse.stockOf(barcode)
  const tag = await warehouse.issuance([{ barcode, ordered: 50 }])
  await station.begin('pia.picker', warehouse.place)
  await station.openIssuance(tag)
  await station.hands.press('c')
  await expect(station.question).toContainText('Are you sure you want to permanently Cancel Issuance?')
  await station.hands.press('y')
  await expect(station.strip).toContainText('Issuance CANCELLED')
  expect((await warehouse.summaryOf(tag)).status).toBe('CANCELLED')
  expect(await warehouse.stockOf(barcode)).toEqual(before)
})

test('two people order the last plants: the second must enter another amount', async ({
  station,
  warehouse,
}) => {
  const [barcode = ''] = await warehouse.plants(1)
  const { available } = await warehouse.stockOf(barcode)
  const tag = await warehouse.issuance()
  await station.begin('pia.picker', warehouse.place)
  await station.openEditor(tag)
  await station.scanner.scan(barcode)
  await expect(station.quantityOf(barcode)).toBeFocused()
  await station.hands.type('40')
  await warehouse.issuance([{ barcode, ordered: available - 30 }])
  await station.hands.press('Enter')
  await expect(station.line(barcode)).toContainText('Insufficient quantity. Please enter New Amount')
  await expect(station.quantityOf(barcode)).toHaveValue('40')
  await station.scanner.scan('%T.OK')
  await station.hands.type('30')
  await station.hands.press('Enter')
  await expect(station.strip).toContainText(`${barcode}: ordered 30.`)
  expect((await warehouse.stockOf(barcode)).available).toBe(0)
})

test('asks about a grower who picks up at another location', async ({ station, warehouse }) => {
  const grower = await warehouse.grower('elsewhere')
  await station.begin('pia.picker', warehouse.place)
  await station.hands.press('n')
  await station.chooseDestination('Grower', grower.name)
  await expect(station.question).toContainText(
    'Grower Entity Pickup Location is different from your login warehouse.',
  )
  await station.scanner.scan('%T.ANOTHER')
  await expect(station.question).toBeHidden()
  await expect(station.page.getByRole('combobox', { name: /^Destination/ })).toHaveValue('')
  await station.chooseDestination('Grower', grower.name)
  await expect(station.question).toBeVisible()
  await station.scanner.scan('%T.CONTINUE')
  await station.scanner.scan('%T.HEADER.SAVE')
  await expect(station.strip).toContainText('Issuance Header Created')
  expect((await warehouse.issued(station.tag)).IssuanceHeader?.IssueToNbr).toBe(grower.id)
})

test('an issuance of foundation stock to a nursery is shipped', async ({ station, warehouse }) => {
  const [barcode = ''] = await warehouse.plants(1, { stockType: 'FOUNDATION', least: 20 })
  const [commercial = ''] = await warehouse.plants(1)
  const nursery = await warehouse.nursery()
  await station.begin('pia.picker', warehouse.place)
  await station.hands.press('n')
  await station.chooseDestination('Nursery', nursery.name)
  await station.scanner.scan('%T.HEADER.SAVE')
  await expect(station.heading(/^Issuance \d+$/)).toBeVisible()
  const { tag } = station
  await station.scanner.scan(commercial)
  await expect(station.strip).toContainText(/here, COMMERCIAL; this document takes FOUNDATION/)
  await station.scanner.scan('%T.OK', '%T.Q.20', barcode)
  await expect(station.strip).toContainText(`${barcode}: ordered 20.`)
  await station.scanner.scan('%T.DETAIL', barcode, '%T.SHIP')
  await expect(station.strip).toContainText('Issuance SHIPPED')
  expect(await warehouse.summaryOf(tag)).toEqual({ status: 'SHIPPED', lines: [`${barcode} SHIPPED 20/20`] })
})

test('an unknown document number is not found, by scan and by search', async ({ station, warehouse }) => {
  await station.begin('pia.picker', warehouse.place)
  await station.scanner.scan('99999999')
  await expect(station.strip).toContainText('Document 99999999 was not found here.')
  await station.scanner.scan('%T.OK')
  await station.hands.press('/')
  await station.typeInto(station.field('Search by Tag #'), '99999998')
  await station.hands.press('Enter')
  await expect(station.text('TagNbr not found')).toBeVisible()
})

test('read-only people see everything, each action disabled with its reason', async ({
  station,
  warehouse,
}) => {
  const [barcode = ''] = await warehouse.plants(1)
  const tag = await warehouse.issuance([{ barcode, ordered: 50 }])
  await station.begin('rhea.reader', warehouse.place)
  await station.scanner.scan(tag)
  await expect(station.line(barcode)).toBeVisible()
  await expect(station.text(/^Read-only access/)).toBeVisible()
  await expect(station.button(/^Ship/)).toHaveAttribute('aria-disabled', 'true')
  for (const command of ['%T.SHIP', `%T.PICK.${barcode}`, '%T.CANCEL']) {
    await station.scanner.scan(command)
    await expect(station.strip).toContainText('Read-only access')
    await station.scanner.scan('%T.OK')
  }
  expect(await warehouse.summaryOf(tag)).toEqual({ status: 'RESERVED', lines: [`${barcode} RESERVED 50/-`] })
})

test('people without a key see that they have no access', async ({ station }) => {
  await station.open()
  await station.signIn('nora.noaccess')
  await expect(station.text('No access')).toBeVisible()
  await expect(station.text('No permissions are set up for Nora Bauer.')).toBeVisible()
})

test('people whose keys only open other screens cannot open issuance', async ({ station }) => {
  await station.open('/Issuance/')
  await station.enterUserName('ravi.receiver')
  await expect(station.heading('Setup')).toBeVisible()
  // Setup continues to the requested address.
  await station.hands.press('Enter')
  await expect(station.text('No access')).toBeVisible()
  await station.hands.press('q')
  await expect(station.heading('Adjust Trim')).toBeVisible()
})
