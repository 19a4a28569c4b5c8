/**
 * Dumps and returns with a kept reason on a slow device, answers after two seconds, refusals and other
 * reasons in between: each number stands in the line of its scan, on screen and on the server, or is said not
 * to be used.
 */
import { LOGS, openLog, SlowHands } from './support/numbers-of-lines.ts'
import { expect, test } from './support/test.ts'

const ANSWERS_MS = 2000
const nobodys = 'X000000001'

for (const log of LOGS)
  for (const slower of [1, 6]) {
    test(`${log}: numbers after scans, ${slower}x slower`, async ({ station, warehouse }) => {
      const { barcodes, reasons, savedWithReasons } = await openLog(station, warehouse, log, 7)
      const [one = '', two = '', three = '', four = '', five = '', six = '', seven = ''] = barcodes
      const [first, second] = reasons
      const { strip, heldStrip } = station
      const hands = await SlowHands.at(station, slower)
      warehouse.network.slow(ANSWERS_MS)
      const sayOk = async (about: string) => {
        await expect(heldStrip).toContainText(about)
        await hands.give('%T.OK')
      }

      // More than there is: the server's word comes while the next line waits for its number.
      await hands.give(one, '11\n', two, '999999\n', three)
      await sayOk(two)
      await expect(strip).toContainText(`${three}: quantity?`)
      await expect(station.quantityOf(three)).toBeFocused()
      await hands.give('13\n')
      // A code that nobody has before a scan, whose number is given before the refusal is known.
      await hands.give(nobodys, four, '14\n')
      await sayOk(nobodys)
      await expect(strip).toContainText(new RegExp(`${four}: .*14`))
      // The same between a scan and its number: the number is nobody's.
      await hands.give(five, nobodys, '15\n')
      await expect(heldStrip).toContainText('15 was not used')
      await sayOk(nobodys)
      await expect(strip).toContainText(`${five}: quantity?`)
      await hands.give(five, '15\n')
      await expect(strip).toContainText(new RegExp(`${five}: .*15`))
      // Another reason while answers are out.
      await hands.give(six, '16\n', `%T.R.${second}`, seven, '17\n')
      await expect(strip).toContainText(new RegExp(`${seven}: .*17`))

      await expect(strip).toContainText(/: (dumped 17|17 to return)\./)
      const meant = {
        [one]: `11 ${first}`,
        [three]: `13 ${first}`,
        [four]: `14 ${first}`,
        [five]: `15 ${first}`,
        [six]: `16 ${first}`,
        [seven]: `17 ${second}`,
      }
      expect(await savedWithReasons()).toEqual(meant)
      for (const [barcode, words] of Object.entries(meant))
        await expect(station.quantityOf(barcode)).toHaveValue(words.replace(/ .*/, ''))
      await hands.recover()
    })

    test(`${log}: a quantity for every scan, ${slower}x slower`, async ({ station, warehouse }) => {
      const { barcodes, reasons, savedWithReasons } = await openLog(station, warehouse, log, 7)
      const [one = '', two = '', three = '', four = '', five = '', six = '', seven = ''] = barcodes
      const [first, second] = reasons
      const { strip, heldStrip } = station
      const hands = await SlowHands.at(station, slower)
      warehouse.network.slow(ANSWERS_MS)
      const sayOk = async (about: string) => {
        await expect(heldStrip).toContainText(about)
        await hands.give('%T.OK')
      }

      await hands.give('%T.Q.25.KEEP', one, '7', two, nobodys, three)
      await sayOk(nobodys)
      // Its own number, after the scan: in place of 25, where plants are not gone at once.
      const changes = log.startsWith('return')
      await hands.give(four, ...(changes ? ['14\n'] : []), `%T.R.${second}`, five)
      await expect(strip).toContainText(new RegExp(`${five}: .*25`))
      // Dropped after a refusal: the next line asks, and does not take 25 in place of it.
      await hands.give(nobodys)
      await expect(heldStrip).toContainText(nobodys)
      await hands.give('9\n', '%T.OK', six)
      await expect(strip).toContainText(new RegExp(`${six}: .*25`))
      await hands.give('%T.Q.END', seven, '17\n')
      await expect(strip).toContainText(/: (dumped 17|17 to return)\./)

      const meant = {
        [one]: `25 ${first}`,
        [two]: `7 ${first}`,
        [three]: `25 ${first}`,
        [four]: `${changes ? 14 : 25} ${first}`,
        [five]: `25 ${second}`,
        [six]: `25 ${second}`,
        [seven]: `17 ${second}`,
      }
      expect(await savedWithReasons()).toEqual(meant)
      for (const [barcode, words] of Object.entries(meant))
        await expect(station.quantityOf(barcode)).toHaveValue(words.replace(/ .*/, ''))
      await hands.recover()
    })
  }
