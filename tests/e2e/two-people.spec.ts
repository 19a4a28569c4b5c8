import type { Browser } from 'playwright/test'
import { expectAndRecord } from './support/expect-and-record.ts'
import { expect, test } from './support/test.ts'
import type { Warehouse } from './support/warehouse.ts'
import { Workstation } from './support/workstation.ts'

// Two people on one issuance, each with a browser: each sees the other's changes within a second.

const withinOneSecond = { timeout: 1000 }
const size = { width: 1100, height: 1400 }

const openStation = async (browser: Browser, warehouse: Warehouse, username: string) => {
  const context = await browser.newContext({ viewport: size })
  const station = await Workstation.at(await context.newPage(), warehouse.url)
  // From this response on, the page receives other people's changes.
  const follows = station.page.waitForResponse(/\/api\/changes/)
  await station.begin(username, warehouse.place)
  await follows
  return station
}

// Lines as rendered: barcode, status and figures, without values a person is typing.
const readLines = (station: Workstation): Promise<readonly string[]> =>
  station.page.locator('.line-table-row').evaluateAll((lines) =>
    lines.map((line) => {
      const { ariaLabel } = line
      const status = line instanceof HTMLElement ? line.dataset.status : ''
      const plants = [...line.querySelectorAll('[data-align="end"]')].map(({ textContent }) => textContent)
      return `${ariaLabel} ${status} ${plants.filter(Boolean).join('/')}`
    }),
  )
const expectBothShow = async (one: Workstation, other: Workstation, line: string) => {
  await expect.poll(() => readLines(one), withinOneSecond).toContain(line)
  await expect.poll(() => readLines(other), withinOneSecond).toContain(line)
  expect(await readLines(one)).toEqual(await readLines(other))
}

test('Fault 11: two people pick one issuance alternately, and see the same after each scan', async ({
  browser,
  warehouse,
}) => {
  const barcodes = await warehouse.plants(6)
  const [first = '', second = '', third = '', fourth = '', fifth = '', sixth = ''] = barcodes
  const tag = await warehouse.issuance(barcodes.map((barcode) => ({ barcode, ordered: 20 })))
  const pia = await openStation(browser, warehouse, 'pia.picker')
  const lena = await openStation(browser, warehouse, 'lena.lead')
  await pia.openIssuance(tag)
  await lena.openIssuance(tag)
  await expect(pia.line(sixth)).toBeVisible()

  for (const [index, barcode] of [first, second, third, fourth].entries()) {
    const [picker, viewer] = index % 2 === 0 ? [pia, lena] : [lena, pia]
    await picker.scanner.scan(barcode)
    await expect(picker.strip).toContainText(`${barcode}: picked 20 of 20.`)
    await expectBothShow(picker, viewer, `${barcode} PICKED 20/20`)
    await expect(viewer.notice(`${barcode}: picked 20 of 20.`)).toBeVisible(withinOneSecond)
    // A second scan of the same barcode is reported and not applied.
    await viewer.scanner.scan(barcode)
    await expect(viewer.strip).toContainText(`${barcode} is picked already: 20 of 20.`)
  }

  // A value being typed stays while the other person works.
  await lena.tabTo(lena.quantityOf(sixth))
  await lena.hands.type('17')
  await expect(lena.quantityOf(sixth)).toHaveValue('17')
  await pia.scanner.scan(fifth)
  await expect(pia.strip).toContainText(`${fifth}: picked 20 of 20.`)
  await expect.poll(() => readLines(lena), withinOneSecond).toContain(`${fifth} PICKED 20/20`)
  await expect(lena.quantityOf(sixth)).toHaveValue('17')
  await expect(lena.quantityOf(sixth)).toBeFocused()
  await lena.tabTo(lena.button(`Cancel ${sixth}`))
  await lena.hands.press('Enter')

  // Without live updates lena has stale data: her pick is refused, her row shows the current value, and her
  // number stays.
  warehouse.network.fail('changes')
  warehouse.network.cutStreams()
  await pia.scanner.scan('%T.Q.11', sixth)
  await pia.answerYes('Change Pick Qty from 20 to 11')
  await expect(pia.strip).toContainText(`${sixth}: picked 11 of 20.`)
  await lena.scanner.scan('%T.Q.9', sixth)
  await lena.answerYes('Change Pick Qty from 20 to 9')
  await expectAndRecord(lena.strip, `Someone else changed ${sixth}`)
  await expectBothShow(pia, lena, `${sixth} PICKED 20/11`)
  await expect(lena.quantityOf(sixth)).toHaveValue('9')
  warehouse.network.recover()

  // Both see the end.
  await pia.scanner.scan('%T.SHIP')
  await expect(pia.page.getByRole('dialog', { name: 'Before you ship' })).toContainText('Picked 11 of 20')
  await pia.hands.press('w')
  await expect(pia.strip).toContainText('Issuance SHIPPED')
  await expect(lena.text(/is SHIPPED. You can look at it but not change it/)).toBeVisible()
  expect(await readLines(pia)).toEqual(await readLines(lena))
  for (const station of [pia, lena]) await station.page.context().close()
})

test('a list and its counts update live; a screen that was offline catches up automatically', async ({
  browser,
  warehouse,
}) => {
  const [barcode = ''] = await warehouse.plants(1)
  const pia = await openStation(browser, warehouse, 'pia.picker')
  const tag = await warehouse.issuance([{ barcode, ordered: 20 }])
  const row = pia.documentRows.filter({ hasText: tag })
  await expect(row).toBeVisible(withinOneSecond)
  await expect(row).toContainText('RESERVED', withinOneSecond)

  const lena = await openStation(browser, warehouse, 'lena.lead')
  await pia.openIssuance(tag)
  await lena.openIssuance(tag)
  warehouse.network.fail('changes')
  warehouse.network.cutStreams()
  await lena.scanner.scan(barcode)
  await expect(lena.strip).toContainText(`${barcode}: picked 20 of 20.`)
  warehouse.network.recover()
  const news = pia.notice(`lena.lead: ${barcode}: picked 20 of 20.`)
  await expect(news).toBeVisible()
  // Hovering keeps the toast open, and it must not cover the offline notice.
  await news.hover()
  await expect.poll(() => readLines(pia), withinOneSecond).toEqual([`${barcode} PICKED 20/20`])
  await pia.unplug()
  const lost = pia.page.locator('.notice-bar.tone-warning')
  await expect(lost).toBeVisible()
  await lost.click({ trial: true, timeout: 5000 })
  await pia.plugIn()
  for (const station of [pia, lena]) await station.page.context().close()
})

test('the first to pick owns an issuance; the second is notified once, takes it over by key, and both continue', async ({
  browser,
  warehouse,
}) => {
  const barcodes = await warehouse.plants(4)
  const [first = '', second = '', third = '', fourth = ''] = barcodes
  const tag = await warehouse.issuance(barcodes.map((barcode) => ({ barcode, ordered: 20 })))
  const pia = await openStation(browser, warehouse, 'pia.picker')
  const lena = await openStation(browser, warehouse, 'lena.lead')
  await lena.openIssuance(tag)
  await pia.openIssuance(tag)
  await pia.scanner.scan(first)
  await expect(pia.strip).toContainText(`${first}: picked 20 of 20.`)
  await expect(lena.text(/^pia\.picker is picking this, /)).toBeVisible(withinOneSecond)
  await expect(pia.text(/is picking this/)).toHaveCount(0)

  await lena.scanner.scan(second)
  await expect(lena.notice('You can help, or take over (!).')).toBeVisible()
  await expect(lena.strip).toContainText(`${second}: picked 20 of 20.`)

  // The value that pia is typing stays.
  await pia.tabTo(pia.quantityOf(fourth))
  await pia.hands.type('17')
  await lena.hands.press('!')
  await expect(lena.strip).toContainText(`${tag} is yours now. pia.picker gets a message.`)
  await expect(pia.notice(`lena.lead took over issuance ${tag}. Your entries are safe.`)).toBeVisible(
    withinOneSecond,
  )
  await expect(pia.text(/^lena\.lead is picking this, /)).toBeVisible(withinOneSecond)
  await expect(lena.text(/is picking this/)).toHaveCount(0)
  await expect(pia.quantityOf(fourth)).toHaveValue('17')
  await expect(pia.quantityOf(fourth)).toBeFocused()
  await pia.scanner.scan(third)
  await expect(pia.strip).toContainText(`${third}: picked 20 of 20.`)
  await expectBothShow(pia, lena, `${third} PICKED 20/20`)

  // A command barcode takes it back.
  await pia.scanner.scan('%T.TAKE.OVER')
  await expect(pia.strip).toContainText(`${tag} is yours now. lena.lead gets a message.`)
  await expect(lena.notice(`pia.picker took over issuance ${tag}.`)).toBeVisible(withinOneSecond)
  await lena.runByPalette(`history ${tag}`)
  const entries = lena.page.getByRole('article')
  await expect(entries.filter({ hasText: 'Work taken over from lena.lead' })).toContainText('pia.picker')
  await expect(entries.filter({ hasText: 'Work taken over from pia.picker' })).toContainText('lena.lead')
  await expect(entries.filter({ hasText: 'Work started' })).toContainText('pia.picker')
  for (const station of [pia, lena]) await station.page.context().close()
})

test("a quantity that pia has clicked follows lena's saved value, and digits replace it", async ({
  browser,
  warehouse,
}) => {
  const [barcode = ''] = await warehouse.plants(1)
  const tag = await warehouse.issuance([{ barcode, ordered: 40 }])
  const pia = await openStation(browser, warehouse, 'pia.picker')
  const lena = await openStation(browser, warehouse, 'lena.lead')
  await pia.openEditor(tag)
  await lena.openEditor(tag)
  await pia.quantityOf(barcode).click()
  await lena.quantityOf(barcode).click()
  await lena.hands.type('25')
  await lena.hands.press('Enter')
  await lena.hands.press('y')
  await expect(lena.strip).toContainText(`${barcode}: ordered 25.`)
  await expect(pia.quantityOf(barcode)).toHaveValue('25', withinOneSecond)
  await expect(pia.quantityOf(barcode)).toBeFocused()
  await pia.hands.type('7')
  await expect(pia.quantityOf(barcode)).toHaveValue('7')
  for (const station of [pia, lena]) await station.page.context().close()
})

test("pia's open question closes when lena cancels the issuance, and nothing is picked", async ({
  browser,
  warehouse,
}) => {
  const [barcode = ''] = await warehouse.plants(1)
  const pia = await openStation(browser, warehouse, 'pia.picker')
  const lena = await openStation(browser, warehouse, 'lena.lead')
  for (const question of [/^Change Pick Qty from 20 to 9/, /^Why 9 of 20/]) {
    const tag = await warehouse.issuance([{ barcode, ordered: 20 }])
    await pia.openIssuance(tag)
    await lena.openIssuance(tag)
    await pia.scanner.scan('%T.Q.9', barcode)
    await expect(pia.question).toHaveAccessibleName(/^Change Pick Qty from 20 to 9/)
    if (question.source.includes('Why')) await pia.hands.press('y')
    await expect(pia.question).toHaveAccessibleName(question)

    await lena.scanner.scan('%T.CANCEL')
    await lena.answerYes('Cancel')
    await expect(pia.question).toBeHidden(withinOneSecond)
    await expect(pia.heldStrip).toContainText(
      new RegExp(`Issuance ${tag} was cancelled by lena\\.lead at .*nothing was done\\. .* Put back `),
    )
    await pia.hands.press('Enter')
    await expect(pia.heldStrip).toBeHidden()
    expect(await warehouse.summaryOf(tag)).toEqual({
      status: 'CANCELLED',
      lines: [`${barcode} CANCELLED 20/-`],
    })
    expect(await pia.waitingInOutbox()).toBe(0)
    await expect.poll(() => readLines(pia), withinOneSecond).toEqual(await readLines(lena))
  }
  for (const station of [pia, lena]) await station.page.context().close()
})
