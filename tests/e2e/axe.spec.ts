import { type Device, runAxeOnScreens, signInOn, states } from './support/axe-matrix.ts'
import { prepareDocuments, screens } from './support/screens-of-routes.ts'
import { expect, test } from './support/test.ts'

// A part of `npm run axe`: every screen, every state and both devices.
test.describe.configure({ timeout: 300_000 })

const half = Math.ceil(screens.length / 2)
const parts: Readonly<Record<Device, typeof screens>> = {
  handheld: screens.slice(0, half),
  terminal: screens.slice(half),
}

for (const device of ['handheld', 'terminal'] as const) {
  test(`axe finds nothing on a ${device} with the screens in different states`, async ({
    browser,
    warehouse,
  }) => {
    const given = await prepareDocuments(warehouse)
    const station = await signInOn(browser, device, warehouse)
    const plan = parts[device].map((screen, index) => ({
      screen,
      state: states[index % states.length] ?? 'filled',
    }))
    const { violations } = await runAxeOnScreens(station, given, plan)
    expect(violations).toEqual([])
    await station.page.context().close()
  })
}
