import { expect, test } from './support/test.ts'
import { Warehouse } from './support/warehouse.ts'
import { Workstation } from './support/workstation.ts'

// Every component of master data as the screen names it, and the call that it comes with.
const components = [
  ['Security keys', 'userroles'],
  ['Your locations', 'userdcs'],
  ['Warehouse locations', 'warehouse'],
  ['Trim seasons', 'trimseasons'],
  ['Trim types', 'trimtype'],
  ['Growers', 'grower'],
  ['Nurseries', 'nursery'],
  ['Reason codes for dumps', 'reasoncode?reasontype=DUMP'],
  ['Reason codes for adjustments', 'reasoncode?reasontype=INVENTORY'],
  ['Varieties', 'variety'],
] as const

test('a component that cannot be loaded is named, and tried again', async ({ station, warehouse }) => {
  const { page, hands } = station
  await station.isSetUp(warehouse.place)
  // A stream of news reads the person's rights as it opens, and loading would share that answer.
  warehouse.network.fail('changes')
  await station.open('/Setup/')
  await station.tellName('pia.picker')
  await expect(station.heading('Setup')).toBeVisible()
  for (const [words, call] of components) {
    await test.step(words, async () => {
      warehouse.network.fail(call, 'changes')
      await station.goTo('/InitializeApplication/')
      const apology = page.getByRole('main').getByRole('alert')
      await expect(apology).toContainText('We were unable to load 1 out of 10 important components...')
      await expect(page.getByRole('listitem').filter({ hasText: words })).toContainText('failed')
      await expect(page.getByRole('main').getByText('failed')).toHaveCount(1)
      await expect(page.getByText('9 of 10 components loaded')).toBeVisible()
      await expect(page.getByRole('progressbar', { name: 'Initializing' })).toHaveAttribute('value', '10')
      warehouse.network.fail('changes')
      await expect(station.button('Try, Try Again')).toBeFocused()
      await hands.press('Enter')
      await expect(station.heading('Setup')).toBeVisible()
    })
  }
})

test('what has failed may be left behind: the rest is there, the screen asks for it again', async ({
  station,
  warehouse,
}) => {
  const { page, hands } = station
  warehouse.network.fail('trimseasons', 'grower', 'nursery')
  await station.open()
  await station.signIn('pia.picker')
  await expect(station.heading('Initializing')).toBeVisible()
  await expect(page.getByRole('main').getByRole('alert')).toContainText('unable to load 3 out of 9')
  await station.tabTo(station.button('Proceed to Website'))
  await hands.press('Enter')
  // Setup cannot do without the seasons, and says so.
  await expect(station.text(/^The server failed/)).toBeVisible()
  await station.tabTo(station.button('Try again'))
  // Not before: the screen asks again by itself, too, and has its form then instead of the button.
  warehouse.network.recover()
  await hands.press('Enter')
  await station.beginAtTrim(warehouse.place)
})

test('rights that could not be loaded are not taken for missing ones', async ({ station, warehouse }) => {
  const { page, hands } = station
  warehouse.network.fail('userroles')
  await station.open()
  await station.signIn('pia.picker')
  await expect(page.getByRole('main').getByRole('alert')).toContainText('unable to load 1 out of 9')
  await station.tabTo(station.button('Proceed to Website'))
  await hands.press('Enter')
  await expect(station.heading('No access')).toBeVisible()
  await expect(station.text('The keys and locations of Pia Castellanos could not be loaded.')).toBeVisible()
  await station.tabTo(station.button('Check again'))
  // Not before: rights are read again when the live stream begins, too, and the button is gone then.
  warehouse.network.recover()
  await hands.press('Enter')
  await expect(station.heading('Setup')).toBeVisible()
})

test('who was on the way somewhere gets there after signing in and loading', async ({
  station,
  warehouse,
}) => {
  await station.isSetUp(warehouse.place)
  await station.open('/Transfer/ReceivingList')
  await station.tellName('ravi.receiver')
  await expect(station.heading('Transfer')).toBeVisible()
  expect(new URL(station.page.url()).pathname).toBe('/Transfer/ReceivingList')
})

test('without a location every way leads to Setup', async ({ station, warehouse }) => {
  await station.open('/Transfer/Open')
  await station.tellName('lena.lead')
  await expect(station.heading('Setup')).toBeVisible()
  for (const path of ['/Issuance/', '/Dashboard/', '/AdjustTrim/']) {
    await station.goTo(path)
    await expect.poll(() => new URL(station.page.url()).pathname).toBe('/Setup/')
  }
  await station.beginAtTrim(warehouse.place)
})

test('old master data is told after two hours, more sternly after nine, and both lead to loading it anew', async ({
  page,
}) => {
  // One sign-in for the whole shift: this is not about its renewals.
  const warehouse = await Warehouse.open({ settings: { ACCESS_TOKEN_SECONDS: '86400' } })
  try {
    const station = await Workstation.at(page, warehouse.url)
    await page.clock.install()
    await station.isSetUp(warehouse.place)
    await station.open('/AdjustTrim/')
    await station.tellName('pia.picker')
    await expect(station.heading('Adjust Trim')).toBeVisible()
    await expect(station.strip).toBeVisible()
    const stale = station.bar('Master data is more than 2 hours old.')
    const outdated = station.bar('Master data is more than 9 hours old. Reload it before you go on.')
    await page.clock.fastForward('01:50:00')
    await expect(station.heading('Adjust Trim')).toBeVisible()
    await expect(stale).toBeHidden()
    const top = async () => (await page.getByRole('main').boundingBox())?.y
    const before = await top()
    await page.clock.fastForward('00:15:00')
    await expect(stale).toBeVisible()
    // It moves nothing that somebody works with.
    expect(await top()).toBe(before)
    await page.setViewportSize({ width: 360, height: 640 })
    await expect(stale).toBeInViewport()
    expect(await top()).toBe(
      await station.wholeStrip.boundingBox().then((box) => (box ? box.y + box.height : 0)),
    )
    // What stops all work stands alone in its place: one bar over another could not be read, nor clicked.
    await station.unplug()
    await expect(station.bar('Offline. Your work is kept here')).toBeInViewport()
    await expect(stale).toBeHidden()
    await station.plugIn()
    await page.clock.fastForward(6_000)
    await expect(stale).toBeInViewport()
    await page.setViewportSize({ width: 1280, height: 720 })
    await page.clock.fastForward('06:45:00')
    await expect(stale).toBeVisible()
    await expect(outdated).toBeHidden()
    await page.clock.fastForward('00:15:00')
    await expect(outdated).toBeVisible()
    await expect(stale).toBeHidden()
    await station.tabTo(station.button('Reload now'))
    warehouse.network.calls.length = 0
    await station.hands.press('Enter')
    await expect(outdated).toBeHidden()
    await expect(station.heading('Adjust Trim')).toBeVisible()
    expect(warehouse.network.calls.map(({ path }) => path.split('?')[0])).toEqual(
      expect.arrayContaining(['userroles', 'warehouse', 'grower', 'variety']),
    )
  } finally {
    await warehouse.close()
  }
})

test('the network is told when it goes, and for a moment when it is back', async ({ station, warehouse }) => {
  const { page } = station
  await page.clock.install()
  await station.isSetUp(warehouse.place)
  await station.open('/AdjustTrim/')
  await station.tellName('pia.picker')
  await expect(station.heading('Adjust Trim')).toBeVisible()
  await station.unplug()
  const offline = station.bar('Offline. Your work is kept here')
  await expect(offline).toBeVisible()
  await page.clock.fastForward('00:10:00')
  await expect(offline).toBeVisible()
  await station.plugIn()
  const online = page.getByText('Online', { exact: true })
  await expect(online).toBeVisible()
  await expect(offline).toBeHidden()
  await page.clock.fastForward(5_000)
  await expect(online).toBeHidden()
})
