import { expect, test } from './support/test.ts'
import { Warehouse } from './support/warehouse.ts'
import { Workstation } from './support/workstation.ts'

// Each component of master data as the screen names it, and its API call.
const components = [
  ['Permissions', 'userroles'],
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

test('a component that fails to load is named and can be loaded again', async ({ station, warehouse }) => {
  const { page, hands } = station
  await station.storePlace(warehouse.place)
  // The live stream also reads the rights, and the loading screen would share that response: block the
  // stream.
  warehouse.network.fail('changes')
  await station.open('/Setup/')
  await station.enterUserName('pia.picker')
  await expect(station.heading('Setup')).toBeVisible()
  for (const [component, call] of components) {
    await test.step(component, async () => {
      warehouse.network.fail(call, 'changes')
      await station.goTo('/InitializeApplication/')
      const alert = page.getByRole('main').getByRole('alert')
      await expect(alert).toContainText('We were unable to load 1 out of 10 important components...')
      await expect(page.getByRole('listitem').filter({ hasText: component })).toContainText('failed')
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

test('a person can proceed without failed components, and a screen loads them later', async ({
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
  // Setup needs the seasons and reports the error.
  await expect(station.text(/^The server failed/)).toBeVisible()
  await station.tabTo(station.button('Try again'))
  // Restore only now: the screen also retries automatically and would replace the button with its form.
  warehouse.network.recover()
  await hands.press('Enter')
  await station.beginAtTrim(warehouse.place)
})

test('rights that failed to load are not treated as missing rights', async ({ station, warehouse }) => {
  const { page, hands } = station
  warehouse.network.fail('userroles')
  await station.open()
  await station.signIn('pia.picker')
  await expect(page.getByRole('main').getByRole('alert')).toContainText('unable to load 1 out of 9')
  await station.tabTo(station.button('Proceed to Website'))
  await hands.press('Enter')
  await expect(station.heading('No access')).toBeVisible()
  await expect(
    station.text('The permissions and locations of Pia Castellanos could not be loaded.'),
  ).toBeVisible()
  await station.tabTo(station.button('Check again'))
  // Restore only now: the live stream also reloads the rights and would remove the button.
  warehouse.network.recover()
  await hands.press('Enter')
  await expect(station.heading('Setup')).toBeVisible()
})

test('the app opens the requested address after sign-in and loading', async ({ station, warehouse }) => {
  await station.storePlace(warehouse.place)
  await station.open('/Transfer/ReceivingList')
  await station.enterUserName('ravi.receiver')
  await expect(station.heading('Transfer')).toBeVisible()
  expect(new URL(station.page.url()).pathname).toBe('/Transfer/ReceivingList')
})

test('without a location every address leads to Setup', async ({ station, warehouse }) => {
  await station.open('/Transfer/Open')
  await station.enterUserName('lena.lead')
  await expect(station.heading('Setup')).toBeVisible()
  for (const path of ['/Issuance/', '/Dashboard/', '/AdjustTrim/']) {
    await station.goTo(path)
    await expect.poll(() => new URL(station.page.url()).pathname).toBe('/Setup/')
  }
  await station.beginAtTrim(warehouse.place)
})

test('warns about master data older than two hours, more urgently after nine, and offers to reload it', async ({
  page,
}) => {
  // One access token for the whole shift: this test is not about renewals.
  const warehouse = await Warehouse.open({ settings: { ACCESS_TOKEN_SECONDS: '86400' } })
  try {
    const station = await Workstation.at(page, warehouse.url)
    await page.clock.install()
    await station.storePlace(warehouse.place)
    await station.open('/AdjustTrim/')
    await station.enterUserName('pia.picker')
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
    // The bar does not move the content.
    expect(await top()).toBe(before)
    await page.setViewportSize({ width: 360, height: 640 })
    await expect(stale).toBeInViewport()
    expect(await top()).toBe(
      await station.wholeStrip.boundingBox().then((box) => (box ? box.y + box.height : 0)),
    )
    // The offline bar replaces this one: overlapping bars could not be read or clicked.
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

test('shows when the network is lost, and briefly when it is back', async ({ station, warehouse }) => {
  const { page } = station
  await page.clock.install()
  await station.storePlace(warehouse.place)
  await station.open('/AdjustTrim/')
  await station.enterUserName('pia.picker')
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
