import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { compareCalls } from '#tests/support/foreign-server/compare.ts'
import { type ForeignServer, startForeignServer } from '#tests/support/foreign-server/server.ts'
import { SERVER_STYLES } from '#tests/support/foreign-server/server-style.ts'
import { openStaticServer, type StaticServer } from './support/static-server.ts'
import { expect, test } from './support/test.ts'
import { type Place, Warehouse } from './support/warehouse.ts'
import { Workstation } from './support/workstation.ts'

// Runs the app without its server, against a server that implements only the specification. Sign-in uses the
// embedded provider.

const start = promisify(execFile)
const buildSite = fileURLToPath(new URL('../../dist/server/build-site.js', import.meta.url))
const place: Place = { location: 'WH1', season: { Id: '5', TrimSeason: 'RASP 2026', Commodity: 'RASP' } }
const grower = 'Hill Farm'

let provider: Warehouse
let sites: readonly StaticServer[]
test.beforeAll(async () => {
  sites = await Promise.all(SERVER_STYLES.map(() => openStaticServer()))
  provider = await Warehouse.open({
    settings: { APP_ORIGINS: sites.map(({ origin }) => origin).join(',') },
  })
})
test.afterAll(async () => {
  for (const site of sites) site.close()
  await provider.close()
})

type Values = Readonly<Record<string, unknown>>
const isValues = (value: unknown): value is Values => typeof value === 'object' && value !== null
const normalize = (value: unknown): unknown =>
  typeof value === 'number' ? String(value) : isValues(value) ? JSON.stringify(value) : value
const hasValue = ([, value]: readonly [string, unknown]) => value !== null && value !== '' && value !== 0

// Compares the last body sent to a path with the server's current document: every sent value must be in it.
const expectSentValues = async ({ base, arrived }: ForeignServer, path: string, number: string) => {
  const sent = arrived.findLast((each) => each.method === 'POST' && each.path === path)?.body
  const answer: unknown = await (
    await fetch(`${base}${path}/${number}`, { headers: { authorization: 'Bearer any' } })
  ).json()
  if (!isValues(sent) || !isValues(answer)) throw new Error(`Nothing was sent to ${path}`)
  const parts = (whole: Values) => {
    const all = Object.values(whole)
    const header = all.find((each) => isValues(each) && !Array.isArray(each))
    return [header, ...all.filter(Array.isArray).flat()].filter(isValues)
  }
  const [header = {}, ...lines] = parts(sent)
  const [headerNow = {}, ...linesNow] = parts(answer)
  const sentValues = (record: Values) =>
    Object.entries(record)
      .filter(hasValue)
      .map(([name, value]) => [name, normalize(value)])
  const normalizeRecord = (record: Values) =>
    Object.fromEntries(Object.entries(record).map(([name, value]) => [name, normalize(value)]))
  expect(normalizeRecord(headerNow)).toMatchObject(Object.fromEntries(sentValues(header)))
  for (const line of lines) {
    const now = linesNow.find(({ BarcodeID }) => BarcodeID === line['BarcodeID']) ?? {}
    expect(normalizeRecord(now)).toMatchObject(Object.fromEntries(sentValues({ ...line, ID: null })))
  }
}

for (const [index, temperament] of SERVER_STYLES.entries()) {
  test(`every kind of document on a server that is ${temperament}: created, edited and ended, with the same data after a reload`, async ({
    page,
  }) => {
    const site = sites[index]
    if (!site) throw new Error('There is no site')
    const server = await startForeignServer({ temperament })
    const folder = await mkdtemp(join(tmpdir(), 'trimline-foreign-'))
    try {
      await start('node', [buildSite, folder], {
        env: {
          PATH: process.env.PATH ?? '',
          API_BASE: server.base,
          OIDC_ISSUER: `${provider.url}/oidc`,
          OIDC_CLIENT_ID: 'trimline-app',
          OIDC_AUDIENCE: 'urn:trimline:api',
          OIDC_SCOPE: 'openid profile email groups offline_access api',
        },
      })
      site.serve(folder)
      const station = await Workstation.at(page, site.origin)
      const { hands, scanner } = station
      const expectEnded = async (number: string, status: string, path: string) => {
        const endedText = station.text(`${number} is ${status}. You can look at it but not change it.`)
        await scanner.scan(number)
        await expect(endedText).toBeVisible()
        // If the reload interrupts a scan, the app shows a question.
        await expect(station.strip).toContainText(number)
        await expect(station.strip).toHaveAttribute('data-tone', 'ok')
        await page.reload()
        await expect(endedText).toBeVisible()
        await expectSentValues(server, path, number)
        await expect(station.strip).toBeVisible()
      }

      // Saves a line in the open editor and deletes it.
      const addAndDelete = async (barcode: string) => {
        await scanner.scan('%T.Q.2', barcode)
        await expect(station.strip).toContainText(`${barcode}: `)
        await expect.poll(() => station.waitingInOutbox()).toBe(0)
        await deleteLine(barcode)
      }
      const deleteLine = async (barcode: string) => {
        await scanner.scan(`%T.LINE.DELETE.${barcode}`)
        await expect(station.question).toContainText(new RegExp(`[Dd]elete.*${barcode}`))
        await scanner.scan('%T.YES')
        await expect(station.line(barcode)).toBeHidden()
      }
      const expectCall = (method: string, path: string) =>
        expect
          .poll(() => server.arrived.filter((each) => each.method === method && each.path === path))
          .not.toEqual([])

      await station.begin('ada.admin', place)
      await hands.press('n')
      await station.chooseDestination('Grower', grower)
      await scanner.scan('%T.HEADER.SAVE')
      await expect(station.heading(/^Issuance \d+$/)).toBeVisible()
      const issuance = station.tag
      await scanner.scan('%T.Q.25', 'R000000001')
      await expect(station.strip).toContainText('R000000001: ordered 25.')
      await addAndDelete('R000000002')
      await scanner.scan('%T.DETAIL', 'R000000001')
      await expect(station.text('1 of 1 line')).toBeVisible()
      await hands.press('s')
      await expect(station.strip).toContainText('Issuance SHIPPED')
      await expectEnded(issuance, 'SHIPPED', 'issuance')
      await scanner.scan('%T.PRINT')
      await expect(page.getByRole('dialog')).toBeVisible()
      await scanner.scan('%T.YES')
      // Without a print agent the report opens as a PDF.
      await expect(page.getByRole('alertdialog')).toContainText('Nothing was printed.')
      await expect(station.button('Open the PDF')).toBeFocused()
      const opened = page.context().waitForEvent('page')
      await hands.press('Enter')
      const pdfPage = await opened
      await expectCall('GET', 'printreport')
      await pdfPage.close()
      await page.bringToFront()

      await hands.press('x')
      await expect(station.heading('Transfer')).toBeVisible()
      await hands.press('n')
      await expect(station.heading('New transfer')).toBeVisible()
      await station.tabTo(page.getByRole('combobox', { name: /^Destination/ }))
      await hands.type('wh2')
      await expect(page.getByRole('option').first()).toContainText('WH2')
      await hands.press('Enter')
      await scanner.scan('%T.HEADER.SAVE')
      await expect(station.heading(/^Transfer \d+$/)).toBeVisible()
      const transfer = station.tag
      await scanner.scan('%T.Q.30', 'R000000001')
      await expect(station.strip).toContainText('R000000001: ordered 30.')
      await addAndDelete('R000000002')
      await scanner.scan('%T.DETAIL', 'R000000001')
      await expect(station.text('1 of 1 line')).toBeVisible()
      await hands.press('s')
      await expect(station.strip).toContainText('Transfer Shipped Successfully')
      await expectEnded(transfer, 'SHIPPED', 'transfers')

      await hands.press('x')
      await expect(station.heading('Transfer')).toBeVisible()
      await scanner.scan('%T.TAB', '20000001')
      await expect(station.heading('Transfer 20000001')).toBeVisible()
      await scanner.scan('R000000001')
      await expect(station.strip).toContainText('R000000001: received 45 of 45.')
      await hands.press('r')
      await expect(station.openPoints).toContainText(/temp/i)
      await hands.press('w')
      await expect(station.strip).toContainText('Transfer Received Successfully')
      await expectEnded('20000001', 'RECEIVED', 'transfers')

      await hands.press('f')
      await expect(station.heading('Return')).toBeVisible()
      await station.newReturn(grower)
      const returnNumber = station.tag
      await scanner.scan('%T.R.COUNT', '%T.Q.4', 'R000000002')
      await expect(station.strip).toContainText('R000000002: 4 to return.')
      await addAndDelete('R000000001')
      await scanner.scan('%T.DETAIL')
      await expect(station.text('1 of 1 line')).toBeVisible()
      await scanner.scan('%T.RETURN')
      await expect(station.strip).toContainText('Order Returned Successfully')
      await expectEnded(returnNumber, 'POSTED', 'return')

      await hands.press('z')
      await expect(station.heading('Dump')).toBeVisible()
      await station.newDump('Olga Owner')
      const dump = station.tag
      await scanner.scan('%T.R.MOULD', '%T.Q.3', 'R000000003')
      await expect(station.strip).toContainText('R000000003: dumped 3.')
      await hands.press('v')
      await expect(station.text('1 of 1 line')).toBeVisible()
      await hands.press('s')
      await expect(station.strip).toContainText('DUMPED successfully')
      await expectEnded(dump, 'DUMPED', 'dump')
      // A saved line is dumped immediately, so delete a line that the server has created.
      await station.goTo('/Dump/Edit/40000001')
      await expect(station.line('R000000003')).toBeVisible()
      await deleteLine('R000000003')

      await station.goTo('/AdjustmentRequests/50000001/')
      await expect(station.line('R000000001')).toBeVisible()
      for (const barcode of ['R000000001', 'R000000002']) {
        await scanner.scan(barcode, '%T.ACCEPT')
        await expect(station.question).toContainText(`Accept ${barcode}?`)
        await scanner.scan('%T.YES')
        await expect(station.strip).toContainText(`${barcode}: accepted.`)
      }
      await expect(station.strip).toContainText(/is CLOSED/)
      await page.reload()
      await expect(station.line('R000000002')).toContainText('ACCEPT')

      await hands.press('q')
      await expect(station.heading('Adjust Trim')).toBeVisible()
      await scanner.scan('R000000003')
      await expect(station.quantityOf('R000000003')).toBeFocused()
      await hands.type('90')
      await hands.press('Enter')
      await scanner.scan('%T.R.COUNT', '%T.YES')
      await expect(station.strip).toContainText('R000000003')
      await expectCall('POST', 'plantinventory')
      await station.goTo('/GrowerStorage/')
      await scanner.scan('%T.GROWER.41', 'R000000004')
      await expect(station.strip).toContainText('R000000004 at 41 - Hill Farm: 60 on hand.')
      await expectCall('GET', 'growerdetails')

      await hands.press('Control+l')
      await scanner.scan('%T.NEW.PRINTER')
      await expect(station.heading('New print server')).toBeVisible()
      await station.typeInto(page.getByRole('textbox', { name: /^Computer/ }), 'ws://127.0.0.1')
      await hands.press('Tab', 'Tab')
      await station.typeInto(page.getByRole('textbox', { name: /^Printer/ }), 'Gate')
      await hands.press('Enter')
      await expect(station.strip).toContainText('Print server Gate added')
      await station.tabTo(station.button('Remove Gate'))
      await hands.press('Enter')
      await hands.press('y')
      await expect(station.strip).toContainText('Print server Gate removed')

      const deviationTexts = compareCalls(server.arrived, temperament !== 'defaults').flatMap(
        ({ call, deviations }) => deviations.map((each) => `${call}: ${each}`),
      )
      expect(deviationTexts).toEqual([])
    } finally {
      await server.close()
      await rm(folder, { recursive: true, force: true })
    }
  })
}
