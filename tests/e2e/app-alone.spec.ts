import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { openStaticServer } from './support/static-server.ts'
import { expect, test } from './support/test.ts'
import { Warehouse } from './support/warehouse.ts'
import { Workstation } from './support/workstation.ts'

const start = promisify(execFile)
const buildSite = fileURLToPath(new URL('../../dist/server/build-site.js', import.meta.url))

test('the app on a static server with the API on another port creates, picks and ships an issuance', async ({
  page,
}) => {
  const files = await openStaticServer()
  const warehouse = await Warehouse.open({ settings: { APP_ORIGINS: files.origin } })
  const folder = await mkdtemp(join(tmpdir(), 'trimline-site-'))
  try {
    await start('node', [buildSite, folder], {
      env: {
        PATH: process.env.PATH ?? '',
        API_BASE: `${warehouse.url}/api/`,
        OIDC_ISSUER: `${warehouse.url}/oidc`,
        OIDC_CLIENT_ID: 'trimline-app',
        OIDC_AUDIENCE: 'urn:trimline:api',
        OIDC_SCOPE: 'openid profile email groups offline_access api',
      },
    })
    files.serve(folder)
    const violations: string[] = []
    page.on('console', (message) => {
      if (/Content Security Policy|CORS/.test(message.text())) violations.push(message.text())
    })
    const [barcode = ''] = await warehouse.plants(1)
    const grower = await warehouse.grower()
    const station = await Workstation.at(page, files.origin)
    await station.begin('pia.picker', warehouse.place)
    await station.hands.press('n')
    await station.chooseDestination('Grower', grower.name)
    await station.hands.press('Enter')
    await expect(station.heading(/^Issuance \d+$/)).toBeVisible()
    const { tag } = station
    await station.hands.type('25')
    await station.scanner.scan(barcode)
    await expect(station.strip).toContainText(`${barcode}: ordered 25.`)
    await station.scanner.scan('%T.DETAIL', barcode)
    await expect(station.text('1 of 1 line')).toBeVisible()
    await station.hands.press('?')
    await expect(station.sheet('Keys and scans')).toBeVisible()
    await station.hands.press('Escape')
    await station.hands.press('s')
    await expect(station.strip).toContainText('Issuance SHIPPED')
    expect((await warehouse.summaryOf(tag)).lines).toEqual([`${barcode} SHIPPED 25/25`])
    expect(violations).toEqual([])
  } finally {
    files.close()
    await warehouse.close()
    await rm(folder, { recursive: true, force: true })
  }
})
