// Extensions of the specification for printers: dots an inch, rotation, loaded stock, and default printers.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PrintServer } from '#core/wire/print-server.ts'
import type { DefaultPrinter, PrinterSetup } from '#features/printing/common/printer-setup.ts'
import { readLabelTemplates } from '#features/printing/server/labels/read-templates.ts'
import { printFile, printPages } from '#tests/support/paper-desk.ts'
import { type Picture, scanPicture } from '#tests/support/read-paper.ts'
import { readZpl } from '#tests/support/read-zpl.ts'
import {
  barcodeOf,
  type Clerk,
  openWarehouse,
  type ProblemBody,
  type Warehouse,
} from '#tests/support/warehouse.ts'

let warehouse: Warehouse
let pia: Clerk
let ada: Clerk
beforeAll(async () => {
  warehouse = await openWarehouse()
  pia = warehouse.clerk('pia.picker')
  ada = warehouse.clerk('ada.admin')
})
afterAll(() => warehouse.close())

const read = readLabelTemplates()
const templates = read.ok ? read.value : []
const roll = templates.find(({ sheet, label }) => !sheet && label.width > label.height)

const printer = (more: object) => ({
  PrintServer: 'dock-1.local',
  Port: 12_212,
  PrinterLocation: 'WAT',
  PrintFormat: 'PDF',
  ...more,
})
const save = (clerk: Clerk, more: object, key?: string) =>
  clerk.call<{ Message: string } & Partial<ProblemBody>>('POST', 'printersetup/printers', {
    body: printer(more),
    ...(key !== undefined && { key }),
  })
const propose = (clerk: Clerk, more: object) =>
  clerk.call<{ Message: string } & Partial<ProblemBody>>('POST', 'printersetup/proposals', {
    body: { Location: 'WAT', ...more },
  })
const setupOf = async (clerk: Clerk, location = 'WAT') =>
  (
    await clerk.get<{ Printers: PrinterSetup[]; Proposals: DefaultPrinter[] } & Partial<ProblemBody>>(
      'printersetup',
      { inventorylocation: location },
    )
  ).body
const idOf = async (name: string) => {
  const { body } = await ada.get<{ Records: PrintServer[] }>('printservers')
  const found = body.Records.find(({ PrintLocation }) => PrintLocation === name)
  if (!found?.ID) throw new Error(`There is no ${name}`)
  return found.ID
}
const make = async (name: string, more: object) => {
  expect((await save(ada, { PrintLocation: name, ...more })).status).toBe(200)
  return idOf(name)
}

describe('a print server with its own fields', () => {
  test('is added and changed by administrators, and a repeated call adds it once', async () => {
    const made = { PrintLocation: 'ROLL', Dpi: 300, Rotation: 90, Stock: 'roll-100x50' }
    await save(ada, made, 'once')
    await save(ada, made, 'once')
    const ID = await idOf('ROLL')
    expect((await setupOf(pia)).Printers).toEqual([{ ID, Dpi: 300, Rotation: 90, Stock: 'roll-100x50' }])
    expect((await save(ada, { ID, PrintLocation: 'ROLL-2', Dpi: 203, Stock: '' })).status).toBe(200)
    expect(await idOf('ROLL-2')).toBe(ID)
    expect((await setupOf(pia)).Printers).toEqual([{ ID, Dpi: 203, Rotation: 0, Stock: '' }])
    // The specified call does not have these fields and leaves them unchanged.
    await ada.call('POST', 'printservers', { body: printer({ ID, PrintLocation: 'ROLL-3' }) })
    expect((await setupOf(pia)).Printers).toEqual([{ ID, Dpi: 203, Rotation: 0, Stock: '' }])
  })

  test('cannot be changed by other people, and is visible only to people who print there', async () => {
    const ID = await make('KEPT', { Dpi: 300 })
    for (const clerk of [pia, warehouse.clerk('lena.lead')]) {
      expect(await save(clerk, { ID, PrintLocation: 'KEPT', Dpi: 203 })).toMatchObject({
        status: 403,
        body: { code: 'group_missing' },
      })
      expect(await propose(clerk, { Work: 'Labels' })).toMatchObject({
        status: 403,
        body: { code: 'group_missing' },
      })
    }
    expect((await setupOf(pia)).Printers).toContainEqual({ ID, Dpi: 300, Rotation: 0, Stock: '' })
    expect(await setupOf(pia, 'SAL')).toMatchObject({ code: 'location_not_allowed' })
    expect(await setupOf(warehouse.clerk('nora.noaccess'))).toMatchObject({ code: 'key_missing' })
  })

  test.each([
    { Dpi: 250 },
    { Rotation: 45 },
    { Stock: '../x' },
    { PrintFormat: 'ZPL', Rotation: 90 },
    { PrintServer: 'printer.example.com' },
  ])('refuses invalid values and stores nothing: %j', async (wrong) => {
    const before = await setupOf(ada)
    const { status } = await save(ada, { PrintLocation: 'WRONG', ...wrong })
    expect([400, 409]).toContain(status)
    expect(await setupOf(ada)).toEqual(before)
  })
})

describe('a default printer', () => {
  test('is one for each kind of work at a location; a new one replaces it, and a removed printer is no default any more', async () => {
    const dock = await make('DOCK', {})
    const office = await make('OFFICE', {})
    await propose(ada, { Work: 'Transfers', PrintServer: dock, OnShip: true })
    await propose(ada, { Work: 'Labels', PrintServer: dock, Template: 'roll-57x32', OnReceive: true })
    await propose(ada, { Work: 'Transfers', PrintServer: office })
    expect((await setupOf(pia)).Proposals).toEqual([
      { Work: 'Labels', PrintServer: dock, Template: 'roll-57x32', OnShip: false, OnReceive: true },
      { Work: 'Transfers', PrintServer: office, Template: '', OnShip: false, OnReceive: false },
    ])
    await ada.call('DELETE', `printservers/${dock}`)
    expect((await setupOf(pia)).Proposals[0]).toMatchObject({ Work: 'Labels', PrintServer: '' })
    expect((await setupOf(ada, 'SAL')).Proposals).toEqual([])
  })

  test('is a printer of the location, for an existing kind of work', async () => {
    const far = await make('FAR', { PrinterLocation: 'SAL' })
    expect(await propose(ada, { Work: 'Transfers', PrintServer: far })).toMatchObject({ status: 400 })
    expect(await propose(ada, { Work: 'Everything' })).toMatchObject({ status: 400 })
    expect(await propose(ada, { Location: '', Work: 'Labels' })).toMatchObject({ status: 400 })
  })
})

// Rotates a picture clockwise; four bytes a dot.
const turned = (picture: Picture, degrees: number): Picture => {
  if (degrees === 0) return picture
  const { width, height, data } = picture
  const next = new Uint8ClampedArray(data.length)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = 4 * (y * width + x)
      next.set(data.subarray(at, at + 4), 4 * (x * height + (height - 1 - y)))
    }
  }
  return turned({ width: height, height: width, data: next }, degrees - 90)
}
// Returns the share of dots that are black in both or white in both.
const sameDots = (one: Picture, other: Picture): number => {
  const [width, height] = [Math.min(one.width, other.width), Math.min(one.height, other.height)]
  const isBlack = ({ data, width: row }: Picture, x: number, y: number) =>
    (data[4 * (y * row + x)] ?? 255) < 128
  let same = 0
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) if (isBlack(one, x, y) === isBlack(other, x, y)) same += 1
  return same / (width * height)
}

describe('labels for a printer', () => {
  const barcode = barcodeOf(15)
  const labelQuery = {
    barcodeid: barcode,
    inventorylocation: 'WAT',
    trimseasonid: 'S1',
    template: roll?.id ?? '',
  }

  test.each([90, 180, 270])('are rotated by %i degrees on their page, and are readable', async (Rotation) => {
    const ID = await make(`TURNED ${Rotation}`, { Rotation, Stock: roll?.id })
    const [plain] = await printPages(pia, 'printlabels', labelQuery)
    const [page] = await printPages(pia, 'printlabels', { ...labelQuery, printserver: ID })
    if (!plain || !page) throw new Error('There is no page')
    const isWide = Rotation === 180
    expect(Math.round(page.width)).toBe(Math.round(isWide ? plain.width : plain.height))
    expect(Math.round(page.height)).toBe(Math.round(isWide ? plain.height : plain.width))
    const upright = turned(page.picture, 360 - Rotation)
    expect(await scanPicture(upright)).toEqual([barcode])
    expect(sameDots(plain.picture, upright)).toBeGreaterThan(0.95)
  })

  test('are drawn at its resolution, and upside down if set', async () => {
    const [ID, plain] = [
      await make('ZEBRA 300', { PrintFormat: 'ZPL', Dpi: 300, Rotation: 180 }),
      await make('ZEBRA', { PrintFormat: 'ZPL' }),
    ]
    const zplFor = async (printserver: string) => {
      const file = await printFile(pia, 'printlabels', { ...labelQuery, format: 'ZPL', printserver })
      return readZpl(file.toString('utf8'))[0]
    }
    const width = roll?.label.width ?? 0
    expect(await zplFor(ID)).toMatchObject({ upsideDown: true, width: Math.round((width * 300) / 25.4) })
    expect(await zplFor(plain)).toMatchObject({ upsideDown: false, width: Math.round((width * 203) / 25.4) })
    // A printer that was removed, or that belongs to another location.
    expect(await zplFor('999999')).toMatchObject({ upsideDown: false })
  })
})

describe('a test print', () => {
  test('is a label if the printer is loaded with labels, rotated as set', async () => {
    const ID = await make('LOADED', { Rotation: 90, Stock: roll?.id })
    const [page, ...others] = await printPages(pia, `printservers/${ID}/test`)
    expect(others).toEqual([])
    expect(page && (await scanPicture(turned(page.picture, 270)))).toEqual(['%T.OK'])
    expect(Math.abs((page?.width ?? 0) - ((roll?.label.height ?? 0) / 25.4) * 72)).toBeLessThan(1)
  })

  test('is a page on paper, also if its label template is missing', async () => {
    const ID = await make('GONE', { Stock: 'no-such-template' })
    const [page] = await printPages(pia, `printservers/${ID}/test`)
    expect(page?.width).toBeGreaterThan(590)
  })
})
