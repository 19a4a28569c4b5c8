import { devices } from './support/axe-matrix.ts'
import { type DialogFile, dialogs } from './support/dialogs.ts'
import { checkDialogFocus, expectFocusOwner } from './support/focus.ts'
import { fillShelf } from './support/shelves.ts'
import { expect, test } from './support/test.ts'
import type { Warehouse } from './support/warehouse.ts'
import type { Workstation } from './support/workstation.ts'

// Every dialog takes the focus and returns it. focus-owners.spec.ts tests the dialogs that open over every
// screen.

test.describe.configure({ timeout: 300_000 })

interface Context {
  readonly station: Workstation
  readonly warehouse: Warehouse
  readonly barcodes: readonly string[]
  /** An open issuance with two lines, and a shipped one. */
  readonly tag: string
  readonly shipped: string
}

const openIssuance = async ({ station }: Context, tag: string) => {
  await station.goTo(`/Issuance/${tag}`)
  await expect(station.heading(`Issuance ${tag}`)).toBeVisible()
}

const openShipped = async (given: Context) => {
  const { station, shipped } = given
  await openIssuance(given, shipped)
  await expect(station.page.getByRole('main').getByRole('status').filter({ hasText: 'Loading' })).toHaveCount(
    0,
  )
}

const copiesField = ({ page }: Workstation) => page.getByRole('textbox', { name: 'Number of Copies' })

const dialogChecks: Readonly<Record<DialogFile, (given: Context) => Promise<void>>> = {
  'app/shell/error-dialog.tsx': async ({ station, warehouse }) => {
    const { hands, page } = station
    await station.goTo('/Setup/')
    const location = station.field(/^Warehouse Location/)
    await station.chooseOption(location, 'ORW')
    warehouse.network.fail('printservers')
    await checkDialogFocus(
      station,
      'error',
      async () => {
        await hands.press('Enter')
        await expect(page.getByRole('alertdialog')).toBeVisible()
      },
      () => hands.press('Enter'),
    )
    warehouse.network.recover()
  },
  'documents/client/findings-sheet.tsx': async (given) => {
    const { station, tag } = given
    await openIssuance(given, tag)
    await checkDialogFocus(
      station,
      'check before finishing',
      () => station.scanner.scan('%T.LEFT'),
      () => station.hands.press('Escape'),
    )
  },
  'input/questions/calendar-dialog.tsx': async ({ station }) => {
    const { hands, page, scanner } = station
    await scanner.scan('%T.NEW.DUMP')
    await expect(station.heading('New dump')).toBeVisible()
    await station.tabTo(page.locator('.calendar-field'))
    const open = () => hands.press('Enter')
    await checkDialogFocus(station, 'calendar: Esc', open, () => hands.press('Escape'))
    await checkDialogFocus(station, 'calendar: a day', open, () => hands.press('ArrowRight', 'Enter'))
  },
  'features/printing/client/failure-dialog.tsx': async (given) => {
    const { station, warehouse } = given
    // A port without a server.
    await warehouse.setPrintServers({
      PrintServer: 'ws://127.0.0.1',
      Port: '9',
      PrintLocation: 'Dock',
      PrintFormat: 'PDF',
    })
    await openShipped(given)
    await checkDialogFocus(
      station,
      'print failure',
      async () => {
        await station.scanner.scan('%T.PRINT')
        await expect(station.page.getByRole('combobox', { name: 'Printer' })).toHaveValue(/.+/)
        await station.scanner.scan('%T.YES')
        await expect(station.page.getByRole('alertdialog', { name: 'Unable to print' })).toBeVisible()
      },
      () => station.hands.press('Escape'),
    )
  },
  'features/printing/client/print-dialog.tsx': async (given) => {
    const { station } = given
    const { page, scanner } = station
    await openShipped(given)
    const print = () => scanner.scan('%T.PRINT')
    await checkDialogFocus(station, 'print: Esc', print, async () => {
      const keypad = page.locator('.keypad-key[data-key="7"]')
      // On a handheld, people enter numbers with the app's keypad.
      if ((await copiesField(station).getAttribute('inputmode')) === 'none') {
        await keypad.tap()
        await expect(copiesField(station)).toHaveValue('7')
        await expectFocusOwner(page, 'after the keypad', /^in the dialog: input/)
      } else await expect(keypad).toHaveCount(0)
      await station.hands.press('Escape')
    })
    await checkDialogFocus(station, 'print: no', print, () => scanner.scan('%T.NO'))
  },
  'input/devices/camera-dialog.tsx': async ({ station }) => {
    await station.goTo('/ScanLog/')
    await expect(station.heading('Scan log')).toBeVisible()
    await checkDialogFocus(
      station,
      'camera',
      async () => {
        await station.runByPalette('scan with the camera')
        await expect(station.page.getByRole('dialog', { name: 'Scan with the camera' })).toBeVisible()
      },
      () => station.hands.press('Escape'),
    )
  },
  'input/palette/help-sheet.tsx': async (given) => {
    const { hands } = given.station
    await openIssuance(given, given.tag)
    await checkDialogFocus(
      given.station,
      'help',
      () => hands.press('F1'),
      () => hands.press('Escape'),
    )
  },
  'input/palette/palette.tsx': async (given) => {
    const { hands } = given.station
    await openIssuance(given, given.tag)
    await checkDialogFocus(
      given.station,
      'palette',
      () => hands.press('Control+k'),
      () => hands.press('Escape'),
    )
  },
  'input/palette/why-not.tsx': async (given) => {
    const { station, tag } = given
    await openIssuance(given, tag)
    await station.scanner.scan('ZZZZZZZZ99')
    await expect(station.strip).toContainText('is not on')
    await station.scanner.scan('%T.OK')
    await checkDialogFocus(
      station,
      'why',
      () => station.scanner.scan('%T.WHY'),
      () => station.hands.press('Escape'),
    )
  },
  'input/questions/questions.tsx': async (given) => {
    const { station, tag, barcodes } = given
    const { hands, page, scanner } = station
    const [barcode = ''] = barcodes
    const cancel = () => scanner.scan('%T.CANCEL')
    await openIssuance(given, tag)
    await checkDialogFocus(station, 'cancel: no', cancel, () => hands.press('n'))
    await checkDialogFocus(station, 'cancel: Esc', cancel, () => hands.press('Escape'))
    await scanner.scan('%T.EDIT')
    await expect(page).toHaveURL(/Edit/)
    const remove = () => scanner.scan(`%T.LINE.DELETE.${barcode}`)
    await checkDialogFocus(station, 'delete: no', remove, () => scanner.scan('%T.NO'))
    await remove()
    await expectFocusOwner(page, 'delete', /^in the dialog: /)
    await scanner.scan('%T.YES')
    await expect(station.strip).toContainText('Inventory Line Deleted')
    await expectFocusOwner(page, 'deleted', /^screen: /)
  },
  'input/questions/reason-dialog.tsx': async ({ station, barcodes }) => {
    const { hands, page, scanner } = station
    const [, , third = ''] = barcodes
    await station.goTo('/Dump/')
    await expect(station.heading('Dump')).toBeVisible()
    await station.newDump('Lena Moreau')
    const ask = async () => {
      await scanner.scan('%T.Q.5', third)
      await expect(page.getByRole('option').first()).toBeVisible()
    }
    await checkDialogFocus(station, 'reason: Esc', ask, () => hands.press('Escape'))
    await scanner.scan('%T.OK')
    await ask()
    await expectFocusOwner(page, 'reason', /^in the dialog: /)
    await scanner.scan('%T.R.MOLD', '%T.YES')
    await expect(station.strip).toContainText(`${third}: dumped 5.`)
    await expectFocusOwner(page, 'reason given', /^screen: /)
  },
  'input/questions/shelf-dialog.tsx': async ({ station, warehouse }) => {
    const { hands, page, scanner } = station
    const [barcode = ''] = await fillShelf(
      warehouse,
      ['R-07', 'R-08'],
      (page.viewportSize()?.width ?? 0) < 600 ? 'F1' : 'F2',
      1,
    )
    await station.goTo('/AdjustTrim/')
    await expect(station.heading('Adjust Trim')).toBeVisible()
    const ask = () => scanner.scan(barcode)
    await checkDialogFocus(station, 'shelf: Esc', ask, () => hands.press('Escape'))
    await ask()
    await expectFocusOwner(page, 'shelf', /^in the dialog: /)
    await scanner.scan('R-08')
    await expect(station.strip).toContainText(`${barcode} at R-08: 100 on hand.`)
    await expectFocusOwner(page, 'shelf given', /^screen: /)
  },
}

for (const [device, use] of Object.entries(devices)) {
  test.describe(`on a ${device}`, () => {
    test.use(use)

    test('every dialog takes the focus and returns it', async ({ station, warehouse }) => {
      const barcodes = await warehouse.plants(4)
      const [first = '', second = '', , fourth = ''] = barcodes
      const tag = await warehouse.issuance([first, second].map((barcode) => ({ barcode, ordered: 5 })))
      const { tag: shipped } = await warehouse.shippedIssuance([{ barcode: fourth, quantity: 5 }])
      await station.begin('lena.lead', warehouse.place)
      for (const dialog of dialogs)
        await test.step(dialog, () => dialogChecks[dialog]({ station, warehouse, barcodes, tag, shipped }))
      await warehouse.setPrintServers()
    })
  })
}
