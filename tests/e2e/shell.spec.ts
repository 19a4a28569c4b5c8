import { lookAt } from './support/look.ts'
import { expect, test } from './support/test.ts'
import { Warehouse } from './support/warehouse.ts'
import { Workstation } from './support/workstation.ts'

const handheld = { width: 360, height: 640 }
const wide = { width: 1440, height: 900 }

test('the frame leads everywhere by keyboard: menu, place, navigation, way back', async ({
  station,
  warehouse,
}) => {
  const { page, hands } = station
  await page.setViewportSize(handheld)
  await station.isSetUp(warehouse.place)
  await station.open('/AdjustTrim/')
  await station.tellName('lena.lead')
  await expect(station.heading('Adjust Trim')).toBeVisible()
  await expect(station.strip).toBeVisible()

  // The order of the bottom menu, under the thumb.
  const entries = station.navigation.getByRole('link')
  const words = await entries.allTextContents()
  expect(
    ['Trim', 'Transfer', 'Issuance', 'Return', 'Dump', 'Count'].filter((each) => words.includes(each)),
  ).toEqual(words)
  expect(words).toEqual(expect.arrayContaining(['Trim', 'Transfer', 'Issuance']))
  for (const entry of await entries.all()) {
    const box = await entry.boundingBox()
    expect(box?.height).toBeGreaterThanOrEqual(44)
    expect(box?.width).toBeGreaterThanOrEqual(44)
  }
  await expect(page.getByRole('contentinfo')).toBeHidden()

  // The menu: opened, walked through and left by keys.
  const menu = station.button('Menu')
  await station.tabTo(menu)
  await hands.press('Enter')
  await expect(menu).toHaveAttribute('aria-expanded', 'true')
  const shown = station.header.locator('.menu-entry')
  await expect(shown.first()).toBeFocused()
  await hands.press('ArrowUp')
  await expect(shown.last()).toBeFocused()
  await expect(shown.last()).toHaveText('Log out')
  await expect(station.header.getByText(/^Version \d{4}\.\d+\.\d+$/)).toBeVisible()
  await expect(station.header.getByRole('link', { name: 'Releases' })).toBeHidden()
  await hands.press('Escape')
  await expect(menu).toBeFocused()
  await hands.press('Enter')
  await station.tabTo(station.header.getByRole('link', { name: 'Dashboard' }))
  await hands.press('Enter')
  await expect(station.heading('Dashboard')).toBeVisible()
  await expect(menu).toHaveAttribute('aria-expanded', 'false')

  // The berry button leads to Setup.
  await station.tabTo(station.header.getByRole('link', { name: /Change location and season/ }))
  await hands.press('Enter')
  await expect(station.heading('Setup')).toBeVisible()

  // On details the way back stands in the menu's place.
  const tag = await warehouse.issuance()
  await station.goTo(`/Issuance/Grower/${tag}`)
  await expect(station.heading(`Issuance ${tag}`)).toBeVisible()
  await expect(menu).toBeHidden()
  await station.tabTo(station.button('Back'))
  await hands.press('Enter')
  await expect(station.heading('Issuance')).toBeVisible()
  await expect(menu).toBeVisible()
})

test('each count of the dashboard opens its list, and agrees with it', async ({ station, warehouse }) => {
  const { page, hands } = station
  await warehouse.issuance()
  await station.isSetUp(warehouse.place)
  await station.open('/Dashboard/')
  await station.tellName('lena.lead')
  const count = page.getByRole('link', { name: /Issuances to pick and ship/ })
  await expect(count).toHaveAccessibleName(/^\d+ /)
  const waiting = Number.parseInt((await count.textContent()) ?? '', 10)
  expect(waiting).toBeGreaterThan(0)
  await station.tabTo(count)
  await hands.press('Enter')
  await expect(station.heading('Issuance')).toBeVisible()
  await expect(station.text(new RegExp(` of ${waiting}$`))).toBeVisible()
  await hands.press('Control+g')
  await expect(station.heading('Dashboard')).toBeVisible()
  await expect(page.getByRole('link', { name: /Transfers to receive/ })).toHaveAccessibleName(/^\d+ /)
  await expect(page.getByRole('link', { name: /Adjustment requests to decide/ })).toHaveAccessibleName(
    /^\d+ /,
  )
})

test('on wide screens there is a footer, which leads super-admins to the release notes', async ({
  browser,
  warehouse,
}) => {
  for (const [username, leads] of [
    ['ada.admin', false],
    ['sam.super', true],
  ] as const) {
    const context = await browser.newContext({ viewport: wide })
    const station = await Workstation.at(await context.newPage(), warehouse.url)
    await station.isSetUp(warehouse.place)
    await station.open('/AdjustTrim/')
    await station.tellName(username)
    const footer = station.page.getByRole('contentinfo')
    await expect(footer).toHaveText(/^Trimline \d{4}\.\d+\.\d+$/)
    await expect(footer.getByRole('link')).toHaveCount(leads ? 1 : 0)
    await station.button('Menu').press('Enter')
    await expect(station.header.getByRole('link', { name: 'Log out' })).toBeVisible()
    await expect(station.header.getByRole('link', { name: 'Releases' })).toHaveCount(leads ? 1 : 0)
    await station.hands.press('Escape')
    if (leads) {
      await footer.getByRole('link').press('Enter')
      await expect(station.heading('Releases')).toBeVisible()
      await expect(station.text('The first release.')).toBeVisible()
    }
    await context.close()
  }
})

test('a site with a name shows it in the banner, on every screen', async ({ page, station, warehouse }) => {
  await station.open()
  await expect(station.button('Sign in')).toBeFocused()
  await expect(page.getByText(/environment$/)).toHaveCount(0)
  const training = await Warehouse.open({ settings: { ENVIRONMENT_NAME: 'Training' } })
  try {
    const there = await Workstation.at(page, training.url)
    await there.isSetUp(warehouse.place)
    await there.open()
    const banner = page.getByText('Training environment', { exact: true })
    await expect(banner).toBeVisible()
    await there.signIn('pia.picker')
    await expect(there.heading('Setup')).toBeVisible()
    await expect(banner).toBeVisible()
  } finally {
    await training.close()
  }
})

test('what the whole screen waits for is said, and what went wrong is told until OK', async ({
  station,
  warehouse,
}) => {
  const { page, hands } = station
  await station.open()
  await station.signIn('pia.picker')
  warehouse.network.fail('variety')
  warehouse.network.slow(1500)
  await station.setUp(warehouse.place)
  await expect(page.getByText('Loading varieties and printers…').last()).toBeVisible()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText('An error occurred')
  await expect(dialog.getByRole('button', { name: 'OK' })).toBeFocused()
  warehouse.network.recover()
  await hands.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(station.heading('Setup')).toBeVisible()
  await station.tabTo(station.button('Done'))
  await hands.press('Enter')
  await expect(station.heading('Adjust Trim')).toBeVisible()
})

test('what went wrong is told until OK, and a number is not found, where the code for it is out of reach', async ({
  station,
  warehouse,
}) => {
  const { page, hands, scanner, strip } = station
  const tag = await warehouse.issuance([])
  const outOfReach = /\/assets\/(error-dialog|search)/
  await page.route(outOfReach, (route) => route.abort())
  await station.open()
  await station.signIn('pia.picker')
  warehouse.network.fail('variety')
  await station.setUp(warehouse.place)
  const told = page.getByRole('alertdialog').filter({ hasText: 'An error occurred' })
  await expect(told.getByRole('button', { name: 'OK' })).toBeFocused()
  await lookAt(page, 'error-told-plainly')
  warehouse.network.recover()
  await hands.press('Enter')
  await expect(told).toHaveCount(0)
  await station.tabTo(station.button('Done'))
  await hands.press('Enter')
  await expect(station.heading('Adjust Trim')).toBeVisible()

  await scanner.scan(tag)
  await expect(strip).toContainText('This could not be loaded. Check the network, then try again.')
  await page.unroute(outOfReach)
  await scanner.scan('%T.OK', tag)
  await expect(station.heading(`Issuance ${tag}`)).toBeVisible()
})

test('logging out says so, forgets who was there, and asks the next one', async ({ station, warehouse }) => {
  const { page, hands } = station
  await station.isSetUp(warehouse.place)
  await station.open('/Nowhere/At/All')
  await expect(station.heading('Page not found')).toBeVisible()
  await expect(station.button('Go to the start page')).toBeFocused()
  await hands.press('Enter')
  await station.tellName('pia.picker')
  await expect(station.heading('Setup')).toBeVisible()
  // The page goes away at once: what it says on the way is caught as it is drawn.
  await page.evaluate(() => {
    new MutationObserver(() => {
      const said = document.querySelector('main output')?.textContent ?? ''
      if (said !== '') localStorage.setItem('test.said', said)
    }).observe(document, { childList: true, subtree: true, characterData: true })
  })
  await station.goTo('/LogOut/')
  await expect(station.button('Sign in')).toBeFocused()
  expect(await page.evaluate(() => localStorage.getItem('test.said'))).toContain(
    'Please Wait... Logging you out shortly...',
  )
  await hands.press('Enter')
  await station.tellName('ravi.receiver')
  await expect(station.heading('Setup')).toBeVisible()
  await station.goTo('/AdjustTrim/')
  await expect(station.heading('Adjust Trim')).toBeVisible()
  await expect(page.getByText('Ravi Menon').first()).toBeAttached()
})

test('the health check tells what can be reached and what cannot', async ({ station, warehouse }) => {
  const { page, hands } = station
  await station.open('/HealthCheck/')
  const fact = (name: string) =>
    page
      .getByRole('main')
      .locator('.fact')
      .filter({ has: page.getByText(name, { exact: true }) })
  const clock = fact('Clock difference to the server')
  await expect(fact('App version')).toHaveText(/\d{4}\.\d+\.\d+/)
  await expect(fact('Server')).toContainText('reachable, version')
  await expect(fact('Database')).toContainText('ms')
  await expect(fact('Sign-in service')).toContainText('reachable')
  await expect(clock).toHaveText(/-?\d+\.\d s/)
  warehouse.network.goDown()
  await station.tabTo(station.button('Check again'))
  await hands.press('Enter')
  for (const name of ['Server', 'Database', 'Sign-in service']) {
    await expect(fact(name)).toContainText('not reachable')
  }
  warehouse.network.recover()
  await page.clock.install({ time: Date.now() + 60_000 })
  await hands.press('Enter')
  await expect(fact('Server')).toContainText('reachable, version')
  await expect(clock).toContainText('s: set the clock of this device')
})
