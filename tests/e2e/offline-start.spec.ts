import type { Page } from 'playwright/test'
import { expectAndRecord } from './support/expect-and-record.ts'
import type { Alter } from './support/network.ts'
import { expect, test } from './support/test.ts'
import { Warehouse } from './support/warehouse.ts'
import { Workstation } from './support/workstation.ts'

// The app is cached on the device: it starts without a server and updates when the person agrees.
test.use({ serviceWorkers: 'allow' })

// Waits until the service worker controls the page and responses are cached.
const waitUntilCached = (page: Page, person: string) =>
  page.waitForFunction(
    (name) =>
      navigator.serviceWorker.controller !== null &&
      localStorage.getItem(`trimline.keeps-answers.${name}`) !== null,
    person,
  )
const cachedAt = /as of \d+:\d\d/

test('the app starts without a server and shows person, place, lists, counts and stock; with a server all is current again', async ({
  page,
  context,
}) => {
  const warehouse = await Warehouse.open()
  try {
    const station = await Workstation.at(page, warehouse.url)
    const [barcode = ''] = await warehouse.plants(1)
    const tag = await warehouse.issuance()
    await station.begin('pia.picker', warehouse.place)
    await waitUntilCached(page, 'pia.picker')
    await expect(station.text(tag)).toBeVisible()
    await station.openIssuance(tag)
    await station.hands.press('Control+g')
    const count = page.getByRole('link', { name: /^\d+ Issuances \(outgoing orders\) to pick and ship/ })
    await expect(count).toBeVisible()
    await station.hands.press('q')
    await expect(station.heading('Adjust Trim')).toBeVisible()
    await station.scanner.scan(barcode)
    await expect(station.line(barcode)).toBeVisible()

    await warehouse.stop()
    const secondTab = await Workstation.at(await context.newPage(), warehouse.url)
    for (const tab of [station, secondTab]) {
      await tab.open('/Issuance/')
      await expect(tab.heading('Issuance')).toBeVisible()
      await expect(tab.header).toContainText(warehouse.place.location)
      await expect(tab.header).toContainText('Pia')
      await expect(tab.text(cachedAt)).toBeVisible()
      await expect(tab.text(tag)).toBeVisible()
      // The browser still reports that it is online.
      await expect(tab.bar('Offline. Your work is kept here')).toBeVisible()
    }
    await station.page.reload()
    await expect(station.text(tag)).toBeVisible()
    await expect(station.bar('Offline. Your work is kept here')).toBeVisible()
    await station.open(`/Issuance/Grower/${tag}`)
    await expect(station.text(/^No connection\. Shown as of \d+:\d\d/)).toBeVisible()
    await expect(station.text(/Failed to fetch/)).toHaveCount(0)
    await station.hands.press('Control+g')
    await expect(count).toContainText(cachedAt)
    await station.hands.press('q')
    await expect(station.heading('Adjust Trim')).toBeVisible()
    await station.scanner.scan(barcode)
    await expect(station.strip).toContainText(/on hand as of \d/)
    await expect(station.line(barcode)).toBeVisible()

    await warehouse.startAgain()
    await station.open('/Issuance/')
    await expect(station.text(tag)).toBeVisible()
    await expect(station.text(cachedAt)).toBeHidden()
    await expect(station.bar('Offline. Your work is kept here')).toBeHidden()
    // The other tab never had its own sign-in: it requests one and keeps its screen.
    const ended = secondTab.bar('Your sign-in has ended. Your work is kept here')
    await expect(ended).toBeVisible({ timeout: 30_000 })
    await secondTab.tabTo(secondTab.button('Sign in'))
    await secondTab.hands.press('Enter')
    await expect(secondTab.notice('Signed in again')).toBeVisible()
    await secondTab.page.reload()
    await expect(secondTab.text(tag)).toBeVisible()
    await expect(secondTab.text(cachedAt)).toBeHidden()
  } finally {
    await warehouse.close()
  }
})

test('Fault 20: a network with its own sign-in page is named, with a link to that page', async ({
  station,
  warehouse,
  context,
}) => {
  const tag = await warehouse.issuance()
  await station.begin('pia.picker', warehouse.place)
  await waitUntilCached(station.page, 'pia.picker')
  await expect(station.text(tag)).toBeVisible()
  warehouse.network.setCaptivePortal(true)
  await station.page.reload()
  await expect(station.text(tag)).toBeVisible()
  await expect(station.text(cachedAt)).toBeVisible()
  const bar = station.bar('This network needs a sign-in first')
  await expectAndRecord(bar, 'needs a sign-in first')
  const opening = context.waitForEvent('page')
  await station.tabTo(bar.getByRole('link'))
  await station.hands.press('Enter')
  const portal = await opening
  await expect(portal.getByRole('heading', { name: 'Guests, sign in here' })).toBeVisible()
  warehouse.network.setCaptivePortal(false)
  await portal.reload()
  await expect(portal.getByRole('heading', { name: 'Health check' })).toBeVisible()
  await portal.close()
  await station.page.reload()
  await expect(station.text(tag)).toBeVisible()
  await expect(station.text(cachedAt)).toBeHidden()
  await expect(bar).toBeHidden()
})

test('logging out in one tab logs out in all and deletes the cached data', async ({ page, context }) => {
  const warehouse = await Warehouse.open()
  try {
    const station = await Workstation.at(page, warehouse.url)
    await station.begin('pia.picker', warehouse.place)
    await waitUntilCached(page, 'pia.picker')
    const secondTab = await Workstation.at(await context.newPage(), warehouse.url)
    await secondTab.open('/Issuance/')
    await expect(secondTab.heading('Issuance')).toBeVisible()
    await station.goTo('/LogOut/')
    for (const tab of [station, secondTab]) await expect(tab.button('Sign in')).toBeVisible()
    await warehouse.stop()
    await secondTab.open('/Issuance/')
    await expect(secondTab.page.getByText(/^The sign-in service cannot be reached/)).toBeVisible()
    await expect(secondTab.page.getByText('Pia')).toHaveCount(0)
  } finally {
    await warehouse.close()
  }
})

// Alters the app to another release: one file of its page gets another name. `deaf`: its worker never takes
// over.
const makeNextRelease = async ({ url }: Warehouse, { ignoresTakeover = false } = {}) => {
  const page = await (await fetch(`${url}/`, { headers: { accept: 'text/html' } })).text()
  const path = /\/assets\/early-page-[\w-]+\.js/.exec(page)?.[0] ?? ''
  const file = await (await fetch(url + path)).text()
  const renamed = path.replace('.js', '.next.js')
  const alter: Alter = (requested, text) => {
    if (requested === renamed) return file
    if (requested.startsWith('/assets/')) return text
    const altered = ignoresTakeover ? text.replaceAll('take over', 'no word') : text
    return altered.replaceAll(path, renamed).replace(/\bid:(.)([0-9a-f]{12})\1/, 'id:$1next-$2$1')
  }
  return alter
}
const isNext = (page: Page) => page.locator('script[src$=".next.js"]')

test('Fault 15: a newer version waits until the person reloads, and then loads with the page and all its files', async ({
  page,
}) => {
  const warehouse = await Warehouse.open()
  try {
    const station = await Workstation.at(page, warehouse.url)
    await station.begin('pia.picker', warehouse.place)
    await waitUntilCached(page, 'pia.picker')
    warehouse.network.alterFiles(await makeNextRelease(warehouse))
    await page.reload()
    const bar = station.bar('A new version is ready: reload')
    await expectAndRecord(bar, 'reload')
    await expect(isNext(page)).toHaveCount(0)
    await page.reload()
    await expect(bar).toBeVisible()
    await expect(isNext(page)).toHaveCount(0)
    await station.hands.press('Control+e')
    await expect(isNext(page)).toHaveCount(1)
    await expect(station.heading('Issuance')).toBeVisible()
    await expect(station.strip).toBeVisible()
    await expect(bar).toBeHidden()
  } finally {
    await warehouse.close()
  }
})

test('a newer version that the browser holds back loads from the server, and is cached after that', async ({
  page,
}) => {
  const warehouse = await Warehouse.open()
  try {
    const station = await Workstation.at(page, warehouse.url)
    await station.begin('pia.picker', warehouse.place)
    await waitUntilCached(page, 'pia.picker')
    warehouse.network.alterFiles(await makeNextRelease(warehouse, { ignoresTakeover: true }))
    await page.reload()
    await expectAndRecord(station.bar('A new version is ready: reload'), 'reload')
    await station.hands.press('Control+e')
    await expect(isNext(page)).toHaveCount(1, { timeout: 30_000 })
    await waitUntilCached(page, 'pia.picker')
    await warehouse.stop()
    await page.reload()
    await expect(station.heading('Issuance')).toBeVisible()
    await expect(isNext(page)).toHaveCount(1)
  } finally {
    await warehouse.close()
  }
})

test.describe('if the browser does not cache the app', () => {
  test.use({ serviceWorkers: 'block' })

  test('a page whose files are deleted on the server loads the newer version automatically', async ({
    page,
  }) => {
    const warehouse = await Warehouse.open()
    try {
      const station = await Workstation.at(page, warehouse.url)
      const loaded = page.waitForResponse(/\/assets\/background-work/)
      await station.begin('pia.picker', warehouse.place)
      await loaded
      const next = await makeNextRelease(warehouse)
      let isMissing = true
      warehouse.network.alterFiles((path, text, isNavigation) => {
        if (isNavigation) isMissing = false
        return isMissing && path.includes('scan-log-screen') ? undefined : next(path, text, isNavigation)
      })
      await station.hands.press('h')
      await expect(isNext(page)).toHaveCount(1)
      await expect(station.heading('Scan log')).toBeVisible()
    } finally {
      await warehouse.close()
    }
  })
})
