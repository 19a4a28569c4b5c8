import type { Page } from 'playwright/test'
import type { Alter } from './support/network.ts'
import { reads } from './support/reads.ts'
import { expect, test } from './support/test.ts'
import { Warehouse } from './support/warehouse.ts'
import { Workstation } from './support/workstation.ts'

// The app is on the device: it starts without a server, and a newer one comes when nothing is in its way.
test.use({ serviceWorkers: 'allow' })

// The app's files are here, and what the person reads is kept from now on.
const hasSettled = (page: Page, person: string) =>
  page.waitForFunction(
    (name) =>
      navigator.serviceWorker.controller !== null &&
      localStorage.getItem(`trimline.keeps-answers.${name}`) !== null,
    person,
  )
const asOf = /as of \d+:\d\d/

test('the app starts without a server, with the person, the place, lists, counts and stock; and all is fresh again with one', async ({
  page,
  context,
}) => {
  const warehouse = await Warehouse.open()
  try {
    const station = await Workstation.at(page, warehouse.url)
    const [barcode = ''] = await warehouse.plants(1)
    const tag = await warehouse.issuance()
    await station.begin('pia.picker', warehouse.place)
    await hasSettled(page, 'pia.picker')
    await expect(station.text(tag)).toBeVisible()
    await station.openIssuance(tag)
    await station.hands.press('Control+g')
    const count = page.getByRole('link', { name: /^\d+ Issuances to pick and ship/ })
    await expect(count).toBeVisible()
    await station.hands.press('q')
    await expect(station.heading('Adjust Trim')).toBeVisible()
    await station.scanner.scan(barcode)
    await expect(station.line(barcode)).toBeVisible()

    await warehouse.stop()
    const another = await Workstation.at(await context.newPage(), warehouse.url)
    for (const here of [station, another]) {
      await here.open('/Issuance/')
      await expect(here.heading('Issuance')).toBeVisible()
      await expect(here.header).toContainText(warehouse.place.location)
      await expect(here.header).toContainText('Pia')
      await expect(here.text(asOf)).toBeVisible()
      await expect(here.text(tag)).toBeVisible()
      // The browser believes that there is a network.
      await expect(here.bar('Offline. Your work is kept here')).toBeVisible()
    }
    await station.page.reload()
    await expect(station.text(tag)).toBeVisible()
    await expect(station.bar('Offline. Your work is kept here')).toBeVisible()
    await station.open(`/Issuance/Grower/${tag}`)
    await expect(station.text(/^No connection\. Shown as of \d+:\d\d/)).toBeVisible()
    await expect(station.text(/Failed to fetch/)).toHaveCount(0)
    await station.hands.press('Control+g')
    await expect(count).toContainText(asOf)
    await station.hands.press('q')
    await expect(station.heading('Adjust Trim')).toBeVisible()
    await station.scanner.scan(barcode)
    await expect(station.strip).toContainText(/on hand as of \d/)
    await expect(station.line(barcode)).toBeVisible()

    await warehouse.startAgain()
    await station.open('/Issuance/')
    await expect(station.text(tag)).toBeVisible()
    await expect(station.text(asOf)).toBeHidden()
    await expect(station.bar('Offline. Your work is kept here')).toBeHidden()
    // The other tab never had a sign-in of its own: it asks for one, and keeps its screen.
    const ended = another.bar('Your sign-in has ended. Your work is kept here')
    await expect(ended).toBeVisible({ timeout: 30_000 })
    await another.tabTo(another.button('Sign in'))
    await another.hands.press('Enter')
    await expect(another.notice('Signed in again')).toBeVisible()
    await another.page.reload()
    await expect(another.text(tag)).toBeVisible()
    await expect(another.text(asOf)).toBeHidden()
  } finally {
    await warehouse.close()
  }
})

test('Fault 20: a network that wants its own sign-in is named, and leads there', async ({
  station,
  warehouse,
  context,
}) => {
  const tag = await warehouse.issuance()
  await station.begin('pia.picker', warehouse.place)
  await hasSettled(station.page, 'pia.picker')
  await expect(station.text(tag)).toBeVisible()
  warehouse.network.wantSignIn(true)
  await station.page.reload()
  await expect(station.text(tag)).toBeVisible()
  await expect(station.text(asOf)).toBeVisible()
  const bar = station.bar('This network needs a sign-in first')
  await reads(bar, 'needs a sign-in first')
  const opening = context.waitForEvent('page')
  await station.tabTo(bar.getByRole('link'))
  await station.hands.press('Enter')
  const portal = await opening
  await expect(portal.getByRole('heading', { name: 'Guests, sign in here' })).toBeVisible()
  warehouse.network.wantSignIn(false)
  await portal.reload()
  await expect(portal.getByRole('heading', { name: 'Health check' })).toBeVisible()
  await portal.close()
  await station.page.reload()
  await expect(station.text(tag)).toBeVisible()
  await expect(station.text(asOf)).toBeHidden()
  await expect(bar).toBeHidden()
})

test('logging out in one tab logs out in all, and takes along what was read', async ({ page, context }) => {
  const warehouse = await Warehouse.open()
  try {
    const station = await Workstation.at(page, warehouse.url)
    await station.begin('pia.picker', warehouse.place)
    await hasSettled(page, 'pia.picker')
    const another = await Workstation.at(await context.newPage(), warehouse.url)
    await another.open('/Issuance/')
    await expect(another.heading('Issuance')).toBeVisible()
    await station.goTo('/LogOut/')
    for (const here of [station, another]) await expect(here.button('Sign in')).toBeVisible()
    await warehouse.stop()
    await another.open('/Issuance/')
    await expect(another.page.getByText(/^The sign-in service cannot be reached/)).toBeVisible()
    await expect(another.page.getByText('Pia')).toHaveCount(0)
  } finally {
    await warehouse.close()
  }
})

// The app as another release: one of the files that its page names has another name. `deaf`: its worker never
// takes over.
const makeNextRelease = async ({ url }: Warehouse, { deaf = false } = {}) => {
  const page = await (await fetch(`${url}/`, { headers: { accept: 'text/html' } })).text()
  const path = /\/assets\/early-page-[\w-]+\.js/.exec(page)?.[0] ?? ''
  const file = await (await fetch(url + path)).text()
  const renamed = path.replace('.js', '.next.js')
  const alter: Alter = (asked, text) => {
    if (asked === renamed) return file
    if (asked.startsWith('/assets/')) return text
    const heard = deaf ? text.replaceAll('take over', 'no word') : text
    return heard.replaceAll(path, renamed).replace(/\bid:(.)([0-9a-f]{12})\1/, 'id:$1next-$2$1')
  }
  return alter
}
const isNext = (page: Page) => page.locator('script[src$=".next.js"]')

test('Fault 15: a newer version waits until it is asked for, and comes with the page and all its files', async ({
  page,
}) => {
  const warehouse = await Warehouse.open()
  try {
    const station = await Workstation.at(page, warehouse.url)
    await station.begin('pia.picker', warehouse.place)
    await hasSettled(page, 'pia.picker')
    warehouse.network.alterFiles(await makeNextRelease(warehouse))
    await page.reload()
    const bar = station.bar('A new version is ready: reload')
    await reads(bar, 'reload')
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

test('a newer version that the browser holds back comes from the server, and is on the device after that', async ({
  page,
}) => {
  const warehouse = await Warehouse.open()
  try {
    const station = await Workstation.at(page, warehouse.url)
    await station.begin('pia.picker', warehouse.place)
    await hasSettled(page, 'pia.picker')
    warehouse.network.alterFiles(await makeNextRelease(warehouse, { deaf: true }))
    await page.reload()
    await reads(station.bar('A new version is ready: reload'), 'reload')
    await station.hands.press('Control+e')
    await expect(isNext(page)).toHaveCount(1, { timeout: 30_000 })
    await hasSettled(page, 'pia.picker')
    await warehouse.stop()
    await page.reload()
    await expect(station.heading('Issuance')).toBeVisible()
    await expect(isNext(page)).toHaveCount(1)
  } finally {
    await warehouse.close()
  }
})

test.describe('where the browser keeps no files for the app', () => {
  test.use({ serviceWorkers: 'block' })

  test('a page whose files are gone loads the newer version by itself', async ({ page }) => {
    const warehouse = await Warehouse.open()
    try {
      const station = await Workstation.at(page, warehouse.url)
      const settled = page.waitForResponse(/\/assets\/background-work/)
      await station.begin('pia.picker', warehouse.place)
      await settled
      const next = await makeNextRelease(warehouse)
      let isGone = true
      warehouse.network.alterFiles((path, text, isNavigation) => {
        if (isNavigation) isGone = false
        return isGone && path.includes('scan-log-screen') ? undefined : next(path, text, isNavigation)
      })
      await station.hands.press('h')
      await expect(isNext(page)).toHaveCount(1)
      await expect(station.heading('Scan log')).toBeVisible()
    } finally {
      await warehouse.close()
    }
  })
})
