import { mkdir } from 'node:fs/promises'
import type { Page } from 'playwright/test'
import { expect, test } from './support/test.ts'
import type { Workstation } from './support/workstation.ts'

// The strip shows all news (README, Keys and scans). Its height is fixed, so nothing below it moves.
// Each sentence is shown once, and an error blocks until it is confirmed.

test.describe.configure({ timeout: 600_000 })

const devices = {
  terminal: { viewport: { width: 1440, height: 900 } },
  handheld: { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true },
} as const

// PICTURES=folder writes screenshots.
const pictureFolder = process.env['PICTURES']
async function takePicture(page: Page, name: string): Promise<void> {
  if (pictureFolder === undefined) return
  await mkdir(pictureFolder, { recursive: true })
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.screenshot({ path: `${pictureFolder}/${name}-${colorScheme}.png` })
  }
}

interface LayoutShift {
  readonly value: number
  readonly what: readonly string[]
}

// Records layout shifts, as the browser measures them, from now on. Ignores appearing, disappearing and
// scrolled elements.
async function watchForShifts(page: Page): Promise<() => Promise<readonly LayoutShift[]>> {
  await page.evaluate(() => {
    const shifts: object[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        readonly value: number
        readonly sources?: readonly {
          readonly node: Node | null
          readonly previousRect: DOMRect
          readonly currentRect: DOMRect
        }[]
      })[]) {
        const what = (entry.sources ?? []).map(({ node, previousRect: from, currentRect: to }) => {
          const at = node instanceof Element ? node : node?.parentElement
          // The guide's list shrinks with each finished line, so the content below it moves up.
          if (at?.closest('.guide > section')) return ''
          // A field's own text has no node and keeps its box: it may briefly contain a scan's first
          // character.
          if (!at && (['x', 'y', 'width', 'height'] as const).every((each) => from[each] === to[each]))
            return ''
          return `${at?.localName}.${at?.className}: ${from.x}, ${from.y} to ${to.x}, ${to.y}`
        })
        const others = what.filter((each) => each !== '')
        if (others.length > 0) shifts.push({ value: entry.value, what: others })
      }
    }).observe({ type: 'layout-shift' })
  })
  return () => page.evaluate(() => (window as unknown as { shifts: LayoutShift[] }).shifts)
}

// Elements that cover the shelf or the quantity of the current line.
const findCovering = (page: Page) =>
  page.locator('.guide-shelf, .guide-take input').evaluateAll((facts) =>
    facts.flatMap((fact) => {
      const { x, y, width, height } = fact.getBoundingClientRect()
      return [y + 2, y + height - 2].flatMap((at) => {
        const top = document.elementFromPoint(x + width / 2, at)
        return top === fact ? [] : [`${fact.className} by ${top?.className}`]
      })
    }),
  )

// Records the texts of the strip and of toasts from now on, including repeats.
async function recordTexts(page: Page) {
  await page.evaluate(() => {
    const texts: { toasts: string[]; outcomes: string[] } = { toasts: [], outcomes: [] }
    Object.assign(window, { texts })
    let last = ''
    const toasts = new WeakSet<Element>()
    new MutationObserver(() => {
      const outcome = document.querySelector('.scan-strip-words')?.textContent ?? ''
      if (outcome !== last && outcome !== '') texts.outcomes.push(outcome)
      last = outcome
      for (const toast of document.querySelectorAll('.toast')) {
        if (toasts.has(toast)) continue
        toasts.add(toast)
        texts.toasts.push(toast.textContent)
      }
    }).observe(document.body, { childList: true, characterData: true, subtree: true })
  })
  return () =>
    page.evaluate(() => (window as unknown as { texts: { toasts: string[]; outcomes: string[] } }).texts)
}

const expectQueueEmpty = (station: Workstation) => expect(station.strip).not.toContainText('waiting')

for (const [device, use] of Object.entries(devices)) {
  test.describe(`on a ${device}`, () => {
    test.use(use)

    test('100 scans with 10 errors cause no layout shift', async ({ station, warehouse }) => {
      const barcodes = await warehouse.plants(30, { least: 20 })
      const tag = await warehouse.issuance(barcodes.map((barcode) => ({ barcode, ordered: 10 })))
      await station.begin('pia.picker', warehouse.place)
      await station.scanner.scan(tag)
      await expect(station.heading(`Issuance ${tag}`)).toBeVisible()
      await expect(station.page.getByText(/^0( of |\/)30 lines$/).first()).toBeVisible()
      const readShifts = await watchForShifts(station.page)
      const top = () =>
        station.page.evaluate(() => {
          const main = document.querySelector('main')
          return main === null ? undefined : main.getBoundingClientRect().top + scrollY
        })
      const before = await top()
      for (let round = 0; round < 10; round += 1) {
        // Three lines, six repeats of picked lines, and an unknown code.
        const three = barcodes.slice(round * 3, round * 3 + 3)
        await station.scanner.scan(...three, ...three, ...three, `ZZZZZZZZ9${round}`)
        await expect(station.strip).toContainText(`ZZZZZZZZ9${round} is not on`)
        if (round === 5) await takePicture(station.page, `${device}-held`)
        expect(await findCovering(station.page), 'of the line at hand').toEqual([])
        expect(await top()).toBe(before)
        await station.scanner.scan('%T.OK')
        await expectQueueEmpty(station)
        expect(await top()).toBe(before)
        if (round === 5) await takePicture(station.page, `${device}-done`)
      }
      expect((await warehouse.summaryOf(tag)).lines.filter((line) => !line.includes(' PICKED '))).toEqual([])
      expect(await readShifts()).toEqual([])
    })

    test('an error blocks: the strip shows no success before it is confirmed, and a second error is queued', async ({
      station,
      warehouse,
    }) => {
      const { page, scanner } = station
      const [first = '', second = ''] = await warehouse.plants(2)
      const tag = await warehouse.issuance([first, second].map((barcode) => ({ barcode, ordered: 10 })))
      await station.begin('pia.picker', warehouse.place)
      await scanner.scan(tag)
      await expect(station.heading(`Issuance ${tag}`)).toBeVisible()
      // The server refuses both picks, but only after both were scanned.
      let respond: () => void = () => undefined
      const allowed = new Promise<void>((allow) => {
        respond = allow
      })
      await page.route('**/api/issuance', async (route) => {
        const { InventoryLines = [] } =
          route.request().method() === 'POST' ? route.request().postDataJSON() : {}
        if (InventoryLines.length === 0) return route.fallback()
        await allowed
        const lines = InventoryLines.map(({ ID, BarcodeID }: { ID: number; BarcodeID: string }) => ({
          ID,
          BarcodeID,
          Message: `The truck of ${BarcodeID} is full`,
        }))
        return route.fulfill({ json: { Message: '', InventoryLines: lines } })
      })
      await scanner.scan(first, second)
      await expect(station.strip).toContainText(`${second}: 10 saved on this device.`)
      respond()
      await expect(station.strip).toContainText(`The truck of ${first} is full`)
      await expect(station.strip).toContainText('1 of 2')
      const strip = page.locator('.scan-strip')
      // A command that succeeds meanwhile shows its result within the error.
      await scanner.scan('%T.MUTE')
      await expect(station.strip).toContainText('Sound is')
      await expect(station.strip).toContainText(`The truck of ${first} is full`)
      await expect(strip).toHaveAttribute('data-tone', 'error')
      await takePicture(page, `${device}-wall`)
      await scanner.scan('%T.OK')
      await expect(station.strip).toContainText(`The truck of ${second} is full`)
      await expect(station.strip).toContainText('2 of 2')
      await expect(strip).toHaveAttribute('data-held', 'true')
      await scanner.scan('%T.OK')
      await expect(strip).not.toHaveAttribute('data-held')
      const { lines } = await warehouse.summaryOf(tag)
      expect(lines.filter((line) => !line.includes(' RESERVED '))).toEqual([])
    })

    test('each sentence is shown once over a whole job, and no toast appears', async ({
      station,
      warehouse,
    }) => {
      const { page, scanner, hands } = station
      const [first = '', second = ''] = await warehouse.plants(2)
      const grower = await warehouse.grower()
      await station.begin('pia.picker', warehouse.place)
      const readTexts = await recordTexts(page)
      await scanner.scan('%T.NEW')
      await station.chooseDestination('Grower', grower.name)
      await scanner.scan('%T.HEADER.SAVE')
      await expect(station.heading(/^Issuance \d+$/)).toBeVisible()
      await scanner.scan('%T.Q.11', first)
      await expect(station.strip).toContainText(`${first}: ordered 11.`)
      await scanner.scan('%T.Q.12', second)
      await expect(station.strip).toContainText(`${second}: ordered 12.`)
      await scanner.scan('ZZZZZZZZ99')
      await expect(station.strip).toContainText('No data available')
      await scanner.scan('%T.OK', '%T.DETAIL')
      await expect(page).not.toHaveURL(/Edit/)
      await scanner.scan(first, second)
      await expect(station.strip).toContainText(`${second}: picked 12 of 12.`)
      await takePicture(page, `${device}-picked`)
      await scanner.scan('%T.SHIP')
      await expect(station.strip).toContainText('Issuance SHIPPED: 23 plants, 2 lines.')
      await takePicture(page, `${device}-shipped`)
      await hands.press('i')
      await expect(station.heading('Issuance')).toBeVisible()
      const { toasts, outcomes } = await readTexts()
      expect(toasts).toEqual([])
      // Each line is stored once for its order and once for its pick.
      const announced = outcomes.filter((each) => !each.endsWith('saved on this device.'))
      expect(announced).toEqual([...new Set(announced)])
      expect(outcomes.join(' ')).toContain('Issuance Header Created')
      // The messages about the issuance disappear with its screen.
      await expect(page.locator('.scan-strip')).not.toContainText('SHIPPED')
    })
  })
}
