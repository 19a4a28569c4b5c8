import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PrintServer } from '#core/wire/print-server.ts'
import { askForFile, printFile, printPages, scanPage } from '#tests/support/paper-desk.ts'
import { readZpl } from '#tests/support/read-zpl.ts'
import { startTestServer } from '#tests/support/server.ts'
import { type Clerk, openWarehouse, type ProblemBody, type Warehouse } from '#tests/support/warehouse.ts'

let warehouse: Warehouse
let pia: Clerk
let ada: Clerk

beforeAll(async () => {
  warehouse = await openWarehouse()
  pia = warehouse.clerk('pia.picker')
  ada = warehouse.clerk('ada.admin')
})
afterAll(() => warehouse.close())

const server = (more: object = {}) => ({
  PrintServer: 'dock-1.local',
  Port: 12_212,
  PrintLocation: 'ZEBRA_DOCK',
  PrinterLocation: 'WAT',
  PrintFormat: 'PDF',
  ...more,
})
const save = (clerk: Clerk, more: object = {}, key?: string) =>
  clerk.call<{ Message: string } & Partial<ProblemBody>>('POST', 'printservers', {
    body: server(more),
    ...(key !== undefined && { key }),
  })
const list = async (clerk: Clerk, query: Readonly<Record<string, string>> = {}) =>
  (await clerk.get<{ Records: PrintServer[] }>('printservers', query)).body.Records
const find = async (clerk: Clerk, printer: string) => {
  const found = (await list(clerk)).find(({ PrintLocation }) => PrintLocation === printer)
  if (!found) throw new Error(`There is no ${printer}`)
  return found
}

describe('the print servers of a location', () => {
  test('are added, changed and removed by administrators, and listed for everybody who works there', async () => {
    const added = await save(ada, {}, 'add-1')
    expect(added).toMatchObject({ status: 200, body: { Message: 'Print server processed successfully' } })
    await save(ada, {}, 'add-1')
    const [first, ...others] = await list(pia, { printlocation: 'WAT' })
    expect(others).toEqual([])
    expect(first).toMatchObject({
      PrintServer: 'dock-1.local',
      Port: '12212',
      PrintLocation: 'ZEBRA_DOCK',
      PrinterLocation: 'WAT',
      PrintFormat: 'PDF',
      CreatedBy: 'ada.admin',
    })
    expect(await list(pia, { printserver: 'dock-1.local' })).toHaveLength(1)
    expect(await list(pia, { printlocation: 'ZEBRA_DOCK' })).toHaveLength(1)
    expect(await list(pia, { printlocation: 'SAL' })).toEqual([])

    expect((await save(ada, { ID: first?.ID, PrintFormat: 'ZPL' })).status).toBe(200)
    expect(await list(pia)).toMatchObject([{ ID: first?.ID, PrintFormat: 'ZPL', LastChangedBy: 'ada.admin' }])

    const removed = await ada.call('DELETE', `printservers/${first?.ID}`)
    expect(removed).toMatchObject({ status: 200, body: { Message: 'Print server processed successfully' } })
    expect(await list(pia)).toEqual([])
    expect((await ada.call('DELETE', `printservers/${first?.ID}`)).status).toBe(404)
  })

  test('are unique', async () => {
    await save(ada, { PrintLocation: 'ONCE' })
    expect(await save(ada, { PrintLocation: 'ONCE' })).toMatchObject({
      status: 409,
      body: { code: 'state_conflict' },
    })
    await save(ada, { PrintLocation: 'TWICE' })
    const other = await find(pia, 'TWICE')
    expect(await save(ada, { ID: other.ID, PrintLocation: 'ONCE' })).toMatchObject({ status: 409 })
    expect((await list(pia)).map(({ PrintLocation }) => PrintLocation)).toEqual(['ONCE', 'TWICE'])
  })

  test('are accepted with equal location and printer, as other clients write them', async () => {
    expect(await save(ada, { PrintLocation: 'WAT', PrinterLocation: '', Port: '12213' })).toMatchObject({
      status: 200,
    })
    expect(await find(pia, 'WAT')).toMatchObject({ PrinterLocation: 'WAT', Port: '12213' })
  })

  test('of another location are not accessible', async () => {
    await save(ada, { PrinterLocation: 'SAL', PrintLocation: 'SALINAS' })
    const there = await find(ada, 'SALINAS')
    expect((await list(pia)).some(({ PrintLocation }) => PrintLocation === 'SALINAS')).toBe(false)
    expect((await askForFile(pia, `printservers/${there.ID}/test`)).status).toBe(404)
    expect((await ada.call('DELETE', 'printservers/none')).status).toBe(404)
    // An administrator of another location.
    const sam = warehouse.clerk('sam.super')
    const { pool } = warehouse.database
    await pool.query("delete from person_location where username = 'sam.super' and location = 'SAL'")
    expect(await save(sam, { PrinterLocation: 'SAL' })).toMatchObject({
      body: { code: 'location_not_allowed' },
    })
    expect(await save(sam, { ID: there.ID, PrintLocation: 'MINE' })).toMatchObject({ status: 404 })
    expect((await sam.call('DELETE', `printservers/${there.ID}`)).status).toBe(404)
    expect(await find(ada, 'SALINAS')).toMatchObject({ ID: there.ID })
  })

  test('cannot be changed by other people, whatever keys they have', async () => {
    await save(ada, { PrintLocation: 'KEPT' })
    const { ID } = await find(pia, 'KEPT')
    const refused = { status: 403, body: { code: 'group_missing' } }
    for (const clerk of [pia, warehouse.clerk('lena.lead')]) {
      expect(await save(clerk, { PrintLocation: 'MORE' })).toMatchObject(refused)
      expect(await save(clerk, { ID, PrintServer: 'elsewhere.local' })).toMatchObject(refused)
      expect(await clerk.call('DELETE', `printservers/${ID}`)).toMatchObject(refused)
    }
    expect(await find(pia, 'KEPT')).toMatchObject({ PrintServer: 'dock-1.local' })
  })

  test.each(['printer.example.com', '8.8.8.8', '134744072', 'wss://evil.example'])(
    'cannot be at %s, which is not on this network',
    async (host) => {
      expect(await save(ada, { PrintServer: host, PrintLocation: 'FAR' })).toMatchObject({
        status: 409,
        body: { state: { refusal: { code: 'printHostForeign', facts: { host } } } },
      })
    },
  )

  test('are read-only for read-only people, and hidden without a key', async () => {
    await save(ada, { PrintLocation: 'STAYS' })
    const { ID } = await find(pia, 'STAYS')
    const rhea = warehouse.clerk('rhea.reader')
    expect((await list(rhea)).length).toBeGreaterThan(0)
    expect(await save(rhea)).toMatchObject({ status: 403, body: { code: 'read_only' } })
    expect(await rhea.call('DELETE', `printservers/${ID}`)).toMatchObject({
      status: 403,
      body: { code: 'read_only' },
    })
    const nora = warehouse.clerk('nora.noaccess')
    expect(await nora.get('printservers')).toMatchObject({ status: 403, body: { code: 'key_missing' } })
    expect(await save(nora)).toMatchObject({ status: 403, body: { code: 'key_missing' } })
    expect(await find(pia, 'STAYS')).toMatchObject({ ID })
  })

  test.each([
    { PrintServer: '' },
    { PrintServer: 'http://host' },
    { PrintServer: 'host/path' },
    { PrintServer: 'host name' },
    { PrintServer: 'a@b' },
    { Port: 0 },
    { Port: '65536' },
    { Port: 'x' },
    { PrintLocation: ' ' },
    { PrintFormat: 'PCL' },
  ])('refuse invalid values: %j', async (wrong) => {
    expect(await save(ada, wrong)).toMatchObject({ status: 400, body: { code: 'malformed_request' } })
  })

  test.each(['ws://127.0.0.1', 'wss://agent.local', '[::1]', '10.0.0.7', 'PRINTER-PC'])(
    'may be at %s',
    async (host) => {
      expect(await save(ada, { PrintServer: host, PrintLocation: `AT ${host}` })).toMatchObject({
        status: 200,
      })
      expect(await find(pia, `AT ${host}`)).toMatchObject({ PrintServer: host })
    },
  )
})

test('a page may connect to the listed agents, to those that the site names, and to this computer', async () => {
  const appDirectory = mkdtempSync(join(tmpdir(), 'trimline-app-'))
  writeFileSync(join(appDirectory, 'index.html'), '<!doctype html>')
  const { database } = warehouse
  const site = await startTestServer({ printHosts: ['*.print.example.com'] }, { database, appDirectory })
  const mine = site.call.bind(undefined, 'ada.admin', 'POST', 'printservers')
  expect((await mine({ body: server({ PrintServer: 'a.print.example.com' }) })).status).toBe(200)
  expect((await mine({ body: server({ PrintServer: 'dock-9.local', Port: 4711 }) })).status).toBe(200)
  // Written before the rule existed.
  await database.pool.query(
    "update print_server set host = 'evil.example' where host = 'a.print.example.com'",
  )
  const own = ['wss', 'ws', 'https', 'http'].flatMap((scheme) => [
    `${scheme}://127.0.0.1:*`,
    `${scheme}://localhost:*`,
  ])
  const sources = async () => {
    const page = await fetch(site.url, { headers: { accept: 'text/html' } })
    const policy = page.headers.get('content-security-policy') ?? ''
    return /connect-src ([^;]*)/.exec(policy)?.[1]?.split(' ') ?? []
  }
  await expect.poll(sources).toContain('wss://dock-9.local:4711')
  const found = await sources()
  const agents = ['wss://*.print.example.com:*', 'https://*.print.example.com:*', 'https://dock-9.local:4711']
  expect(found).toEqual(expect.arrayContaining(["'self'", ...own, ...agents]))
  expect(found.join(' ')).not.toMatch(/(wss?|https?):( |$)|evil/)
  await site.close()
  rmSync(appDirectory, { recursive: true })
})

test('the app gets the settings for its connections to agents', async () => {
  const configured = await startTestServer({ printAgent: { scheme: 'ws', token: 'agent-token' } })
  const config = await (await fetch(`${configured.url}/config.json`)).json()
  expect(config).toMatchObject({ printAgent: { scheme: 'ws', token: 'agent-token' } })
  expect(config.extensions).toContain('printing')
  await configured.close()
})

describe('a test print', () => {
  test('is a page with the printer’s name and a barcode to scan', async () => {
    await save(ada, { PrintLocation: 'OFFICE' })
    const { ID } = await find(pia, 'OFFICE')
    const [page] = await printPages(pia, `printservers/${ID}/test`)
    expect(await scanPage(page)).toEqual(['%T.OK'])
    for (const words of [
      'Test print',
      'OFFICE',
      'dock-1.local:12212',
      'WAT - Watsonville',
      'Printed by pia.picker',
    ]) {
      expect(page?.text).toContain(words)
    }
  })

  test('is a label in ZPL if the printer needs it, whatever its format is called', async () => {
    await save(ada, { PrintLocation: '^XA~JR', PrintFormat: 'ZPL' })
    const { ID } = await find(pia, '^XA~JR')
    const zpl = (await printFile(pia, `printservers/${ID}/test`)).toString('utf8')
    const [label, ...others] = readZpl(zpl)
    expect(others).toEqual([])
    expect(label?.barcodes.map(({ text }) => text)).toEqual(['%T.OK'])
    expect(label?.count).toBe(1)
  })
})
