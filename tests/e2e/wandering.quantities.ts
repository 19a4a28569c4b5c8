/**
 * On every screen that takes quantities, a person who moves about between scan and digits; `LINES` of them in
 * all.
 */
import { expect, test } from './support/test.ts'
import { wander } from './support/wandering-person.ts'
import { openWork, WORK_SCREENS } from './support/work-screens.ts'

test.use({ viewport: { width: 1440, height: 900 } })

const total = Number(process.env['LINES'] ?? 3000)
// A correction of stock asks for its reason each time; chosen-line.spec.ts has it.
const screens = WORK_SCREENS.filter((screen) => screen !== 'Adjust Trim')
// Lines on one document.
const most = 20

for (const screen of screens) {
  const lines = Math.ceil(total / screens.length)
  for (let part = 0; part * most < lines; part += 1) {
    test(`${screen}, part ${part + 1}: no line has another one’s number`, async ({ station, warehouse }) => {
      const count = Math.min(most, lines - part * most)
      const work = await openWork(station, warehouse, screen, count)
      const { wrong, missing } = await wander(station, work, 1 + part)
      console.log(`FIGURES ${screen}: lines ${count}, wrong ${wrong.length}, missing ${missing.length}`)
      expect(wrong).toEqual([])
      expect(missing).toEqual([])
    })
  }
}
