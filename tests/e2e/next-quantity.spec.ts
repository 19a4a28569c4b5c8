/**
 * The number after a scan goes to its line, on screen and server, and the focus is in its field.
 * Tested with a kept reason, a slow device and a server that responds after 2 seconds.
 */
import { LOGS, openLog, SlowHands } from './support/open-log.ts'
import { expect, test } from './support/test.ts'

const responseMs = 2000

// `npm run quantities` tests every kind, and a fast device too.
const logs = process.env['QUANTITIES'] ? LOGS : (['return'] as const)

for (const log of logs)
  for (const slower of process.env['QUANTITIES'] ? [1, 6] : [6])
    test(`${log}: the last scanned line has the focus while earlier lines are pending, ${slower}x slower`, async ({
      station,
      warehouse,
    }) => {
      const { barcodes, saved } = await openLog(station, warehouse, log, 3)
      const [one = '', two = '', three = ''] = barcodes
      const hands = await SlowHands.at(station, slower)
      warehouse.network.slow(responseMs)

      await hands.give(one, '11\n', two, '12\n', three)
      await expect(station.strip).toContainText(`${three}: quantity?`)
      await expect(station.quantityOf(three)).toBeFocused()
      await hands.give('13\n')

      await expect(station.strip).toContainText(/: (dumped 13|13 to return)\./)
      const expected = { [one]: 11, [two]: 12, [three]: 13 }
      for (const [barcode, quantity] of Object.entries(expected))
        await expect(station.quantityOf(barcode)).toHaveValue(String(quantity))
      expect(await saved()).toEqual(expected)
      await hands.recover()
    })

test('a scan removes the focus from the previous line immediately, before its own line appears', async ({
  station,
  warehouse,
}) => {
  const { barcodes, saved } = await openLog(station, warehouse, 'return', 2)
  const [one = '', two = ''] = barcodes
  const hands = await SlowHands.at(station, 6)
  warehouse.network.slow(responseMs)
  await hands.give(one)
  await expect(station.quantityOf(one)).toBeFocused()
  await hands.give(two)
  await expect(station.strip).toContainText(`${two}: quantity?`)
  await expect(station.quantityOf(one)).not.toBeFocused()
  await expect(station.quantityOf(two)).toHaveCount(0)
  await hands.give('12\n')
  // The strip then requests the quantity of the previous line.
  await expect(station.strip).toContainText(`${one}: quantity?`)
  await hands.give('11\n')
  await expect(station.strip).toContainText(`${one}: 11 to return.`)
  expect(await saved()).toEqual({ [one]: 11, [two]: 12 })
  await hands.recover()
})

test.describe('on a handheld', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 640 } })

  test('the keypad never belongs to the line before the last scan', async ({ station, warehouse }) => {
    const { page } = station
    const { barcodes, saved } = await openLog(station, warehouse, 'return', 2)
    const [one = '', two = ''] = barcodes
    const keypad = page.getByRole('group', { name: 'Keypad' })
    const tap = async (...keys: readonly string[]) => {
      for (const name of keys) await keypad.getByRole('button', { name, exact: true }).tap()
    }
    const hands = await SlowHands.at(station, 6)
    warehouse.network.slow(responseMs)
    await hands.give(one)
    await expect(keypad).toBeVisible()
    await hands.give(two)
    await expect(station.strip).toContainText(`${two}: quantity?`)
    await tap('1', '2', 'Enter')
    await expect(station.strip).toContainText(`${one}: quantity?`)
    await tap('1', '1', 'Enter')
    await expect(station.strip).toContainText(`${one}: 11 to return.`)
    expect(await saved()).toEqual({ [one]: 11, [two]: 12 })
    await hands.recover()
  })
})
