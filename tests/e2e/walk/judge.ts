/** Checks after a walk, once network, rights and clocks are restored. */
import { type Browser, expect } from 'playwright/test'
import * as v from 'valibot'
import type { Exchange } from '../support/network.ts'
import type { Warehouse } from '../support/warehouse.ts'
import { Workstation } from '../support/workstation.ts'
import type { Announcement, WalkDevice } from './walk-device.ts'
import type { WorkDocument } from './work-documents.ts'

// Time in which devices must finish all their work.
const settleMs = 90_000
const loadMs = 30_000

/** An operation as the device stores it. */
export interface StoredOperation {
  readonly state: string
  readonly lane: string
}

const needsPerson = ({ state }: StoredOperation) => state === 'refused' || state === 'held'

// Can be sent: no operation of the same lane waits for a person.
const canBeSent = (each: StoredOperation, all: readonly StoredOperation[]) =>
  !all.some((other) => other.lane === each.lane && needsPerson(other))

/** Waits until each tab of the device has sent all it can; confirms each error. */
export async function settle(device: WalkDevice): ReturnType<typeof settleTab> {
  const first = await settleTab(device)
  if (!device.hasTwoTabs || first.findings.length > 0) return first
  await device.changeTab()
  return settleTab(device)
}

async function settleTab(device: WalkDevice): Promise<{
  /** Operations that wait for a person. */
  readonly waiting: readonly StoredOperation[]
  readonly findings: readonly string[]
}> {
  await device.setOffline(false)
  await device.reopen()
  // Once online, a screen whose code failed to load reloads the page.
  await expect(() => device.moveClock(0)).toPass({ timeout: loadMs })
  await device.page.bringToFront()
  const { station } = device
  let stored: readonly StoredOperation[] = []
  let state = ''
  const settledState = '0 operations, 0 scans or errors, 0 dialogs'
  try {
    await expect
      .poll(
        async () => {
          try {
            stored = await confirmAndRead(device)
          } catch (error) {
            // The page is loading, or a bar has moved below the pointer.
            return (state = String(error).split('\n', 1)[0] ?? '')
          }
          const sendable = stored.filter((each) => canBeSent(each, stored)).length
          const queued = await station.page
            .locator('.scan-strip-depth, .scan-strip-reading, [data-held]')
            .count()
          const open = await openDialogs(station).count()
          return (state = `${sendable} operations, ${queued} scans or errors, ${open} dialogs`)
        },
        { timeout: settleMs },
      )
      .toBe(settledState)
    return { waiting: stored, findings: [] }
  } catch {
    const screenText = (await device.page.locator('body').innerText()).replaceAll(/\s+/g, ' ')
    const scans = JSON.stringify(await readAll(device, 'trimline-work', 'scans'))
    return {
      waiting: stored,
      findings: [
        `${device.user} does not come to rest: ${state}, ${JSON.stringify(stored)}, ${scans}, ${screenText}`,
      ],
    }
  }
}

const openDialogs = ({ page }: Workstation) => page.locator('[role="dialog"], [role="alertdialog"]')

// Confirms an error, closes a dialog or signs in again. Returns the stored operations.
async function confirmAndRead(device: WalkDevice): Promise<readonly StoredOperation[]> {
  const { station } = device
  if ((await station.heldStrip.count()) > 0) await station.hands.press('F9')
  if ((await openDialogs(station).count()) > 0) await station.hands.press('Escape')
  else if (await station.button('Sign in').isVisible()) await device.signInAgain()
  return storedOperations(device)
}

const storedOperations = async (device: WalkDevice): Promise<readonly StoredOperation[]> =>
  v.parse(v.array(operation), await readAll(device, 'trimline-outbox', 'operations'))
const operation = v.object({ state: v.string(), lane: v.string() })

const readAll = (device: WalkDevice, database: string, store: string): Promise<readonly unknown[]> =>
  device.page.evaluate(
    ([name = '', from = '']) =>
      new Promise((resolve, reject) => {
        const opening = indexedDB.open(name)
        const fail = () => reject(new Error(`${name} cannot be read`))
        opening.addEventListener('error', fail)
        opening.addEventListener('success', () => {
          const { result: opened } = opening
          const reading = opened.transaction(from).objectStore(from).getAll()
          reading.addEventListener('error', fail)
          reading.addEventListener('success', () => {
            opened.close()
            resolve(reading.result)
          })
        })
      }),
    [database, store],
  )

const pathOf = ({ page }: Workstation): string => new URL(page.url()).pathname

// Saved lines on the screen: barcode, status and figures. Excludes new lines and typed numbers, which are
// local.
const readLines = (station: Workstation): Promise<readonly string[]> =>
  station.page.locator('.line-table-row').evaluateAll((rows) =>
    rows
      .filter((row) => row.querySelector('.chip[data-status="NEW"]') === null)
      .map((row) => {
        const status = row instanceof HTMLElement ? row.dataset['status'] : ''
        const figures = [...row.querySelectorAll('[data-align="end"]')].map(({ textContent }) => textContent)
        return `${row.ariaLabel} ${status} ${figures.filter(Boolean).join('/')}`
      })
      .toSorted(),
  )

// The documents of a list on the screen.
const readDocuments = async (station: Workstation): Promise<readonly string[]> =>
  (await station.documentRows.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' ').trim())

const lists = ['/Issuance/', '/Transfer/Open', '/Transfer/ReceivingList', '/Dump/', '/Return/', '/Count/']

const waitUntilLoaded = async (station: Workstation): Promise<void> => {
  const main = station.page.getByRole('main')
  await expect(station.page.getByRole('heading', { level: 1 }).first()).toBeVisible({ timeout: loadMs })
  await expect(main.getByRole('status').filter({ hasText: 'Loading' })).toHaveCount(0, { timeout: loadMs })
}

// Chooses the location again if the person had lost it in the walk.
async function restorePlace({ station }: WalkDevice, { place }: Warehouse): Promise<void> {
  const chosen = await station.page.evaluate(() => localStorage.getItem('trimline.place') ?? '')
  const isSetUp = chosen.includes(`"${place.location}"`)
  if (isSetUp && pathOf(station) !== '/Setup/') return
  await station.goTo('/Setup/')
  // The restored right may still be on its way to the page.
  await expect(() => station.setUp(place)).toPass({ timeout: loadMs })
  await waitUntilLoaded(station)
}

/** Differences between this device's screens and the same screens on a new device. */
export async function compareScreens(
  browser: Browser,
  warehouse: Warehouse,
  device: WalkDevice,
  documents: readonly WorkDocument[],
  waiting: readonly StoredOperation[],
): Promise<readonly string[]> {
  const size = { width: 1100, height: 1400 }
  await device.page.setViewportSize(size)
  // On opening, a screen offers to continue with scans of an earlier page: decline.
  await device.page.addLocatorHandler(
    device.page.getByRole('alertdialog', { name: /^Go on with/ }),
    async () => device.station.hands.press('n'),
  )
  // Two tabs can end each other's sign-in, even after both have settled.
  await device.page.addLocatorHandler(device.page.getByRole('button', { name: 'Sign in' }), () =>
    device.signInAgain(),
  )
  const context = await browser.newContext({
    viewport: size,
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  })
  const fresh = await Workstation.at(await context.newPage(), warehouse.url)
  await fresh.beginOn(device.user, warehouse.place, 'i', 'Issuance')
  await restorePlace(device, warehouse)
  const findings: string[] = []
  const currentPath = pathOf(device.station)
  const others = documents.map(({ path }) => path).filter((path) => path !== currentPath)
  for (const path of [currentPath, ...others, ...lists.filter((path) => path !== currentPath)]) {
    const number = /\d{5,}$/.exec(path)?.[0]
    const isList = lists.includes(path)
    // Skips screens with operations that wait for a person: the screen shows them over the server's data.
    if (
      isList ? waiting.length > 0 : number === undefined || waiting.some(({ lane }) => lane.includes(number))
    )
      continue
    const readScreen = isList ? readDocuments : readLines
    if (path !== currentPath) await device.station.goTo(path)
    await fresh.goTo(path)
    await Promise.all([waitUntilLoaded(device.station), waitUntilLoaded(fresh)])
    let [own, server]: readonly [readonly string[], readonly string[]] = [[], []]
    try {
      // Ages update at the next full minute after the clock was set back.
      await expect
        .poll(
          async () => {
            // Scans that waited for this document may open another screen.
            if (pathOf(fresh) !== pathOf(device.station)) await fresh.goTo(pathOf(device.station))
            ;[own, server] = await Promise.all([readScreen(device.station), readScreen(fresh)])
            // The number of rendered rows of a long list depends on the space below the bars.
            const rowLimit = isList ? Math.max(10, Math.min(own.length, server.length)) : Infinity
            ;[own, server] = [own.slice(0, rowLimit), server.slice(0, rowLimit)]
            return JSON.stringify(own) === JSON.stringify(server)
          },
          { timeout: 75_000 },
        )
        .toBe(true)
    } catch {
      const screenText = (await device.page.locator('body').innerText()).replaceAll(/\s+/g, ' ')
      const shown = own.length > 0 ? own.join(', ') : `'${screenText}' on ${pathOf(device.station)}`
      findings.push(`${device.user} ${path}: shows ${shown}; the server has ${server.join(', ')}`)
    }
  }
  await context.close()
  return findings
}

/** Finds an outbox screen that shows fewer operations than are stored. */
export async function checkOutboxScreen(
  device: WalkDevice,
  waiting: readonly StoredOperation[],
): Promise<readonly string[]> {
  await device.station.goTo('/Outbox/')
  await waitUntilLoaded(device.station)
  const isEmpty = await device.station.text('All your changes are on the server.').isVisible()
  const rows = await device.page.locator('[data-row]').count()
  if (isEmpty && waiting.length > 0)
    return [`${device.user}: ${waiting.length} wait, and the outbox says that it is empty`]
  return rows < waiting.length ? [`${device.user}: ${waiting.length} wait, ${rows} are shown`] : []
}

// Sentences of the strip that claim a change of a barcode's quantity at the server.
const claims = [
  /^(?<barcode>\w{10}): (?:picked|received) (?<quantity>\d+)(?: of \d+\.|, none were ordered\.)/,
  /^(?<barcode>\w{10}): ordered (?<quantity>\d+)\./,
  /^(?<barcode>\w{10}): dumped (?<quantity>\d+)\./,
  /^(?<barcode>\w{10}): (?<quantity>\d+) (?:to return|counted)\./,
]
const endings: readonly (readonly [RegExp, string])[] = [
  [/^Issuance SHIPPED/, 'SHIPPED'],
  [/^Transfer Shipped Successfully/, 'SHIPPED'],
  [/^Transfer Received Successfully/, 'RECEIVED'],
  [/^DUMPED successfully/, 'DUMPED'],
  [/^Order Returned Successfully/, 'POSTED'],
  [/^Count closed:/, 'CLOSED'],
]

const Lines = v.record(v.string(), v.unknown())
const lineLists = ['InventoryLines', 'TransferLines', 'CountLines'] as const

/** Announced sentences that no response of the server confirms. */
export function findFalseClaims(
  user: string,
  announcements: readonly Announcement[],
  exchanges: readonly Exchange[],
): readonly string[] {
  const done = exchanges.filter((each) => each.user === user && each.status === 200)
  return announcements.flatMap(({ text, path }) => {
    const claim = claims.map((pattern) => pattern.exec(text)?.groups).find(Boolean)
    const ending = endings.find(([pattern]) => pattern.test(text))
    const isTrue = claim
      ? done.some((each) => confirmsClaim(each, claim['barcode'] ?? '', Number(claim['quantity'])))
      : !ending || done.some(({ body }) => body.includes(`"Status":"${ending[1]}"`))
    return isTrue ? [] : [`${user} on ${path}: '${text}' is not so`]
  })
}

const confirmsClaim = ({ body, answer }: Exchange, barcode: string, quantity: number): boolean => {
  if (!body.includes(barcode)) return false
  const sent = recordsIn(body).find(({ BarcodeID }) => BarcodeID === barcode)
  const isSent = sent !== undefined && Object.values(sent).includes(quantity)
  const replies = recordsIn(answer)
  const lineReplies = replies.filter((each) => each['BarcodeID'] === barcode || each['ID'] === sent?.['ID'])
  return (
    isSent &&
    (lineReplies.length === 0 ? replies : lineReplies).some(({ Message }) => /success/i.test(String(Message)))
  )
}

// The line records in any list of a body or response.
const recordsIn = (text: string): readonly Readonly<Record<string, unknown>>[] => {
  const parsed: unknown = text === '' ? {} : JSON.parse(text)
  if (typeof parsed !== 'object' || parsed === null) return []
  return Object.entries(parsed).flatMap(([name, value]) =>
    Array.isArray(value) && (name.endsWith('Lines') || lineLists.some((list) => list === name))
      ? value.filter((each) => v.is(Lines, each))
      : [],
  )
}
