import { checkScreen } from './support/check-screen.ts'
import { expect, test } from './support/test.ts'
import { tourOfPlaces } from './support/tour-of-places.ts'
import { walkByTab } from './support/walk-by-tab.ts'

test.describe.configure({ timeout: 600_000 })

test('every place is accessible, fits from 320 px on, is reachable by Tab, and shows the focus', async ({
  station,
  warehouse,
}) => {
  const { page } = station
  await tourOfPlaces(station, warehouse, async (name) => {
    await checkScreen(page, `place-${name}`)
    const { missed, unmarked } = await walkByTab(page)
    expect.soft(missed, `${name}: not reached`).toEqual([])
    expect.soft(unmarked, `${name}: focus is not to be seen`).toEqual([])
  })
})
