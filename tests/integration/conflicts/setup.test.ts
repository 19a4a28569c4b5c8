// Two people change the setup of a location or take over one document. A change that was made without seeing
// the other person's change is a conflict and names that person.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { PrintServer } from '#core/wire/print-server.ts'
import type { DefaultPrinter } from '#features/printing/common/printer-setup.ts'
import { type Clerk, openWarehouse, type ProblemBody, type Warehouse } from '#tests/support/warehouse.ts'

let warehouse: Warehouse
let ada: Clerk
let sam: Clerk
beforeAll(async () => {
  warehouse = await openWarehouse()
  ada = warehouse.clerk('ada.admin')
  sam = warehouse.clerk('sam.super')
})
afterAll(() => warehouse.close())

const changedBy = (by: string) => ({
  status: 409,
  body: { code: 'state_conflict', state: { refusal: { code: 'recordChanged', facts: { by } } } },
})
const post = (clerk: Clerk, path: string, body: object) => clerk.call<ProblemBody>('POST', path, { body })

describe('a print server', () => {
  const printers = async () => (await ada.get<{ Records: PrintServer[] }>('printservers')).body.Records
  let seen: PrintServer
  beforeEach(async () => {
    await warehouse.database.pool.query('delete from print_server')
    await post(ada, 'printservers', { PrintServer: 'dock', PrintLocation: 'Dock', PrinterLocation: 'WAT' })
    const [added] = await printers()
    if (!added) throw new Error('There is no print server')
    seen = added
  })

  for (const path of ['printservers', 'printersetup/printers']) {
    test(`that another person has changed is not overwritten by ${path}`, async () => {
      expect((await post(sam, path, { ...seen, PrintLocation: 'Gate' })).status).toBe(200)
      expect(await post(ada, path, { ...seen, PrintLocation: 'Yard' })).toMatchObject(changedBy('sam.super'))
      expect((await printers()).map(({ PrintLocation }) => PrintLocation)).toEqual(['Gate'])
      const [now] = await printers()
      expect((await post(ada, path, { ...now, PrintLocation: 'Yard' })).status).toBe(200)
    })
  }

  test('that another person has changed is not removed', async () => {
    await post(sam, 'printservers', { ...seen, PrintLocation: 'Gate' })
    const remove = (changed: string) =>
      ada.call<ProblemBody>('DELETE', `printservers/${seen.ID}?changed=${encodeURIComponent(changed)}`)
    expect(await remove(seen.LastChangedDateTime)).toMatchObject(changedBy('sam.super'))
    expect(await printers()).toHaveLength(1)
    const [now] = await printers()
    expect((await remove(now?.LastChangedDateTime ?? '')).status).toBe(200)
    expect(await printers()).toEqual([])
  })

  test('is changed and removed by the specified calls alone, as from other clients', async () => {
    await post(sam, 'printservers', { ...seen, PrintLocation: 'Gate' })
    const { ID, PrintServer, PrinterLocation } = seen
    const plain = { ID, PrintServer, PrinterLocation, PrintLocation: 'Yard' }
    expect((await post(ada, 'printservers', plain)).status).toBe(200)
    expect((await ada.call('DELETE', `printservers/${ID}`)).status).toBe(200)
  })
})

test('a default printer that another person has chosen meanwhile is not replaced', async () => {
  await warehouse.database.pool.query('delete from print_proposal')
  const none = { PrintServer: '', Template: '', OnShip: false, OnReceive: false }
  const propose = (clerk: Clerk, change: object, seen: object) =>
    post(clerk, 'printersetup/proposals', {
      Location: 'WAT',
      Work: 'Labels',
      ...none,
      ...change,
      Seen: seen,
    })
  expect((await propose(sam, { Template: 'roll-57x32' }, none)).status).toBe(200)
  expect(await propose(ada, { OnReceive: true }, none)).toMatchObject(changedBy('sam.super'))
  // The same choice by both is no conflict.
  expect((await propose(ada, { Template: 'roll-57x32' }, none)).status).toBe(200)
  const seen = { ...none, Template: 'roll-57x32' }
  expect((await propose(ada, { Template: 'roll-57x32', OnReceive: true }, seen)).status).toBe(200)
  const { body } = await ada.get<{ Proposals: DefaultPrinter[] }>('printersetup', {
    inventorylocation: 'WAT',
  })
  expect(body.Proposals).toMatchObject([{ Work: 'Labels', Template: 'roll-57x32', OnReceive: true }])
})

describe('a label template', () => {
  const path = 'maintenance/labeltemplates'
  const use = (clerk: Clerk, Template: string, Seen?: string) =>
    post(clerk, `${path}/use`, { Location: 'WAT', Template, ...(Seen !== undefined && { Seen }) })

  test('becomes the default of a location only if the sender saw the current default', async () => {
    expect((await use(sam, 'roll-57x32', '')).status).toBe(200)
    expect(await use(ada, 'sheet-a4-24', '')).toMatchObject(changedBy('sam.super'))
    expect((await use(ada, 'sheet-a4-24', 'roll-57x32')).status).toBe(200)
    // Also if the other person has chosen none.
    expect((await use(sam, '', 'sheet-a4-24')).status).toBe(200)
    expect(await use(ada, 'roll-57x32', 'sheet-a4-24')).toMatchObject(changedBy('sam.super'))
    const { body } = await ada.get<{ Usual: object[] }>(path)
    expect(body.Usual).toEqual([])
  })

  test('that another person has changed is not removed', async () => {
    await warehouse.database.pool.query(
      "insert into label_template (id, template, version, changed_by) values ('bench', '{}', 2, 'sam.super')",
    )
    const remove = (version: number) => ada.call<ProblemBody>('DELETE', `${path}/bench?version=${version}`)
    expect(await remove(1)).toMatchObject(changedBy('sam.super'))
    expect((await remove(2)).status).toBe(200)
  })
})

test('a document that a third person has taken over meanwhile is not taken over', async () => {
  const pia = warehouse.clerk('pia.picker')
  const lena = warehouse.clerk('lena.lead')
  const tag = await pia.create()
  const take = (clerk: Clerk, Seen?: string) =>
    post(clerk, 'owner', { Number: tag, ...(Seen !== undefined && { Seen }) })
  const owner = async () => (await pia.detail(tag)).IssuanceHeader?.['OwnedBy']
  await take(ada, '')
  expect(await owner()).toBe('ada.admin')
  expect((await take(lena, 'ada.admin')).status).toBe(200)
  expect(await take(pia, 'ada.admin')).toMatchObject({
    status: 409,
    body: { state: { number: tag, refusal: { code: 'ownerChanged', facts: { who: 'lena.lead' } } } },
  })
  expect(await owner()).toBe('lena.lead')
  expect((await take(pia, 'lena.lead')).status).toBe(200)
  // A takeover by the owner changes nothing.
  expect((await take(pia, 'lena.lead')).status).toBe(200)
})

test('a scanner profile that another person has saved for a device name meanwhile is not replaced', async () => {
  const profile = (await import('#core/scan/default-profile.ts')).defaultProfile
  const keep = (clerk: Clerk, seen: string) =>
    post(clerk, `scannerprofiles/TC26?seen=${encodeURIComponent(seen)}`, profile)
  expect((await keep(sam, '')).status).toBe(200)
  expect(await keep(ada, '')).toMatchObject(changedBy('sam.super'))
})
