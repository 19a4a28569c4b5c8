/** Text and controls on a handheld are fully visible in both languages, with text of twice the size too. */
import type { Page } from 'playwright/test'
import { findWrappedButtons } from './support/dialogs.ts'
import { findCutChoices, findCutOff } from './support/handheld-sizes.ts'
import { putSignIn } from './support/signed-in.ts'
import { expect, test } from './support/test.ts'
import type { Warehouse } from './support/warehouse.ts'
import type { Workstation } from './support/workstation.ts'

test.use({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 640 } })

const open = async (station: Workstation, warehouse: Warehouse, textSize: number, path: string) => {
  const { page } = station
  await page.addInitScript(
    (size) => localStorage.setItem('trimline.preferences', JSON.stringify({ textSize: size })),
    textSize,
  )
  await putSignIn(page, warehouse.url, 'lena.lead')
  await station.storePlace(warehouse.place)
  await station.open(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}
const newDump = async (station: Workstation, warehouse: Warehouse, textSize: number) => {
  const { page, hands, scanner } = station
  await open(station, warehouse, textSize, '/Dump/')
  await scanner.scan('%T.NEW')
  await expect(page.getByRole('textbox').first()).toBeFocused()
  await hands.type('Lena Moreau')
  await scanner.scan('%T.HEADER.SAVE')
  await expect(page).toHaveURL(/\/Dump\/\w+\/\d+$/)
}
const keypad = (page: Page) => page.locator('.keypad')

for (const locale of ['en-US', 'es-MX'])
  for (const textSize of [100, 200])
    test.describe(`${locale}, text of ${textSize} %`, () => {
      test.use({ locale })

      test('the selected status, place and scanner are fully visible', async ({ station, warehouse }) => {
        const { page } = station
        await open(station, warehouse, textSize, '/Issuance/')
        for (const path of ['/Issuance/', '/Setup/', '/ScannerSetup/']) {
          await station.goTo(path)
          await expect(page.getByRole('combobox').first()).toHaveValue(/.+/)
          expect.soft(await findCutChoices(page), path).toEqual([])
        }
      })

      test('a failed print: each button label is one line and is not covered', async ({
        station,
        warehouse,
      }) => {
        const { page, scanner } = station
        const [barcode = ''] = await warehouse.plants(1)
        const { tag } = await warehouse.shippedIssuance([{ barcode, quantity: 5 }])
        // A port without a server.
        const deadServer = {
          PrintServer: 'ws://127.0.0.1',
          Port: '9',
          PrintLocation: 'Dock',
          PrintFormat: 'PDF',
        } as const
        await warehouse.setPrintServers(deadServer)
        await open(station, warehouse, textSize, `/Issuance/Grower/${tag}`)
        await scanner.scan('%T.PRINT')
        await expect(page.getByRole('dialog').getByRole('combobox')).toHaveValue(/.+/)
        await scanner.scan('%T.YES')
        await expect(station.question).toBeVisible()
        expect.soft(await findWrappedButtons(page)).toEqual([])
        expect.soft(await findCutOff(page, '.dialog-actions')).toEqual([])
        await warehouse.setPrintServers()
      })

      test('a reason is requested with its field fully visible', async ({ station, warehouse }) => {
        const { page, scanner } = station
        const [barcode = ''] = await warehouse.plants(1)
        await newDump(station, warehouse, textSize)
        await scanner.scan('%T.Q.5', barcode)
        const field = page.getByRole('alertdialog').getByRole('combobox')
        await expect(field).toBeFocused()
        await expect(field).toBeInViewport({ ratio: 1 })
        expect.soft(await findWrappedButtons(page)).toEqual([])
      })

      test('with a kept reason, shelf, quantity and barcode are visible above the keypad', async ({
        station,
        warehouse,
      }) => {
        const { page, scanner } = station
        const [barcode = ''] = await warehouse.plants(1)
        await newDump(station, warehouse, textSize)
        await scanner.scan('%T.R.MOLD', barcode)
        await expect(keypad(page)).toBeVisible()
        expect.soft(await findCutOff(page, '.guide-take, .guide-barcode > strong')).toEqual([])
      })
    })
