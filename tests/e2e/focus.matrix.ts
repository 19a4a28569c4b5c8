/** Opens help, palette and a command over every screen; focus-owners.spec.ts opens only one per screen. */
import { devices } from './support/axe-matrix.ts'
import { checkFocusOnScreens } from './support/check-focus-on-screens.ts'
import { test } from './support/test.ts'

for (const [device, use] of Object.entries(devices)) {
  test.describe(`on a ${device}`, () => {
    test.use(use)

    test('every screen gives the focus to help, palette and command, and gets it back', async ({
      station,
      warehouse,
    }) => {
      await checkFocusOnScreens(station, warehouse, () => ['help', 'palette', 'command'])
    })
  })
}
