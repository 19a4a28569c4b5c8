/**
 * Dumps and returns with a kept reason on a slow device, with slow responses, refused scans and changed
 * reasons.
 * Each number must be in its scan's line, on screen and server, or be announced as not used.
 */
import { LOGS, openLog, SlowHands } from './support/open-log.ts'
import { expect, test } from './support/test.ts'

const responseMs = 2000
const unknownBarcode = 'X000000001'

for (const log of LOGS)
  for (const slower of [1, 6]) {
    test(`${log}: numbers after scans, ${slower}x slower`, async ({ station, warehouse }) => {
      const { barcodes, reasons, savedWithReasons } = await openLog(station, warehouse, log, 7)
      const [one = '', two = '', three = '', four = '', five = '', six = '', seven = ''] = barcodes
      const [first, second] = reasons
      const { strip, heldStrip } = station
      const hands = await SlowHands.at(station, slower)
      warehouse.network.slow(responseMs)
      const confirmError = async (about: string) => {
        await expect(heldStrip).toContainText(about)
        await hands.give('%T.OK')
      }

      // More than is available: the refusal arrives while the next line waits for its number.
      await hands.give(one, '11\n', two, '999999\n', three)
      await confirmError(two)
      await expect(strip).toContainText(`${three}: quantity?`)
      await expect(station.quantityOf(three)).toBeFocused()
      await hands.give('13\n')
      // An unknown code before a scan; the scan's number is typed before the refusal arrives.
      await hands.give(unknownBarcode, four, '14\n')
      await confirmError(unknownBarcode)
      await expect(strip).toContainText(new RegExp(`${four}: .*14`))
      // An unknown code between a scan and its number: the number is not used.
      await hands.give(five, unknownBarcode, '15\n')
      await expect(heldStrip).toContainText('15 not saved')
      await confirmError(unknownBarcode)
      await expect(strip).toContainText(`${five}: quantity?`)
      await hands.give(five, '15\n')
      await expect(strip).toContainText(new RegExp(`${five}: .*15`))
      // Another reason while responses are pending.
      await hands.give(six, '16\n', `%T.R.${second}`, seven, '17\n')
      await expect(strip).toContainText(new RegExp(`${seven}: .*17`))

      await expect(strip).toContainText(/: (dumped 17|17 to return)\./)
      const expected = {
        [one]: `11 ${first}`,
        [three]: `13 ${first}`,
        [four]: `14 ${first}`,
        [five]: `15 ${first}`,
        [six]: `16 ${first}`,
        [seven]: `17 ${second}`,
      }
      expect(await savedWithReasons()).toEqual(expected)
      for (const [barcode, quantityAndReason] of Object.entries(expected))
        await expect(station.quantityOf(barcode)).toHaveValue(quantityAndReason.replace(/ .*/, ''))
      await hands.recover()
    })

    test(`${log}: a quantity for every scan, ${slower}x slower`, async ({ station, warehouse }) => {
      const { barcodes, reasons, savedWithReasons } = await openLog(station, warehouse, log, 7)
      const [one = '', two = '', three = '', four = '', five = '', six = '', seven = ''] = barcodes
      const [first, second] = reasons
      const { strip, heldStrip } = station
      const hands = await SlowHands.at(station, slower)
      warehouse.network.slow(responseMs)
      const confirmError = async (about: string) => {
        await expect(heldStrip).toContainText(about)
        await hands.give('%T.OK')
      }

      await hands.give('%T.Q.25.KEEP', one, '7', two, unknownBarcode, three)
      await confirmError(unknownBarcode)
      // For returns, a number after the scan replaces the 25; a dump is already posted.
      const canChange = log.startsWith('return')
      await hands.give(four, ...(canChange ? ['14\n'] : []), `%T.R.${second}`, five)
      await expect(strip).toContainText(new RegExp(`${five}: .*25`))
      // After a refusal the typed number is dropped. The next line takes 25.
      await hands.give(unknownBarcode)
      await expect(heldStrip).toContainText(unknownBarcode)
      await hands.give('9\n', '%T.OK', six)
      await expect(strip).toContainText(new RegExp(`${six}: .*25`))
      await hands.give('%T.Q.END', seven, '17\n')
      await expect(strip).toContainText(/: (dumped 17|17 to return)\./)

      const expected = {
        [one]: `25 ${first}`,
        [two]: `7 ${first}`,
        [three]: `25 ${first}`,
        [four]: `${canChange ? 14 : 25} ${first}`,
        [five]: `25 ${second}`,
        [six]: `25 ${second}`,
        [seven]: `17 ${second}`,
      }
      expect(await savedWithReasons()).toEqual(expected)
      for (const [barcode, quantityAndReason] of Object.entries(expected))
        await expect(station.quantityOf(barcode)).toHaveValue(quantityAndReason.replace(/ .*/, ''))
      await hands.recover()
    })
  }
