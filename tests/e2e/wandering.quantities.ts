/**
 * A person moves around between scan and digits on every screen that takes quantities; `LINES` lines in all.
 */
import { expect, test } from './support/test.ts'
import { wander } from './support/wandering-person.ts'
import { openWork, WORK_SCREENS } from './support/work-screens.ts'

test.use({ viewport: { width: 1440, height: 900 } })

const total = Number(process.env['LINES'] ?? 3000)
// Excludes corrections, which request a reason each time; chosen-line.spec.ts tests them.
const screens = WORK_SCREENS.filter((screen) => screen !== 'Adjust Trim')
// Maximum number of lines on one document.
const maxLines = 20

for (const screen of screens) {
  const lines = Math.ceil(total / screens.length)
  for (let part = 0; part * maxLines < lines; part += 1) {
    test(`${screen}, part ${part + 1}: no line has another one’s number`, async ({ station, warehouse }) => {
      const count = Math.min(maxLines, lines - part * maxLines)
      const work = await openWork(station, warehouse, screen, count)
      const { wrong, missing } = await wander(station, work, 1 + part)
      console.log(`FIGURES ${screen}: lines ${count}, wrong ${wrong.length}, missing ${missing.length}`)
      expect(wrong).toEqual([])
      expect(missing).toEqual([])
    })
  }
}
