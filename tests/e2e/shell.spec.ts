import { checkScreen } from './support/check-screen.ts'
import { expect, test } from './support/test.ts'
import { Warehouse } from './support/warehouse.ts'
import { Workstation } from './support/workstation.ts'

const handheld = { width: 360, height: 640 }
const wide = { width: 1440, height: 900 }

test('every part of the frame works by keyboard: menu, place, navigation, back button', async ({
  station,
  warehouse,
}) => {
  const { page, hands } = station
  await page.setViewportSize(handheld)
  await station.storePlace(warehouse.place)
  await station.open('/AdjustTrim/')
  await station.enterUserName('lena.lead')
  await expect(station.heading('Adjust Trim')).toBeVisible()
  await expect(station.strip).toBeVisible()

  // The order of the bottom navigation, within reach of the thumb.
  const entries = station.navigation.getByRole('link')
  const labels = await entries.allTextContents()
  expect(
    ['Trim', 'Transfer', 'Issuance', 'Return', 'Dump', 'Count'].filter((each) => labels.includes(each)),
  ).toEqual(labels)
  expect(labels).toEqual(expect.arrayContaining(['Trim', 'Transfer', 'Issuance']))
  for (const entry of await entries.all()) {
    const box = await entry.boundingBox()
    expect(box?.height).toBeGreaterThanOrEqual(44)
    expect(box?.width).toBeGreaterThanOrEqual(44)
  }
  await expect(page.getByRole('contentinfo')).toBeHidden()

  // Open, walk through and close the menu by keys.
  const menu = station.button('Menu')
  await station.tabTo(menu)
  await hands.press('Enter')
  await expect(menu).toHaveAttribute('aria-expanded', 'true')
  const menuEntries = station.header.locator('.menu-entry')
  await expect(menuEntries.first()).toBeFocused()
  await hands.press('ArrowUp')
  await expect(menuEntries.last()).toBeFocused()
  await expect(menuEntries.last()).toHaveText('Log out')
  await expect(station.header.getByText(/^Version \d{4}\.\d+\.\d+$/)).toBeVisible()
  await expect(station.header.getByRole('link', { name: 'Releases' })).toBeHidden()
  await hands.press('Escape')
  await expect(menu).toBeFocused()
  await hands.press('Enter')
  await station.tabTo(station.header.getByRole('link', { name: 'Dashboard' }))
  await hands.press('Enter')
  await expect(station.heading('Dashboard')).toBeVisible()
  await expect(menu).toHaveAttribute('aria-expanded', 'false')

  // The button with location and season opens Setup.
  await station.tabTo(station.header.getByRole('link', { name: /Change location and season/ }))
  await hands.press('Enter')
  await expect(station.heading('Setup')).toBeVisible()

  // On details the back button replaces the menu.
  const tag = await warehouse.issuance()
  await station.goTo(`/Issuance/Grower/${tag}`)
  await expect(station.heading(`Issuance ${tag}`)).toBeVisible()
  await expect(menu).toBeHidden()
  await station.tabTo(station.button('Back'))
  await hands.press('Enter')
  await expect(station.heading('Issuance')).toBeVisible()
  await expect(menu).toBeVisible()
})

test('each count of the dashboard opens its list and matches it', async ({ station, warehouse }) => {
  const { page, hands } = station
  await warehouse.issuance()
  await station.storePlace(warehouse.place)
  await station.open('/Dashboard/')
  await station.enterUserName('lena.lead')
  const count = page.getByRole('link', { name: /Issuances \(outgoing orders\) to pick and ship/ })
  await expect(count).toHaveAccessibleName(/^\d+ /)
  const pendingCount = Number.parseInt((await count.textContent()) ?? '', 10)
  expect(pendingCount).toBeGreaterThan(0)
  await station.tabTo(count)
  await hands.press('Enter')
  await expect(station.heading('Issuance')).toBeVisible()
  await expect(station.text(new RegExp(` of ${pendingCount}$`))).toBeVisible()
  await hands.press('Control+g')
  await expect(station.heading('Dashboard')).toBeVisible()
  await expect(page.getByRole('link', { name: /Transfers to receive/ })).toHaveAccessibleName(/^\d+ /)
  await expect(page.getByRole('link', { name: /Adjustment requests to decide/ })).toHaveAccessibleName(
    /^\d+ /,
  )
})

test('wide screens have a footer, with a link to the release notes for super-admins', async ({
  browser,
  warehouse,
}) => {
  for (const [username, hasLink] of [
    ['ada.admin', false],
    ['sam.super', true],
  ] as const) {
    const context = await browser.newContext({ viewport: wide })
    const station = await Workstation.at(await context.newPage(), warehouse.url)
    await station.storePlace(warehouse.place)
    await station.open('/AdjustTrim/')
    await station.enterUserName(username)
    const footer = station.page.getByRole('contentinfo')
    await expect(footer).toHaveText(/^Trimline \d{4}\.\d+\.\d+$/)
    await expect(footer.getByRole('link')).toHaveCount(hasLink ? 1 : 0)
    await station.button('Menu').press('Enter')
    await expect(station.header.getByRole('link', { name: 'Log out' })).toBeVisible()
    await expect(station.header.getByRole('link', { name: 'Releases' })).toHaveCount(hasLink ? 1 : 0)
    await station.hands.press('Escape')
    if (hasLink) {
      await footer.getByRole('link').press('Enter')
      await expect(station.heading('Releases')).toBeVisible()
      await expect(station.text('The first release.')).toBeVisible()
    }
    await context.close()
  }
})

test('a site with an environment name shows it in the banner on every screen', async ({
  page,
  station,
  warehouse,
}) => {
  await station.open()
  await expect(station.button('Sign in')).toBeFocused()
  await expect(page.getByText(/environment$/)).toHaveCount(0)
  const training = await Warehouse.open({ settings: { ENVIRONMENT_NAME: 'Training' } })
  try {
    const trainingStation = await Workstation.at(page, training.url)
    await trainingStation.storePlace(warehouse.place)
    await trainingStation.open()
    const banner = page.getByText('Training environment', { exact: true })
    await expect(banner).toBeVisible()
    await trainingStation.signIn('pia.picker')
    await expect(trainingStation.heading('Setup')).toBeVisible()
    await expect(banner).toBeVisible()
  } finally {
    await training.close()
  }
})

test('shows what the whole screen is loading, and keeps an error open until it is confirmed', async ({
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

test('if their code cannot be loaded, an error still stays until confirmed, and a scanned number gets a message', async ({
  station,
  warehouse,
}) => {
  const { page, hands, scanner, strip } = station
  const tag = await warehouse.issuance([])
  const blockedCode = /\/assets\/(error-dialog|search)/
  await page.route(blockedCode, (route) => route.abort())
  await station.open()
  await station.signIn('pia.picker')
  warehouse.network.fail('variety')
  await station.setUp(warehouse.place)
  const errorDialog = page.getByRole('alertdialog').filter({ hasText: 'An error occurred' })
  await expect(errorDialog.getByRole('button', { name: 'OK' })).toBeFocused()
  await checkScreen(page, 'error-told-plainly')
  warehouse.network.recover()
  await hands.press('Enter')
  await expect(errorDialog).toHaveCount(0)
  await station.tabTo(station.button('Done'))
  await hands.press('Enter')
  await expect(station.heading('Adjust Trim')).toBeVisible()

  await scanner.scan(tag)
  await expect(strip).toContainText('This could not be loaded. Check the network, then try again.')
  await page.unroute(blockedCode)
  await scanner.scan('%T.OK', tag)
  await expect(station.heading(`Issuance ${tag}`)).toBeVisible()
})

test('logging out shows a message, removes the person, and requests the next sign-in', async ({
  station,
  warehouse,
}) => {
  const { page, hands } = station
  await station.storePlace(warehouse.place)
  await station.open('/Nowhere/At/All')
  await expect(station.heading('Page not found')).toBeVisible()
  await expect(station.button('Go to the start page')).toBeFocused()
  await hands.press('Enter')
  await station.enterUserName('pia.picker')
  await expect(station.heading('Setup')).toBeVisible()
  // The page unloads immediately: record its message as it is rendered.
  await page.evaluate(() => {
    new MutationObserver(() => {
      const text = document.querySelector('main output')?.textContent ?? ''
      if (text !== '') localStorage.setItem('test.said', text)
    }).observe(document, { childList: true, subtree: true, characterData: true })
  })
  await station.goTo('/LogOut/')
  await expect(station.button('Sign in')).toBeFocused()
  expect(await page.evaluate(() => localStorage.getItem('test.said'))).toContain(
    'Please Wait... Logging you out shortly...',
  )
  await hands.press('Enter')
  await station.enterUserName('ravi.receiver')
  await expect(station.heading('Setup')).toBeVisible()
  await station.goTo('/AdjustTrim/')
  await expect(station.heading('Adjust Trim')).toBeVisible()
  await expect(page.getByText('Ravi Menon').first()).toBeAttached()
})

test('the health check shows what is reachable and what is not', async ({ station, warehouse }) => {
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
