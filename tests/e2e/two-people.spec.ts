import type { Browser } from 'playwright/test'
import { reads } from './support/reads.ts'
import { expect, test } from './support/test.ts'
import type { Warehouse } from './support/warehouse.ts'
import { Workstation } from './support/workstation.ts'

// Two people on one issuance, each in a browser of their own. What one does the other sees, never later than
// a second.

const SOON = { timeout: 1000 }
const size = { width: 1100, height: 1400 }

const sitDown = async (browser: Browser, warehouse: Warehouse, username: string) => {
  const context = await browser.newContext({ viewport: size })
  const station = await Workstation.at(await context.newPage(), warehouse.url)
  // From then on the page is told of what others do.
  const follows = station.page.waitForResponse(/\/api\/changes/)
  await station.begin(username, warehouse.place)
  await follows
  return station
}

// A document as it is drawn: status and figures of each line; what somebody has typed beside them is their
// own.
const drawn = (station: Workstation): Promise<readonly string[]> =>
  station.page.locator('.line-table-row').evaluateAll((lines) =>
    lines.map((line) => {
      const { ariaLabel } = line
      const status = line instanceof HTMLElement ? line.dataset.status : ''
      const plants = [...line.querySelectorAll('[data-align="end"]')].map(({ textContent }) => textContent)
      return `${ariaLabel} ${status} ${plants.filter(Boolean).join('/')}`
    }),
  )
const bothShow = async (one: Workstation, other: Workstation, line: string) => {
  await expect.poll(() => drawn(one), SOON).toContain(line)
  await expect.poll(() => drawn(other), SOON).toContain(line)
  expect(await drawn(one)).toEqual(await drawn(other))
}

test('Fault 11: two people pick one issuance against each other by turns, and see the same after each scan', async ({
  browser,
  warehouse,
}) => {
  const barcodes = await warehouse.plants(6)
  const [first = '', second = '', third = '', fourth = '', fifth = '', sixth = ''] = barcodes
  const tag = await warehouse.issuance(barcodes.map((barcode) => ({ barcode, ordered: 20 })))
  const pia = await sitDown(browser, warehouse, 'pia.picker')
  const lena = await sitDown(browser, warehouse, 'lena.lead')
  await pia.openIssuance(tag)
  await lena.openIssuance(tag)
  await expect(pia.line(sixth)).toBeVisible()

  for (const [index, barcode] of [first, second, third, fourth].entries()) {
    const [picks, looks] = index % 2 === 0 ? [pia, lena] : [lena, pia]
    await picks.scanner.scan(barcode)
    await expect(picks.strip).toContainText(`${barcode}: picked 20 of 20.`)
    await bothShow(picks, looks, `${barcode} PICKED 20/20`)
    await expect(looks.notice(`${barcode}: picked 20 of 20.`)).toBeVisible(SOON)
    // Who scans the same is told, and nothing is done twice.
    await looks.scanner.scan(barcode)
    await expect(looks.strip).toContainText(`${barcode} is picked already: 20 of 20.`)
  }

  // What is being typed stays, while the other goes on.
  await lena.tabTo(lena.quantityOf(sixth))
  await lena.hands.type('17')
  await expect(lena.quantityOf(sixth)).toHaveValue('17')
  await pia.scanner.scan(fifth)
  await expect(pia.strip).toContainText(`${fifth}: picked 20 of 20.`)
  await expect.poll(() => drawn(lena), SOON).toContain(`${fifth} PICKED 20/20`)
  await expect(lena.quantityOf(sixth)).toHaveValue('17')
  await expect(lena.quantityOf(sixth)).toBeFocused()
  await lena.tabTo(lena.button(`Cancel ${sixth}`))
  await lena.hands.press('Enter')

  // Without news one works on what is old: the other is told, her row shows what is so, and her number stays
  // for another try.
  warehouse.network.fail('changes')
  warehouse.network.cutStreams()
  await pia.scanner.scan('%T.Q.11', sixth)
  await pia.agree('Change Pick Qty from 20 to 11')
  await expect(pia.strip).toContainText(`${sixth}: picked 11 of 20.`)
  await lena.scanner.scan('%T.Q.9', sixth)
  await lena.agree('Change Pick Qty from 20 to 9')
  await reads(lena.strip, `Someone else changed ${sixth}`)
  await bothShow(pia, lena, `${sixth} PICKED 20/11`)
  await expect(lena.quantityOf(sixth)).toHaveValue('9')
  warehouse.network.recover()

  // The end is everybody's.
  await pia.scanner.scan('%T.SHIP')
  await expect(pia.page.getByRole('dialog', { name: 'Before you ship' })).toContainText('Picked 11 of 20')
  await pia.hands.press('w')
  await expect(pia.strip).toContainText('Issuance SHIPPED')
  await expect(lena.text(/is SHIPPED. You can look at it but not change it/)).toBeVisible()
  expect(await drawn(pia)).toEqual(await drawn(lena))
  for (const station of [pia, lena]) await station.page.context().close()
})

test('a list and its counts follow; a screen that was cut off catches up by itself', async ({
  browser,
  warehouse,
}) => {
  const [barcode = ''] = await warehouse.plants(1)
  const pia = await sitDown(browser, warehouse, 'pia.picker')
  const tag = await warehouse.issuance([{ barcode, ordered: 20 }])
  const row = pia.documentRows.filter({ hasText: tag })
  await expect(row).toBeVisible(SOON)
  await expect(row).toContainText('RESERVED', SOON)

  const lena = await sitDown(browser, warehouse, 'lena.lead')
  await pia.openIssuance(tag)
  await lena.openIssuance(tag)
  warehouse.network.fail('changes')
  warehouse.network.cutStreams()
  await lena.scanner.scan(barcode)
  await expect(lena.strip).toContainText(`${barcode}: picked 20 of 20.`)
  warehouse.network.recover()
  const news = pia.notice(`lena.lead: ${barcode}: picked 20 of 20.`)
  await expect(news).toBeVisible()
  // The pointer over it keeps it; the notice of the lost network has the header's middle all the same.
  await news.hover()
  await expect.poll(() => drawn(pia), SOON).toEqual([`${barcode} PICKED 20/20`])
  await pia.unplug()
  const lost = pia.page.locator('.notice-bar.warning')
  await expect(lost).toBeVisible()
  await lost.click({ trial: true, timeout: 5000 })
  await pia.plugIn()
  for (const station of [pia, lena]) await station.page.context().close()
})

test('the first to pick owns an issuance; the second is told once, takes it over by key, and both go on', async ({
  browser,
  warehouse,
}) => {
  const barcodes = await warehouse.plants(4)
  const [first = '', second = '', third = '', fourth = ''] = barcodes
  const tag = await warehouse.issuance(barcodes.map((barcode) => ({ barcode, ordered: 20 })))
  const pia = await sitDown(browser, warehouse, 'pia.picker')
  const lena = await sitDown(browser, warehouse, 'lena.lead')
  await lena.openIssuance(tag)
  await pia.openIssuance(tag)
  await pia.scanner.scan(first)
  await expect(pia.strip).toContainText(`${first}: picked 20 of 20.`)
  await expect(lena.text(/^pia\.picker is picking this, /)).toBeVisible(SOON)
  await expect(pia.text(/is picking this/)).toHaveCount(0)

  await lena.scanner.scan(second)
  await expect(lena.notice('You work along. Take over: !')).toBeVisible()
  await expect(lena.strip).toContainText(`${second}: picked 20 of 20.`)

  // What pia is typing stays hers.
  await pia.tabTo(pia.quantityOf(fourth))
  await pia.hands.type('17')
  await lena.hands.press('!')
  await expect(lena.strip).toContainText(`${tag} is your work now. pia.picker is told.`)
  await expect(
    pia.notice(`lena.lead has taken over this issuance: ${tag}. All that you entered is kept.`),
  ).toBeVisible(SOON)
  await expect(pia.text(/^lena\.lead is picking this, /)).toBeVisible(SOON)
  await expect(lena.text(/is picking this/)).toHaveCount(0)
  await expect(pia.quantityOf(fourth)).toHaveValue('17')
  await expect(pia.quantityOf(fourth)).toBeFocused()
  await pia.scanner.scan(third)
  await expect(pia.strip).toContainText(`${third}: picked 20 of 20.`)
  await bothShow(pia, lena, `${third} PICKED 20/20`)

  // By command barcode it goes back.
  await pia.scanner.scan('%T.TAKE.OVER')
  await expect(pia.strip).toContainText(`${tag} is your work now. lena.lead is told.`)
  await expect(lena.notice(`pia.picker has taken over this issuance: ${tag}.`)).toBeVisible(SOON)
  await lena.runByPalette(`history ${tag}`)
  const entries = lena.page.getByRole('article')
  await expect(entries.filter({ hasText: 'Work taken over from lena.lead' })).toContainText('pia.picker')
  await expect(entries.filter({ hasText: 'Work taken over from pia.picker' })).toContainText('lena.lead')
  await expect(entries.filter({ hasText: 'Work taken on' })).toContainText('pia.picker')
  for (const station of [pia, lena]) await station.page.context().close()
})

test('a quantity that pia has clicked follows what lena saves, and digits replace it', async ({
  browser,
  warehouse,
}) => {
  const [barcode = ''] = await warehouse.plants(1)
  const tag = await warehouse.issuance([{ barcode, ordered: 40 }])
  const pia = await sitDown(browser, warehouse, 'pia.picker')
  const lena = await sitDown(browser, warehouse, 'lena.lead')
  await pia.openEditor(tag)
  await lena.openEditor(tag)
  await pia.quantityOf(barcode).click()
  await lena.quantityOf(barcode).click()
  await lena.hands.type('25')
  await lena.hands.press('Enter')
  await lena.hands.press('y')
  await expect(lena.strip).toContainText(`${barcode}: ordered 25.`)
  await expect(pia.quantityOf(barcode)).toHaveValue('25', SOON)
  await expect(pia.quantityOf(barcode)).toBeFocused()
  await pia.hands.type('7')
  await expect(pia.quantityOf(barcode)).toHaveValue('7')
  for (const station of [pia, lena]) await station.page.context().close()
})

test('the question that pia has open closes when lena cancels the issuance, and nothing is picked', async ({
  browser,
  warehouse,
}) => {
  const [barcode = ''] = await warehouse.plants(1)
  const pia = await sitDown(browser, warehouse, 'pia.picker')
  const lena = await sitDown(browser, warehouse, 'lena.lead')
  for (const question of [/^Change Pick Qty from 20 to 9/, /^Why 9 of 20/]) {
    const tag = await warehouse.issuance([{ barcode, ordered: 20 }])
    await pia.openIssuance(tag)
    await lena.openIssuance(tag)
    await pia.scanner.scan('%T.Q.9', barcode)
    await expect(pia.question).toHaveAccessibleName(/^Change Pick Qty from 20 to 9/)
    if (question.source.includes('Why')) await pia.hands.press('y')
    await expect(pia.question).toHaveAccessibleName(question)

    await lena.scanner.scan('%T.CANCEL')
    await lena.agree('Cancel')
    await expect(pia.question).toBeHidden(SOON)
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
    await expect.poll(() => drawn(pia), SOON).toEqual(await drawn(lena))
  }
  for (const station of [pia, lena]) await station.page.context().close()
})
