import { expect, test } from './support/test.ts'
import type { Warehouse } from './support/warehouse.ts'
import { Workstation } from './support/workstation.ts'

// Each screen: path, heading, and required key (part 1 section 6, part 2 section 6).
type Visit = readonly [path: string, heading: string | RegExp, key?: string]

const visits = async (warehouse: Warehouse): Promise<readonly Visit[]> => {
  const [barcode = ''] = await warehouse.plants(1)
  const tag = await warehouse.issuance([{ barcode, ordered: 5 }])
  const transfer = await warehouse.shippedTransfer('ORW', [{ barcode, quantity: 5 }])
  return [
    ['/Setup/', 'Setup'],
    ['/TrimSeason/', 'Setup'],
    ['/Dashboard/', 'Dashboard'],
    ['/AdjustTrim/', 'Adjust Trim', 'ADJUSTINVENTORYKEY'],
    ['/Transfer/', 'Transfer', 'TRANSFERLOGADMINKEY'],
    ['/Transfer/Open', 'Transfer', 'TRANSFERLOGADMINKEY'],
    ['/Transfer/ReceivingList', 'Transfer', 'TRANSFERLOGADMINKEY'],
    [`/Transfer/Edit/${transfer}`, `Transfer ${transfer}`, 'TRANSFERLOGADMINKEY'],
    [`/TransferInventory/${transfer}`, `Transfer ${transfer}`, 'TRANSFERLOGADMINKEY'],
    [`/ReceiveInventory/${transfer}`, `Transfer ${transfer}`, 'TRANSFERLOGADMINKEY'],
    ['/Issuance/', 'Issuance', 'ISSUANCEADMINKEY'],
    [`/Issuance/Edit/${tag}`, `Issuance ${tag}`, 'ISSUANCEADMINKEY'],
    [`/Issuance/Grower/${tag}`, `Issuance ${tag}`, 'ISSUANCEADMINKEY'],
    [`/Issuance/${tag}`, `Issuance ${tag}`, 'ISSUANCEADMINKEY'],
    ['/Return/', 'Return', 'RETURNADMINKEY'],
    ['/Dump/', 'Dump', 'DUMPHOMEKEY'],
    ['/Count/', 'Count', 'COUNTADMINKEY'],
  ]
}

const allKeys = [
  'ADJUSTINVENTORYKEY',
  'TRANSFERLOGADMINKEY',
  'ISSUANCEADMINKEY',
  'RETURNADMINKEY',
  'DUMPHOMEKEY',
  'COUNTADMINKEY',
] as const

// The demo people: keys, locations, and access to the release notes.
const roles = [
  { username: 'sam.super', keys: allKeys, releases: true },
  { username: 'ada.admin', keys: allKeys },
  { username: 'lena.lead', keys: allKeys, locations: ['CAC', 'ORW'] },
  { username: 'rhea.reader', keys: allKeys },
  {
    username: 'pia.picker',
    keys: ['ADJUSTINVENTORYKEY', 'ISSUANCEADMINKEY', 'COUNTADMINKEY'],
    locations: ['CAC', 'ORW'],
  },
  {
    username: 'ravi.receiver',
    keys: ['ADJUSTINVENTORYKEY', 'TRANSFERLOGADMINKEY', 'RETURNADMINKEY', 'DUMPHOMEKEY', 'COUNTADMINKEY'],
    locations: ['CAC', 'FLC'],
  },
] as const
type Role = (typeof roles)[number]

// Entries of the main navigation with their keys.
const entries = [
  ['Trim', 'ADJUSTINVENTORYKEY', '/AdjustTrim/'],
  ['Transfer', 'TRANSFERLOGADMINKEY', '/Transfer/'],
  ['Issuance', 'ISSUANCEADMINKEY', '/Issuance/'],
  ['Return', 'RETURNADMINKEY', '/Return/'],
  ['Dump', 'DUMPHOMEKEY', '/Dump/'],
  ['Count', 'COUNTADMINKEY', '/Count/'],
] as const

const holds = ({ keys }: Role, key: string) => keys.some((held) => held === key)

const begin = async (station: Workstation, warehouse: Warehouse, username: string, path = '/AdjustTrim/') => {
  await station.storePlace(warehouse.place)
  await station.open(path)
  await station.enterUserName(username)
  // The first screen of a cold start and the data it loads.
  await expect(station.page.getByRole('main').getByRole('heading', { level: 1 })).toHaveText(
    /^(?!Initializing)./,
    { timeout: 60_000 },
  )
}

test.describe.configure({ timeout: 600_000 })

test('every role sees the screens of its keys, and which key the others need', async ({
  browser,
  warehouse,
}) => {
  const all = await visits(warehouse)
  /** Screens that this version does not have. */
  const absent = new Set<string>()
  for (const role of roles) {
    await test.step(role.username, async () => {
      const context = await browser.newContext()
      const station = await Workstation.at(await context.newPage(), warehouse.url)
      await begin(station, warehouse, role.username)
      await expect(station.heading('Adjust Trim')).toBeVisible()
      const title = station.page.getByRole('main').getByRole('heading', { level: 1 })
      const isFirst = role === roles[0]
      // The current heading.
      let currentHeading: string | RegExp = 'Adjust Trim'
      for (const [path, heading, key] of all) {
        const mayOpen = key === undefined || holds(role, key)
        const nextHeading = absent.has(path) ? 'Page not found' : mayOpen ? heading : 'No access'
        // Visits another screen first if a change of the heading would not be visible.
        if (isFirst || nextHeading === currentHeading) {
          await station.goTo('/HealthCheck/')
          await expect(title).toHaveText('Health check')
        }
        currentHeading = nextHeading
        await station.goTo(path)
        if (isFirst) {
          await expect(title).toHaveText(/^(?!Health check)./)
          if ((await title.textContent()) === 'Page not found') absent.add(path)
        }
        if (absent.has(path)) await expect(title, path).toHaveText('Page not found')
        else if (mayOpen) await expect(title, path).toHaveText(heading)
        else {
          await expect(title, path).toHaveText('No access')
          await expect(station.text(`You need ${key} for this.`)).toBeVisible()
        }
      }
      const visibleEntries = entries.filter(([, key, path]) => holds(role, key) && !absent.has(path))
      await expect(station.navigation.locator('.navigation-entry')).toHaveText(
        visibleEntries.map(([label]) => label),
      )
      await station.goTo('/Releases/')
      await expect(title).toHaveText('releases' in role ? 'Releases' : 'No access')
      await station.goTo('/Setup/')
      await expect(title).toHaveText('Setup')
      await station.tabTo(station.page.getByRole('combobox', { name: /^Warehouse Location/ }))
      await station.hands.press('ArrowDown')
      const locations = station.page.getByRole('listbox').getByRole('option')
      await expect(locations.first()).toBeVisible()
      if ('locations' in role) {
        await expect(locations).toHaveText(role.locations.map((code) => new RegExp(`^${code} · `)))
      } else expect(await locations.count()).toBeGreaterThan(2)
      await context.close()
    })
  }
  // This version must have all screens except returns and dumps.
  expect([...absent].filter((path) => !/^\/(Return|Dump)\//.test(path))).toEqual([])
})

test('people without keys see on every screen whom to ask', async ({ station, warehouse }) => {
  await begin(station, warehouse, 'nora.noaccess', '/Issuance/')
  await expect(station.heading('No access')).toBeVisible()
  for (const path of ['/Issuance/', '/Setup/', '/Dashboard/', '/Releases/']) {
    await station.goTo(path)
    await expect(station.heading('No access')).toBeVisible()
    await expect(station.text('No permissions are set up for Nora Bauer.')).toBeVisible()
    await expect(station.navigation.locator('.navigation-entry')).toHaveCount(0)
  }
  await station.tabTo(station.button('Check again'))
  warehouse.network.calls.length = 0
  await station.hands.press('Enter')
  await expect
    .poll(() => warehouse.network.calls.map(({ path }) => path.split('?')[0]))
    .toContain('userroles')
  await expect(station.heading('No access')).toBeVisible()
})

test('a read-only person sees every action with the reason why it is disabled, and changes nothing', async ({
  station,
  warehouse,
}) => {
  const [first = '', second = ''] = await warehouse.plants(2)
  const tag = await warehouse.issuance([{ barcode: first, ordered: 10 }])
  const transfer = await warehouse.shippedTransfer('ORW', [{ barcode: second, quantity: 5 }])
  await begin(station, warehouse, 'rhea.reader')
  await expect(station.heading('Adjust Trim')).toBeVisible()
  await expect(station.header).toContainText('Rhea Novak')
  warehouse.network.calls.length = 0
  for (const [path, heading, ...buttons] of [
    ['/Issuance/', 'Issuance', /^New/],
    [`/Issuance/Grower/${tag}`, `Issuance ${tag}`, /^Ship/, /^Cancel Issuance/, /^Pick B/],
    ['/Transfer/Open', 'Transfer', /^New/],
    [`/TransferInventory/${transfer}`, `Transfer ${transfer}`],
  ] as const) {
    await station.goTo(path)
    await expect(station.heading(heading)).toBeVisible()
    for (const name of buttons) {
      const button = station.page.getByRole('main').getByRole('button', { name }).first()
      await expect(button, `${path} ${String(name)}`).toHaveAttribute('aria-disabled', 'true')
      await expect(button).toHaveAccessibleDescription(/Read-only access/)
      await button.press('Enter')
    }
  }
  await station.goTo(`/Issuance/Edit/${tag}`)
  await expect(station.quantityOf(first)).toHaveAttribute('readonly')
  // Presence calls are allowed: they announce a viewer and change nothing.
  const changes = warehouse.network.calls.filter(
    ({ method, path }) => method !== 'GET' && !path.startsWith('presence'),
  )
  expect(changes).toEqual([])
  expect((await warehouse.summaryOf(tag)).lines).toEqual([`${first} RESERVED 10/-`])
})
