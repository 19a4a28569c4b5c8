/**
 * A handheld shows a document as a guide, has its own keypad for quantities, and is readable at arm's length.
 */
import type { Page } from 'playwright/test'
import { count } from './support/counting-person.ts'
import { findCutOff, findSmallTargets, findSmallText } from './support/handheld-sizes.ts'
import { expect, test } from './support/test.ts'
import type { Workstation } from './support/workstation.ts'

test.use({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 640 } })

const currentCard = (page: Page) => page.locator('.guide-card')
const lineRows = (page: Page) => page.getByRole('list', { name: 'Lines' }).getByRole('article')
const endButtons = (page: Page) => page.locator('.guide-end')
const keypadKey = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Keypad' }).getByRole('button', { name, exact: true })

// The barcodes in walking order, as the guide shows them: the current line, then the rows.
const walkingOrder = async (page: Page) => [
  (await currentCard(page).getAttribute('aria-label')) ?? '',
  ...(await lineRows(page).evaluateAll((all) => all.map((each) => each.getAttribute('aria-label') ?? ''))),
]

// Counts fully visible elements between the fixed top and bottom parts.
const countVisible = (page: Page, selector: string) =>
  page.locator(selector).evaluateAll((all) => {
    const top = document.querySelector('.shell-top')?.getBoundingClientRect().bottom ?? 0
    const bottomPart = document.querySelector('.guide-end, .navigation')?.getBoundingClientRect()
    const bottom = bottomPart !== undefined && bottomPart.height > 0 ? bottomPart.top : innerHeight
    return all.filter((each) => {
      const box = each.getBoundingClientRect()
      return box.height > 0 && box.top >= top - 1 && box.bottom <= bottom + 1
    }).length
  })

const fontSizeOf = (page: Page, selector: string) =>
  page.locator(selector).evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize))

const openPick = async (station: Workstation, tag: string) => {
  await station.scanner.scan(tag)
  await expect(station.heading(`Issuance ${tag}`)).toBeVisible()
  await expect(currentCard(station.page)).toBeVisible()
}

// On a slow network, the first visit uses a system typeface, which may be wider.
for (const typeface of ['with its typeface', 'without its typeface']) {
  test(`${typeface} the actions of a line do not move when it is picked`, async ({ station, warehouse }) => {
    const { page, scanner } = station
    if (typeface.startsWith('without')) await page.route('**/*.woff2', (route) => route.abort())
    const [barcode = ''] = await warehouse.plants(1)
    const tag = await warehouse.issuance([{ barcode, ordered: 40 }])
    await station.begin('pia.picker', warehouse.place)
    await openPick(station, tag)
    const actions = currentCard(page).locator('.line-actions')
    const before = await actions.boundingBox()
    await scanner.scan(barcode)
    await expect(station.button(`Pick again ${barcode}`)).toBeVisible()
    expect(await actions.boundingBox()).toEqual(before)
  })
}

test('the next line is large, four more are visible, and a scan of any line continues from there', async ({
  station,
  warehouse,
}) => {
  const { page, scanner, strip } = station
  const barcodes = await warehouse.plants(10)
  const tag = await warehouse.issuance(barcodes.map((barcode) => ({ barcode, ordered: 40 })))
  await station.begin('pia.picker', warehouse.place)
  await openPick(station, tag)

  // One bar at the top, no navigation, and no disabled button.
  await expect(station.navigation).toBeHidden()
  expect((await page.locator('.masthead').boundingBox())?.height).toBeLessThanOrEqual(56)
  await expect(page.locator('.guide-bar')).toContainText('0/10 lines')
  await expect(endButtons(page)).toBeHidden()
  const order = await walkingOrder(page)
  expect(new Set(order)).toEqual(new Set(barcodes))
  expect(order).toHaveLength(barcodes.length)
  const shelves = await page.locator('.guide-shelf, .guide-row-shelf').allTextContents()
  const natural = new Intl.Collator('en', { numeric: true })
  expect(shelves).toEqual(shelves.toSorted(natural.compare))

  // A result, the kept quantity, the next line and four more.
  await scanner.scan('%T.Q.25.KEEP')
  await expect(station.text('25 for every scan. Stop: -')).toBeVisible()
  expect(await fontSizeOf(page, '.guide-shelf')).toBeGreaterThanOrEqual(40)
  expect(await fontSizeOf(page, '.guide-take input')).toBeGreaterThanOrEqual(40)
  expect(await countVisible(page, '.guide-card')).toBe(1)
  expect(await countVisible(page, '.guide-row')).toBeGreaterThanOrEqual(4)
  await scanner.scan('%T.Q.END')

  // After a scan out of order the guide continues behind that shelf and returns to skipped lines later.
  const fourth = order[3] ?? ''
  await scanner.scan(fourth)
  await expect(strip).toContainText(`${fourth}: picked 40 of 40.`)
  await expect(page.locator('.guide-bar')).toContainText('1/10 lines')
  await expect(currentCard(page)).toHaveAttribute('aria-label', order[4] ?? '')
  expect(await walkingOrder(page)).toEqual([...order.slice(4), ...order.slice(0, 3)])
  await expect(lineRows(page).and(station.line(fourth))).toHaveCount(0)
  await page.getByRole('button', { name: '1 done' }).tap()
  await expect(station.line(fourth)).toContainText('PICKED')
  await page.getByRole('button', { name: '1 done' }).tap()
  await expect(station.line(fourth)).toBeHidden()

  // Scanning a picked line shows it again; the next scan continues.
  await scanner.scan(fourth)
  await expect(strip).toContainText(`${fourth} is picked already`)
  await expect(currentCard(page)).toHaveAttribute('aria-label', fourth)
  await scanner.scan(order[4] ?? '')
  await expect(currentCard(page)).toHaveAttribute('aria-label', order[5] ?? '')
  // A tap does the same.
  await station.line(order[0] ?? '').tap()
  await expect(currentCard(page)).toHaveAttribute('aria-label', order[0] ?? '')

  for (const barcode of order.filter((each) => each !== fourth && each !== order[4]))
    await scanner.scan(barcode)
  await expect(page.locator('.guide-bar')).toContainText('10/10 lines')
  const ship = endButtons(page).getByRole('button')
  await expect(ship).toBeInViewport()
  expect((await ship.boundingBox())?.height).toBeGreaterThanOrEqual(72)
  await ship.tap()
  await expect(strip).toContainText('Issuance SHIPPED')
  expect((await warehouse.summaryOf(tag)).status).toBe('SHIPPED')
})

test("a quantity has the app's keypad, which a scanner cannot press", async ({ station, warehouse }) => {
  const { page, scanner, strip, hands } = station
  const barcodes = await warehouse.stockedBarcodes(3)
  const tag = await warehouse.issuance(barcodes.map((barcode) => ({ barcode, ordered: 40 })))
  await station.begin('pia.picker', warehouse.place)
  await openPick(station, tag)
  const [first = '', second = '', third = ''] = await walkingOrder(page)

  const field = station.quantityOf(first)
  await expect(page.getByRole('group', { name: 'Keypad' })).toBeHidden()
  await field.tap()
  await expect(field).toHaveAttribute('inputmode', 'none')
  for (const name of ['1', '5', '9', '0', 'Delete the last digit', 'Enter']) {
    const box = await keypadKey(page, name).boundingBox()
    expect(box?.width).toBeGreaterThanOrEqual(72)
    expect(box?.height).toBeGreaterThanOrEqual(46)
  }
  expect(await countVisible(page, '.guide-card')).toBe(1)
  // The first digit replaces the value, Delete removes a digit, and keyboard keys append.
  await keypadKey(page, '3').tap()
  await keypadKey(page, '9').tap()
  await keypadKey(page, 'Delete the last digit').tap()
  await hands.type('8')
  await expect(field).toHaveValue('38')
  await expect(field).toBeFocused()

  // A scan acts on its line and presses no key of the keypad.
  await scanner.scan(second)
  await expect(strip).toContainText(`${second}: picked 40 of 40.`)
  await expect(station.question).toBeHidden()
  await station.line(first).tap()
  await expect(field).toHaveValue('38')
  await field.tap()
  await keypadKey(page, 'Enter').tap()
  await expect(station.question).toContainText('Change Pick Qty from 40 to 38')
  await scanner.scan('%T.YES')
  await station.giveNoReason()
  await expect(strip).toContainText(`${first}: picked 38 of 40.`)
  await expect
    .poll(async () => (await warehouse.summaryOf(tag)).lines.toSorted())
    .toEqual([`${first} PICKED 40/38`, `${second} PICKED 40/40`, `${third} RESERVED 40/-`].toSorted())

  // With text of twice the size: results, questions, fields, shelf and quantity are fully visible.
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
  const facts = '.guide-shelf, .guide-take input'
  expect.soft(await findCutOff(page, '.guide-bar h1, .scan-strip'), 'outcome').toEqual([])
  await station.line(first).tap()
  await field.tap()
  expect.soft(await findCutOff(page, facts), 'above the keypad').toEqual([])
  await keypadKey(page, '9').tap()
  await keypadKey(page, 'Enter').tap()
  await expect(station.question).toBeVisible()
  expect.soft(await findCutOff(page, '.dialog'), 'question').toEqual([])
  await scanner.scan('%T.NO')
  await expect(station.question).toBeHidden()
  await scanner.scan('NOSUCHCODE', 'NOSUCHCODE2')
  await expect(strip).toContainText('1 waiting')
  expect.soft(await findCutOff(page, `.scan-strip[data-held], ${facts}`), 'error').toEqual([])
  await scanner.scan('%T.OK')
  await expect(strip).toContainText('2 of 2')
  expect.soft(await findCutOff(page, `.scan-strip[data-held], ${facts}`), 'second error').toEqual([])
})

test('on an entry screen the scanned line is current and takes its quantity from the keypad', async ({
  station,
  warehouse,
}) => {
  const { page, scanner, strip } = station
  const [one = '', two = ''] = await warehouse.stockedBarcodes(2)
  const tag = await warehouse.issuance()
  await station.begin('pia.picker', warehouse.place)
  await station.goTo(`/Issuance/Edit/${tag}`)
  await expect(station.text('No lines yet')).toBeVisible()
  await scanner.scan(one)
  await expect(currentCard(page)).toHaveAttribute('aria-label', one)
  await keypadKey(page, '2').tap()
  await keypadKey(page, '5').tap()
  await expect(strip).toContainText('25')
  await keypadKey(page, 'Enter').tap()
  await expect(strip).toContainText(`${one}: ordered 25.`)
  await expect(page.getByRole('group', { name: 'Keypad' })).toBeHidden()
  await expect(currentCard(page)).toHaveAttribute('aria-label', one)
  await scanner.scan('%T.Q.7', two)
  await expect(strip).toContainText(`${two}: ordered 7.`)
  await expect(currentCard(page)).toHaveAttribute('aria-label', two)
  await expect(station.line(one)).toBeVisible()
  expect((await warehouse.summaryOf(tag)).lines.toSorted()).toEqual(
    [`${one} RESERVED 25/-`, `${two} RESERVED 7/-`].toSorted(),
  )
})

test('the result of a scan fills the screen without blocking taps or the next scan', async ({
  station,
  warehouse,
}) => {
  const { page, scanner, strip } = station
  const barcodes = await warehouse.stockedBarcodes(3)
  const tag = await warehouse.issuance(barcodes.map((barcode) => ({ barcode, ordered: 40 })))
  await station.begin('pia.picker', warehouse.place)
  await openPick(station, tag)
  const [first = '', second = '', third = ''] = await walkingOrder(page)
  const flash = page.locator('.scan-flash')

  await scanner.scan(first)
  await expect(strip).toContainText(`${first}: picked 40 of 40.`)
  await expect(flash).toBeHidden()
  // Keep the animation visible while the test checks it.
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.evaluate(() => {
    const style = new CSSStyleSheet()
    style.replaceSync('.scan-flash, .scan-strip-flash { animation-duration: 600s !important; }')
    document.adoptedStyleSheets.push(style)
  })
  await scanner.scan(second)
  await expect(strip).toContainText(`${second}: picked 40 of 40.`)
  await expect(flash).toBeVisible()
  await expect(flash).toHaveText('40')
  expect(await flash.boundingBox()).toMatchObject({ x: 0, y: 0, width: 360, height: 640 })
  expect(await fontSizeOf(page, '.scan-flash')).toBeGreaterThanOrEqual(100)
  const more = page.getByRole('button', { name: 'More', exact: true })
  await more.tap()
  await expect(more).toHaveAttribute('aria-expanded', 'true')

  await scanner.scan('NOSUCHCODE', third)
  await expect(page.locator('.scan-strip')).toHaveAttribute('data-held')
  await expect(flash).toHaveAttribute('data-tone', 'error')
  await scanner.scan('%T.OK')
  await expect(strip).toContainText(`${third}: picked 40 of 40.`)
  await expect(flash).toHaveAttribute('data-tone', /ok|busy/)
})

test('text and targets have their minimum sizes on the screens of a shift', async ({
  station,
  warehouse,
}) => {
  const { page, scanner } = station
  const barcodes = await warehouse.plants(4)
  const lines = barcodes.map((barcode) => ({ barcode, ordered: 20 }))
  const tag = await warehouse.issuance(lines)
  const checkSizes = async (screen: string) => {
    expect.soft(await findSmallText(page), screen).toEqual([])
    expect.soft(await findSmallTargets(page), screen).toEqual([])
    const wide = await page.evaluate(() => document.documentElement.scrollWidth)
    expect.soft(wide, screen).toBeLessThanOrEqual(360)
  }
  await station.open()
  await expect(station.button('Sign in')).toBeVisible()
  await checkSizes('start')
  await station.begin('lena.lead', warehouse.place)
  await checkSizes('list')
  await expect(station.documentRows.first()).toBeVisible()
  await expect.poll(() => countVisible(page, '.document-row')).toBeGreaterThanOrEqual(4)
  await openPick(station, tag)
  await scanner.scan(barcodes[0] ?? '')
  await expect(station.strip).toContainText('picked 20 of 20')
  await checkSizes('pick')
  await page.locator('.guide-take input').tap()
  await checkSizes('keypad')
  await scanner.scan('%T.DUMPS')
  await expect(station.heading('Dump')).toBeVisible()
  await station.newDump('Lena Moreau')
  await checkSizes('dump, empty')
  await scanner.scan('%T.R.DRY', '%T.Q.5', barcodes[1] ?? '')
  await expect(station.strip).toContainText('dumped 5.')
  await checkSizes('dump')
  await station.goTo('/Dashboard/')
  await expect(station.heading('Dashboard')).toBeVisible()
  await checkSizes('dashboard')
  // The number of labels uses the app's keypad too.
  await scanner.scan('%T.LABELS')
  const count = page.getByRole('textbox', { name: 'Copies' })
  await count.tap()
  await expect(count).toHaveAttribute('inputmode', 'none')
  await keypadKey(page, '7').tap()
  await expect(count).toHaveValue('7')
})

test('a receipt has its minimum sizes, and a button that appears at the end completes it', async ({
  station,
  warehouse,
}) => {
  const { page, scanner } = station
  const barcodes = await warehouse.plants(6)
  const number = await warehouse.shippedTransfer(
    'FLC',
    barcodes.map((barcode) => ({ barcode, quantity: 10 })),
  )
  await station.beginTransfers('ravi.receiver', warehouse.placeAt('FLC'), 'receiving')
  await scanner.scan(number)
  await expect(currentCard(page)).toBeVisible()
  expect(await countVisible(page, '.guide-row')).toBeGreaterThanOrEqual(4)
  expect(await findSmallText(page)).toEqual([])
  expect(await findSmallTargets(page)).toEqual([])
  await scanner.scan(...barcodes)
  await expect(page.locator('.guide-bar')).toContainText('6/6 lines')
  await expect(endButtons(page).getByRole('button')).toBeVisible()
})

test("no line gets another line's quantity with numbers before and after scans on a CPU that is 6 times slower", async ({
  station,
  warehouse,
}) => {
  await station.begin('pia.picker', warehouse.place)
  const work = { lines: 20, habit: 'mixed', cpu: 6, serverMs: 200, seed: 7, pauseMs: 900 } as const
  const counted = await count(station, warehouse, work)
  expect(counted).toMatchObject({ wrong: [], unannounced: [], mismatches: [] })
  expect(counted.right).toBeGreaterThanOrEqual(0.7 * (counted.lines - counted.refused))
})

test('the number of labels stays visible above the keypad after a scan', async ({ station, warehouse }) => {
  await warehouse.setPrintServers({
    PrintServer: 'ws://127.0.0.1',
    Port: '9',
    PrintLocation: 'Dock',
    PrintFormat: 'PDF',
  })
  const [barcode = ''] = await warehouse.plants(1)
  await station.begin('pia.picker', warehouse.place)
  await station.open('/Print/')
  await station.scanner.scan(barcode)
  await expect(station.field('Number of labels')).toBeFocused()
  const keypad = station.page.getByRole('group', { name: 'Keypad' })
  await expect(keypad).toBeVisible()
  await expect
    .poll(async () => {
      const field = await station.field('Number of labels').boundingBox()
      const below = await keypad.boundingBox()
      return field !== null && below !== null && field.y + field.height <= below.y
    })
    .toBe(true)
})
