/**
 * The handheld: a document is a guide, quantities have the app's own keypad, and all of it is read at arm's
 * length.
 */
import type { Page } from 'playwright/test'
import { count } from './support/counting-person.ts'
import { cutOff, smallTargets, smallText } from './support/handheld-sizes.ts'
import { expect, test } from './support/test.ts'
import type { Workstation } from './support/workstation.ts'

test.use({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 640 } })

const card = (page: Page) => page.locator('.guide-card')
const rows = (page: Page) => page.getByRole('list', { name: 'Lines' }).getByRole('article')
const end = (page: Page) => page.locator('.guide-end')
const key = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Keypad' }).getByRole('button', { name, exact: true })

// The lines in walking order, as the guide shows them: the one at hand, then the rows.
const walk = async (page: Page) => [
  (await card(page).getAttribute('aria-label')) ?? '',
  ...(await rows(page).evaluateAll((all) => all.map((each) => each.getAttribute('aria-label') ?? ''))),
]

// How many of these are whole in sight, below what stays at the top and above what stays at the bottom.
const inSight = (page: Page, selector: string) =>
  page.locator(selector).evaluateAll((all) => {
    const top = document.querySelector('.shell-top')?.getBoundingClientRect().bottom ?? 0
    const below = document.querySelector('.guide-end, .navigation')?.getBoundingClientRect()
    const bottom = below !== undefined && below.height > 0 ? below.top : innerHeight
    return all.filter((each) => {
      const box = each.getBoundingClientRect()
      return box.height > 0 && box.top >= top - 1 && box.bottom <= bottom + 1
    }).length
  })

const sizeOf = (page: Page, selector: string) =>
  page.locator(selector).evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize))

const openPick = async (station: Workstation, tag: string) => {
  await station.scanner.scan(tag)
  await expect(station.heading(`Issuance ${tag}`)).toBeVisible()
  await expect(card(station.page)).toBeVisible()
}

// On a slow line a first visit has the device's own typeface, which may be wider.
for (const typeface of ['with its typeface', 'without its typeface']) {
  test(`${typeface} the actions of a line stay where they are when it is picked`, async ({
    station,
    warehouse,
  }) => {
    const { page, scanner } = station
    if (typeface.startsWith('without')) await page.route('**/*.woff2', (route) => route.abort())
    const [barcode = ''] = await warehouse.plants(1)
    const tag = await warehouse.issuance([{ barcode, ordered: 40 }])
    await station.begin('pia.picker', warehouse.place)
    await openPick(station, tag)
    const actions = card(page).locator('.line-actions')
    const before = await actions.boundingBox()
    await scanner.scan(barcode)
    await expect(station.button(`Pick again ${barcode}`)).toBeVisible()
    expect(await actions.boundingBox()).toEqual(before)
  })
}

test('the next line is large, four more are in sight, and a scan of any line goes on from there', async ({
  station,
  warehouse,
}) => {
  const { page, scanner, strip } = station
  const barcodes = await warehouse.plants(10)
  const tag = await warehouse.issuance(barcodes.map((barcode) => ({ barcode, ordered: 40 })))
  await station.begin('pia.picker', warehouse.place)
  await openPick(station, tag)

  // Below one bar, without the navigation, and without a button that cannot be pressed.
  await expect(station.navigation).toBeHidden()
  expect((await page.locator('.masthead').boundingBox())?.height).toBeLessThanOrEqual(56)
  await expect(page.locator('.guide-bar')).toContainText('0/10 lines')
  await expect(end(page)).toBeHidden()
  const order = await walk(page)
  expect(new Set(order)).toEqual(new Set(barcodes))
  expect(order).toHaveLength(barcodes.length)
  const shelves = await page.locator('.guide-shelf, .guide-row-shelf').allTextContents()
  const natural = new Intl.Collator('en', { numeric: true })
  expect(shelves).toEqual(shelves.toSorted(natural.compare))

  // An outcome, the kept quantity, the next line and four more.
  await scanner.scan('%T.Q.25.KEEP')
  await expect(station.text('25 each until %T.Q.END')).toBeVisible()
  expect(await sizeOf(page, '.guide-shelf')).toBeGreaterThanOrEqual(40)
  expect(await sizeOf(page, '.guide-take input')).toBeGreaterThanOrEqual(40)
  expect(await inSight(page, '.guide-card')).toBe(1)
  expect(await inSight(page, '.guide-rows article')).toBeGreaterThanOrEqual(4)
  await scanner.scan('%T.Q.END')

  // Out of order: the guide goes on behind that shelf, and comes back to what was left out.
  const fourth = order[3] ?? ''
  await scanner.scan(fourth)
  await expect(strip).toContainText(`${fourth}: picked 40 of 40.`)
  await expect(page.locator('.guide-bar')).toContainText('1/10 lines')
  await expect(card(page)).toHaveAttribute('aria-label', order[4] ?? '')
  expect(await walk(page)).toEqual([...order.slice(4), ...order.slice(0, 3)])
  await expect(rows(page).and(station.line(fourth))).toHaveCount(0)
  await page.getByRole('button', { name: '1 done' }).tap()
  await expect(station.line(fourth)).toContainText('PICKED')
  await page.getByRole('button', { name: '1 done' }).tap()
  await expect(station.line(fourth)).toBeHidden()

  // A line that was picked already comes to hand; the next scan goes on.
  await scanner.scan(fourth)
  await expect(strip).toContainText(`${fourth} is picked already`)
  await expect(card(page)).toHaveAttribute('aria-label', fourth)
  await scanner.scan(order[4] ?? '')
  await expect(card(page)).toHaveAttribute('aria-label', order[5] ?? '')
  // By hand, the same.
  await station.line(order[0] ?? '').tap()
  await expect(card(page)).toHaveAttribute('aria-label', order[0] ?? '')

  for (const barcode of order.filter((each) => each !== fourth && each !== order[4]))
    await scanner.scan(barcode)
  await expect(page.locator('.guide-bar')).toContainText('10/10 lines')
  const ship = end(page).getByRole('button')
  await expect(ship).toBeInViewport()
  expect((await ship.boundingBox())?.height).toBeGreaterThanOrEqual(72)
  await ship.tap()
  await expect(strip).toContainText('Issuance SHIPPED')
  expect((await warehouse.summaryOf(tag)).status).toBe('SHIPPED')
})

test('a quantity has the keypad of the app, which no scanner presses', async ({ station, warehouse }) => {
  const { page, scanner, strip, hands } = station
  const barcodes = await warehouse.stockedBarcodes(3)
  const tag = await warehouse.issuance(barcodes.map((barcode) => ({ barcode, ordered: 40 })))
  await station.begin('pia.picker', warehouse.place)
  await openPick(station, tag)
  const [first = '', second = '', third = ''] = await walk(page)

  const field = station.quantityOf(first)
  await expect(page.getByRole('group', { name: 'Keypad' })).toBeHidden()
  await field.tap()
  await expect(field).toHaveAttribute('inputmode', 'none')
  for (const name of ['1', '5', '9', '0', 'Delete the last digit', 'Enter']) {
    const box = await key(page, name).boundingBox()
    expect(box?.width).toBeGreaterThanOrEqual(72)
    expect(box?.height).toBeGreaterThanOrEqual(46)
  }
  expect(await inSight(page, '.guide-card')).toBe(1)
  // The first digit replaces what is there; a wrong one is taken back; the hand's own keys go on.
  await key(page, '3').tap()
  await key(page, '9').tap()
  await key(page, 'Delete the last digit').tap()
  await hands.type('8')
  await expect(field).toHaveValue('38')
  await expect(field).toBeFocused()

  // A scan goes to its line, and presses nothing.
  await scanner.scan(second)
  await expect(strip).toContainText(`${second}: picked 40 of 40.`)
  await expect(station.question).toBeHidden()
  await station.line(first).tap()
  await expect(field).toHaveValue('38')
  await field.tap()
  await key(page, 'Enter').tap()
  await expect(station.question).toContainText('Change Pick Qty from 40 to 38')
  await scanner.scan('%T.YES')
  await station.giveNoReason()
  await expect(strip).toContainText(`${first}: picked 38 of 40.`)
  await expect
    .poll(async () => (await warehouse.summaryOf(tag)).lines.toSorted())
    .toEqual([`${first} PICKED 40/38`, `${second} PICKED 40/40`, `${third} RESERVED 40/-`].toSorted())

  // With text of twice the size: what is told, asked and answered is in sight as a whole, and so are shelf
  // and quantity.
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
  const facts = '.guide-shelf, .guide-take input'
  expect.soft(await cutOff(page, '.guide-bar h1, .scan-strip'), 'outcome').toEqual([])
  await station.line(first).tap()
  await field.tap()
  expect.soft(await cutOff(page, facts), 'above the keypad').toEqual([])
  await key(page, '9').tap()
  await key(page, 'Enter').tap()
  await expect(station.question).toBeVisible()
  expect.soft(await cutOff(page, '.dialog'), 'question').toEqual([])
  await scanner.scan('%T.NO')
  await expect(station.question).toBeHidden()
  await scanner.scan('NOSUCHCODE', 'NOSUCHCODE2')
  await expect(strip).toContainText('1 waiting')
  expect.soft(await cutOff(page, `.scan-strip[data-held], ${facts}`), 'error').toEqual([])
  await scanner.scan('%T.OK')
  await expect(strip).toContainText('2 of 2')
  expect.soft(await cutOff(page, `.scan-strip[data-held], ${facts}`), 'second error').toEqual([])
})

test('on an entry screen the scanned line is at hand, and takes its quantity from the keypad', async ({
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
  await expect(card(page)).toHaveAttribute('aria-label', one)
  await key(page, '2').tap()
  await key(page, '5').tap()
  await expect(strip).toContainText('25')
  await key(page, 'Enter').tap()
  await expect(strip).toContainText(`${one}: ordered 25.`)
  await expect(page.getByRole('group', { name: 'Keypad' })).toBeHidden()
  await expect(card(page)).toHaveAttribute('aria-label', one)
  await scanner.scan('%T.Q.7', two)
  await expect(strip).toContainText(`${two}: ordered 7.`)
  await expect(card(page)).toHaveAttribute('aria-label', two)
  await expect(station.line(one)).toBeVisible()
  expect((await warehouse.summaryOf(tag)).lines.toSorted()).toEqual(
    [`${one} RESERVED 25/-`, `${two} RESERVED 7/-`].toSorted(),
  )
})

test('the result of a scan takes the whole screen, and neither a press nor the next scan', async ({
  station,
  warehouse,
}) => {
  const { page, scanner, strip } = station
  const barcodes = await warehouse.stockedBarcodes(3)
  const tag = await warehouse.issuance(barcodes.map((barcode) => ({ barcode, ordered: 40 })))
  await station.begin('pia.picker', warehouse.place)
  await openPick(station, tag)
  const [first = '', second = '', third = ''] = await walk(page)
  const flash = page.locator('.scan-flash')

  await scanner.scan(first)
  await expect(strip).toContainText(`${first}: picked 40 of 40.`)
  await expect(flash).toBeHidden()
  // Held for as long as the test looks at it.
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
  expect(await sizeOf(page, '.scan-flash')).toBeGreaterThanOrEqual(100)
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

test('text and targets have their sizes on the screens of a shift', async ({ station, warehouse }) => {
  const { page, scanner } = station
  const barcodes = await warehouse.plants(4)
  const lines = barcodes.map((barcode) => ({ barcode, ordered: 20 }))
  const tag = await warehouse.issuance(lines)
  const look = async (screen: string) => {
    expect.soft(await smallText(page), screen).toEqual([])
    expect.soft(await smallTargets(page), screen).toEqual([])
    const wide = await page.evaluate(() => document.documentElement.scrollWidth)
    expect.soft(wide, screen).toBeLessThanOrEqual(360)
  }
  await station.open()
  await expect(station.button('Sign in')).toBeVisible()
  await look('start')
  await station.begin('lena.lead', warehouse.place)
  await look('list')
  await expect(station.documentRows.first()).toBeVisible()
  await expect.poll(() => inSight(page, '.document-row')).toBeGreaterThanOrEqual(4)
  await openPick(station, tag)
  await scanner.scan(barcodes[0] ?? '')
  await expect(station.strip).toContainText('picked 20 of 20')
  await look('pick')
  await page.locator('.guide-take input').tap()
  await look('keypad')
  await scanner.scan('%T.DUMPS')
  await expect(station.heading('Dump')).toBeVisible()
  await station.newDump('Lena Moreau')
  await look('dump, empty')
  await scanner.scan('%T.R.DRY', '%T.Q.5', barcodes[1] ?? '')
  await expect(station.strip).toContainText('dumped 5.')
  await look('dump')
  await station.goTo('/Dashboard/')
  await expect(station.heading('Dashboard')).toBeVisible()
  await look('dashboard')
  // How many labels: with the app's keypad too.
  await scanner.scan('%T.LABELS')
  const count = page.getByRole('textbox', { name: 'Copies' })
  await count.tap()
  await expect(count).toHaveAttribute('inputmode', 'none')
  await key(page, '7').tap()
  await expect(count).toHaveValue('7')
})

test('a receipt has its sizes, and is ended by the button that appears', async ({ station, warehouse }) => {
  const { page, scanner } = station
  const barcodes = await warehouse.plants(6)
  const number = await warehouse.shippedTransfer(
    'FLC',
    barcodes.map((barcode) => ({ barcode, quantity: 10 })),
  )
  await station.beginTransfers('ravi.receiver', warehouse.placeAt('FLC'), 'receiving')
  await scanner.scan(number)
  await expect(card(page)).toBeVisible()
  expect(await inSight(page, '.guide-rows article')).toBeGreaterThanOrEqual(4)
  expect(await smallText(page)).toEqual([])
  expect(await smallTargets(page)).toEqual([])
  await scanner.scan(...barcodes)
  await expect(page.locator('.guide-bar')).toContainText('6/6 lines')
  await expect(end(page).getByRole('button')).toBeVisible()
})

test('no line has another one’s quantity, numbers before and after the scan, 6 times slower', async ({
  station,
  warehouse,
}) => {
  await station.begin('pia.picker', warehouse.place)
  const work = { lines: 20, habit: 'mixed', cpu: 6, serverMs: 200, seed: 7, pauseMs: 900 } as const
  const counted = await count(station, warehouse, work)
  expect(counted).toMatchObject({ wrong: [], unsaid: [], amiss: [] })
  expect(counted.right).toBeGreaterThanOrEqual(0.7 * (counted.lines - counted.refused))
})

test('the number of labels stays in sight above the keypad after a scan', async ({ station, warehouse }) => {
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
