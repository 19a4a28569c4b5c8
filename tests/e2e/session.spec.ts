import { expectAndRecord } from './support/expect-and-record.ts'
import { expect, test } from './support/test.ts'
import { Warehouse } from './support/warehouse.ts'
import { Workstation } from './support/workstation.ts'

test('Fault 07: a sign-in is renewed silently; an ended sign-in keeps the screen and is renewed over it', async ({
  page,
}) => {
  const warehouse = await Warehouse.open({ settings: { ACCESS_TOKEN_SECONDS: '8' } })
  try {
    const station = await Workstation.at(page, warehouse.url)
    const [first = '', second = '', third = ''] = await warehouse.plants(3)
    const tag = await warehouse.issuance()
    await station.begin('pia.picker', warehouse.place)
    await station.openEditor(tag)
    await station.scanner.scan(first)
    await station.typeInto(station.quantityOf(first), '25')
    const { issuedTokenCount } = warehouse.network
    await expect
      .poll(() => warehouse.network.issuedTokenCount, { timeout: 30_000 })
      .toBeGreaterThan(issuedTokenCount + 1)
    await expect(station.quantityOf(first)).toBeFocused()
    await expect(station.quantityOf(first)).toHaveValue('25')
    await station.hands.press('Enter')
    await expect(station.strip).toContainText(`${first}: ordered 25.`)

    // The provider ends the sign-in: the screen keeps typed and scanned data.
    await station.scanner.scan(second)
    await station.typeInto(station.quantityOf(second), '35')
    warehouse.network.refuseRenewals(true)
    const ended = station.bar('Your sign-in has ended. Your work is kept here')
    await expect(ended).toBeVisible({ timeout: 30_000 })
    await expectAndRecord(ended, 'Your work is kept here')
    await expect(station.quantityOf(second)).toHaveValue('35')
    await station.scanner.scan(third)
    await expect(station.strip).toContainText(`${third}: `)

    warehouse.network.refuseRenewals(false)
    await station.tabTo(station.button('Sign in'))
    await station.hands.press('Enter')
    await expectAndRecord(station.notice('Signed in again'), 'Signed in again')
    await expect(ended).toBeHidden()
    await expect.poll(() => station.barcodes()).toEqual([first, second, third])
    await expect(station.quantityOf(second)).toHaveValue('35')
    await station.scanner.scan(`%T.ORDER.${second}`)
    await expect(station.strip).toContainText(`${second}: ordered 35.`)
  } finally {
    await warehouse.close()
  }
})

test('without a network scans are saved on this device, and sent when it is back', async ({
  station,
  warehouse,
}) => {
  const barcodes = await warehouse.plants(3)
  const tag = await warehouse.issuance(barcodes.map((barcode) => ({ barcode, ordered: 20 })))
  await station.begin('pia.picker', warehouse.place)
  await station.openIssuance(tag)
  await station.unplug()
  await expect(station.bar('Offline. Your work is kept here')).toBeVisible()
  await station.scanner.scan(...barcodes)
  await expect(station.text('3 of 3 lines')).toBeVisible()
  await expect(station.strip).toContainText('20 saved on this device.')
  expect((await warehouse.summaryOf(tag)).lines).toEqual(
    barcodes.map((barcode) => `${barcode} RESERVED 20/-`).toSorted(),
  )
  await station.plugIn()
  await expect(station.bar('Offline. Your work is kept here')).toBeHidden()
  await expect
    .poll(async () => (await warehouse.summaryOf(tag)).lines)
    .toEqual(barcodes.map((barcode) => `${barcode} PICKED 20/20`).toSorted())
})

test('a reload during work keeps queued scans and typed values', async ({ station, warehouse }) => {
  const [first = '', ...others] = await warehouse.plants(6)
  await station.begin('pia.picker', warehouse.place)
  await station.openEditor(await warehouse.issuance())
  await station.scanner.scan(first)
  await station.typeInto(station.quantityOf(first), '55')
  warehouse.network.slow(2000)
  await station.scanner.scan(...others)
  await expect(station.strip).toContainText('3 waiting', { timeout: 30_000 })
  await station.page.reload()
  warehouse.network.slow(250)
  await expect.poll(() => station.barcodes(), { timeout: 60_000 }).toEqual([first, ...others])
  await expect(station.quantityOf(first)).toHaveValue('55')
  await station.scanner.scan('%T.LOG')
  await expect(station.heading('Scan log')).toBeVisible()
  for (const barcode of others)
    await expect(station.rows('Scans').filter({ hasText: barcode })).toHaveCount(1)
  await expect(station.text(/0 of them failed/)).toBeVisible()
})

test('Fault 02: a change whose response was lost is sent again automatically and applied once', async ({
  station,
  warehouse,
}) => {
  const [barcode = ''] = await warehouse.plants(1)
  const before = await warehouse.stockOf(barcode)
  const tag = await warehouse.issuance()
  await station.begin('pia.picker', warehouse.place)
  await station.openEditor(tag)
  await station.scanner.scan(barcode)
  await expect(station.quantityOf(barcode)).toBeFocused()
  await station.hands.type('40')
  warehouse.network.calls.length = 0
  warehouse.network.loseAnswersOfChanges(1)
  await station.hands.press('Enter')
  await expectAndRecord(station.strip, `${barcode}: 40 saved on this device.`)
  await expectAndRecord(station.strip, `${barcode}: ordered 40.`)
  const keys = warehouse.network.calls.flatMap(({ idempotencyKey }) => idempotencyKey ?? [])
  expect(keys).toHaveLength(2)
  expect(keys[1]).toBe(keys[0])
  expect((await warehouse.summaryOf(tag)).lines).toEqual([`${barcode} RESERVED 40/-`])
  expect((await warehouse.stockOf(barcode)).available).toBe(before.available - 40)
})

test('text never becomes script or markup, and a log-out ends the access token', async ({
  station,
  warehouse,
}) => {
  const { page } = station
  const violations: string[] = []
  await page.exposeFunction('violated', (directive: string) => violations.push(directive))
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => {
      ;(window as unknown as { violated: (directive: string) => void }).violated(effectiveDirective)
    })
  })
  await station.begin('pia.picker', warehouse.place)
  expect(violations).toEqual([])
  const refused = await page.evaluate(() => {
    const tryOut = (work: () => unknown) => {
      try {
        work()
        return 'done'
      } catch (error) {
        return error instanceof Error ? error.name : 'thrown'
      }
    }
    const script = document.createElement('script')
    return [
      tryOut(() => Object.assign(document.createElement('p'), { innerHTML: '<img src=x onerror=alert(1)>' })),
      tryOut(() => Object.assign(script, { src: 'https://evil.example/script.js' })),
      tryOut(() => Object.assign(script, { text: 'alert(1)' })),
    ]
  })
  expect(refused).toEqual(['TypeError', 'TypeError', 'TypeError'])

  const sent = page.waitForRequest((request) => request.url().includes('/api/'))
  await station.hands.press('Control+y')
  const headers = { authorization: (await (await sent).headerValue('authorization')) ?? '' }
  const status = async () => (await fetch(`${warehouse.url}/api/warehouse`, { headers })).status
  expect(await status()).toBe(200)
  await station.goTo('/LogOut/')
  await expect.poll(status).toBe(401)
})

test('Fault 08: a server killed and restarted during work loses nothing and applies nothing twice', async ({
  page,
}) => {
  const warehouse = await Warehouse.open()
  try {
    const station = await Workstation.at(page, warehouse.url)
    const barcodes = await warehouse.plants(5)
    const tag = await warehouse.issuance(barcodes.map((barcode) => ({ barcode, ordered: 20 })))
    await station.begin('pia.picker', warehouse.place)
    await station.openIssuance(tag)
    warehouse.network.slow(700)
    await station.scanner.scan(...barcodes)
    await expect(station.text('5 of 5 lines')).toBeVisible()
    await warehouse.kill()
    await expectAndRecord(station.text('On this device only').first(), 'On this device only')
    warehouse.network.recover()
    await warehouse.startAgain()
    // Automatically, without any key.
    await expect(station.text('On this device only')).toHaveCount(0, { timeout: 60_000 })
    await station.scanner.scan('%T.SHIP')
    await expectAndRecord(station.strip, 'SHIPPED')
    expect(await warehouse.readBooks(tag)).toEqual({
      issued: Object.fromEntries(barcodes.map((barcode) => [barcode, 20])),
      broken: [],
    })
  } finally {
    await warehouse.close()
  }
})
