import type { Locator, TestInfo } from 'playwright/test'
import { TransferReply } from '#core/kinds/transfer/fields.ts'
import { RECORD_KINDS, rulesOf } from '#features/maintenance/common/maintenance.ts'
import { maintenance } from '#features/maintenance/text/en/maintenance.ts'
import { finishScan, scanIntoFields } from './support/scan-into-fields.ts'
import { fillShelf, newCount } from './support/shelves.ts'
import { expect, test } from './support/test.ts'
import type { Workstation } from './support/workstation.ts'

// Scans while each field of each screen has the focus: no field may keep the characters.
// tests/house/scanned-fields.test.ts lists the covered fields per file of the app.

const labels: Readonly<Record<string, string>> = maintenance

// The lists; each has a form for new documents.
const lists = ['/Issuance/', '/Transfer/', '/Dump/', '/Return/', '/Count/']

// Collects the fields and scans of one test.
class FieldScans {
  readonly #info: TestInfo
  readonly #station: Workstation
  readonly names: string[] = []
  #scans = 0

  constructor(station: Workstation, info: TestInfo) {
    this.#station = station
    this.#info = info
  }

  /**
   * Scans into the fields of the page, or of the dialog that `enter` opens. Expects at least `least` fields
   * and returns their names.
   */
  async at(enter: () => Promise<void>, least = 1, within: Locator = this.#station.page.locator('body')) {
    const { names, scans } = await scanIntoFields(this.#station, within, enter)
    expect(names.length, names.join(', ')).toBeGreaterThanOrEqual(least)
    this.names.push(...names)
    this.#scans += scans
    return names.join(', ')
  }

  /** Adds the counts to the table of evidence. */
  report(group: string) {
    const description = `${group}: ${this.names.length} fields, ${this.#scans} scans, 0 kept`
    this.#info.annotations.push({ type: 'figure', description })
  }
}

const goTo = (station: Workstation, path: string, heading: string | RegExp) => async () => {
  const { page, hands } = station
  await expect
    .poll(async () => {
      if ((await page.locator('[role=dialog], [role=alertdialog]').count()) === 0) return true
      await hands.press('Escape')
      return false
    })
    .toBe(true)
  // Starts from a screen without fields: opening the current address again would change nothing.
  await station.goTo('/Releases/')
  await expect(station.heading(/releases?/i)).toBeVisible()
  await station.goTo(path)
  await expect(station.heading(heading)).toBeVisible()
}

test.describe('Abuse 16: a scan into any field', () => {
  test.slow()

  test('no field of a list or of a single screen keeps one', async ({ station, warehouse }, info) => {
    const [barcode = ''] = await warehouse.plants(1)
    await station.begin('sam.super', warehouse.place)
    const fieldScans = new FieldScans(station, info)
    for (const path of ['/AdjustTrim/', ...lists, '/Maintenance/people']) {
      await fieldScans.at(goTo(station, path, /.+/))
    }
    await fieldScans.at(async () => {
      await goTo(station, '/Print/', 'Print')()
      await station.scanner.scan('%T.Q.12', barcode)
      await expect(station.strip).toContainText(barcode)
    }, 3)
    await fieldScans.at(goTo(station, `/Print/?barcodes=${barcode}*12`, 'Print'), 2)
    await fieldScans.at(goTo(station, '/Print/New/', 'New print server'), 5)
    await fieldScans.at(goTo(station, '/Maintenance/Labels/', 'Label templates'))
    await fieldScans.at(goTo(station, '/Setup/', 'Setup'))
    await fieldScans.at(goTo(station, '/CommandSheet/', 'Command sheet'))
    await fieldScans.at(goTo(station, '/Downloads/', 'Downloads'), 2)
    await fieldScans.at(goTo(station, '/Trace/', 'Trace'))
    await fieldScans.at(goTo(station, '/ScannerSetup/', 'Scanner setup'))
    fieldScans.report('lists and screens')
  })

  test('no field of a header keeps one', async ({ station, warehouse }, info) => {
    await station.begin('sam.super', warehouse.place)
    const fieldScans = new FieldScans(station, info)
    for (const path of lists) {
      await fieldScans.at(async () => {
        await goTo(station, path, /.+/)()
        await station.scanner.scan('%T.NEW')
        await expect(station.heading(/^New /)).toBeVisible()
        // Chooses the destination type first: the other fields are disabled until then.
        if (path === '/Issuance/') await station.hands.press('Space')
      }, 2)
    }
    fieldScans.report('headers')
  })

  for (const kinds of [RECORD_KINDS.slice(0, 4), RECORD_KINDS.slice(4)]) {
    test(`no field of a record keeps one: ${kinds.join(', ')}`, async ({ station, warehouse }, info) => {
      await station.begin('sam.super', warehouse.place)
      const fieldScans = new FieldScans(station, info)
      for (const kind of kinds) {
        const fields = rulesOf(kind).fields.filter(({ control }) => !/Keys|locations/.test(control.type))
        const names = await fieldScans.at(goTo(station, `/Maintenance/${kind}/New`, /.+/), fields.length)
        for (const { name } of fields) expect(names).toContain(labels[`record.${name}`])
      }
      fieldScans.report('records')
    })
  }

  test('no field of a line keeps one, on the editor of any kind', async ({ station, warehouse }, info) => {
    const [first = '', second = ''] = await warehouse.plants(2)
    const [counted = ''] = await fillShelf(warehouse, 'FIELDS-A', 'FA', 2)
    const { grower } = await warehouse.shippedIssuance([{ barcode: second, quantity: 20 }])
    const tag = await warehouse.issuance([{ barcode: first, ordered: 5 }])
    const { scanner } = station
    await station.begin('sam.super', warehouse.place)
    const fieldScans = new FieldScans(station, info)
    const editor = async (search = true) => {
      const path = new URL(station.page.url()).pathname
      const names = await fieldScans.at(async () => {
        await goTo(station, path, /\d$/)()
        if (search) await scanner.scan('%T.FIND')
      })
      expect([path, names]).toEqual([path, expect.stringContaining('Quantity of')])
    }
    await goTo(station, `/Issuance/Edit/${tag}`, `Issuance ${tag}`)()
    await editor()
    await goTo(station, `/Issuance/${tag}`, `Issuance ${tag}`)()
    await editor(false)
    const today = new Date().toISOString().slice(0, 10)
    const { TransferNbr } = await warehouse.call(TransferReply, 'sam.super', 'transfers', {
      TransferHeader: {
        TransferNbr: '',
        OriginLocationID: warehouse.place.location,
        DestinationLocationID: 'FLC',
        ExpectedShipDate: today,
        ExpectedArrivalDate: today,
        Status: 'OPEN',
        TrimSeasonID: warehouse.place.season.Id,
      },
      TransferLines: [],
    })
    await goTo(station, `/Transfer/Edit/${TransferNbr}`, `Transfer ${TransferNbr}`)()
    await scanner.scan('%T.Q.6', first)
    await expect(station.strip).toContainText(`${first}: ordered 6.`)
    await editor()

    await goTo(station, '/Dump/', 'Dump')()
    await station.newDump('Sam')
    await scanner.scan('%T.R.DRY', '%T.Q.6', first)
    await expect(station.strip).toContainText(`${first}: dumped 6.`)
    await editor()

    await goTo(station, '/Return/', 'Return')()
    await station.newReturn(grower.name)
    await scanner.scan('%T.R.COUNT', '%T.Q.8', second)
    await expect(station.strip).toContainText(`${second}: 8 to return.`)
    await editor()

    await newCount(station, 'FIELDS-A')
    await scanner.scan('%T.Q.9', counted)
    await expect(station.strip).toContainText(`${counted}: 9 counted.`)
    await editor(false)
    fieldScans.report('lines')
  })

  test('no field of a line keeps one at the receiving dock', async ({ station, warehouse }, info) => {
    const [sent = ''] = await warehouse.plants(1)
    const transfer = await warehouse.shippedTransfer('FLC', [{ barcode: sent, quantity: 5 }])
    await station.beginTransfers('sam.super', warehouse.placeAt('FLC'), 'receiving')
    const fieldScans = new FieldScans(station, info)
    await fieldScans.at(async () => {
      await goTo(station, `/ReceiveInventory/${transfer}`, /\d$/)()
      await station.scanner.scan('%T.TEMP')
      await expect(station.field('Receive Temp')).toBeFocused()
    }, 2)
    fieldScans.report('dock')
  })

  test('no field of a dialog keeps one: palette, print, reason, calendar', async ({
    station,
    warehouse,
  }, info) => {
    const { page, hands, scanner } = station
    const [first = '', second = ''] = await warehouse.plants(2)
    const tag = await warehouse.issuance([{ barcode: first, ordered: 5 }])
    await warehouse.ship(tag)
    await station.begin('sam.super', warehouse.place)
    const fieldScans = new FieldScans(station, info)
    const dialog = page.locator('[role=dialog], [role=alertdialog]').last()
    await fieldScans.at(
      async () => {
        await goTo(station, '/AdjustTrim/', 'Adjust Trim')()
        await hands.press('Control+k')
        await expect(station.sheet('Commands')).toBeVisible()
      },
      1,
      dialog,
    )
    await fieldScans.at(
      async () => {
        await goTo(station, `/Issuance/${tag}`, `Issuance ${tag}`)()
        await scanner.scan('%T.PRINT')
        await expect(page.getByRole('dialog', { name: 'Print Grower Issuance' })).toBeVisible()
      },
      1,
      dialog,
    )

    await goTo(station, '/Dump/', 'Dump')()
    await scanner.scan('%T.NEW')
    await expect(station.heading('New dump')).toBeVisible()
    const day = page.locator('.calendar-field')
    const before = await day.inputValue()
    await day.press('Enter')
    await expect(dialog).toBeVisible()
    await scanner.scan('ZQZQ999999')
    await expect(station.strip).toContainText('ZQZQ999999')
    await expect(day).toHaveValue(before)
    await finishScan(station, 'ZQZQ999999')
    await expect(day).toHaveValue(before)

    await goTo(station, '/Dump/', 'Dump')()
    await station.newDump('Sam')
    const path = new URL(page.url()).pathname
    await fieldScans.at(
      async () => {
        await goTo(station, path, /\d$/)()
        await scanner.scan('%T.Q.5', second)
        await expect(station.question).toBeVisible()
        await expect(page.getByRole('option').first()).toBeVisible()
      },
      1,
      dialog,
    )
    fieldScans.report('dialogs')
  })

  test('no field of grower storage keeps one', async ({ station, warehouse }, info) => {
    const [barcode = ''] = await warehouse.plants(1)
    const { grower } = await warehouse.shippedIssuance([{ barcode, quantity: 20 }])
    const { scanner } = station
    await station.begin('sam.super', warehouse.place)
    const fieldScans = new FieldScans(station, info)
    await fieldScans.at(goTo(station, '/GrowerStorage/', 'Adjust Trim'))
    await fieldScans.at(async () => {
      await goTo(station, '/GrowerStorage/', 'Adjust Trim')()
      await scanner.scan(`%T.GROWER.${grower.id}`)
      await expect(station.strip).toContainText(grower.name)
    })
    for (const path of ['/GrowerStorage/Issuance/', '/GrowerStorage/Dump/']) {
      await fieldScans.at(async () => {
        await goTo(station, path, /.+/)()
        await scanner.scan('%T.NEW')
        await expect(station.heading(/^New /)).toBeVisible()
      })
    }
    expect(fieldScans.names.join(', ')).toMatch(/Grower/)
    fieldScans.report('grower storage')
  })
})
