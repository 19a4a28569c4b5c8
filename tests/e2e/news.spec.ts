import { mkdir } from 'node:fs/promises'
import type { Page } from 'playwright/test'
import { expect, test } from './support/test.ts'
import type { Workstation } from './support/workstation.ts'

// One place for news (README, Keys and scans): the strip. Its height is fixed, so that nothing below it
// moves; nothing is said twice; an error is a wall until its OK.

test.describe.configure({ timeout: 600_000 })

const devices = {
  terminal: { viewport: { width: 1440, height: 900 } },
  handheld: { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true },
} as const

// PICTURES=folder writes pictures for people to look at.
const pictures = process.env['PICTURES']
async function picture(page: Page, name: string): Promise<void> {
  if (pictures === undefined) return
  await mkdir(pictures, { recursive: true })
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.screenshot({ path: `${pictures}/${name}-${colorScheme}.png` })
  }
}

interface Moved {
  readonly value: number
  readonly what: readonly string[]
}

// Collects from now on what moved by itself, as the browser measures it; what comes or goes has not moved,
// nor what is scrolled.
async function watchForShifts(page: Page): Promise<() => Promise<readonly Moved[]>> {
  await page.evaluate(() => {
    const moved: object[] = []
    Object.assign(window, { moved })
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
          // The guide's list gets shorter with each line done: what stands below it comes up.
          if (at?.closest('.guide > section')) return ''
          // A field's own text, which has no node and stays in its box: a scan's first character is in it
          // until it is known to be one's.
          if (!at && (['x', 'y', 'width', 'height'] as const).every((each) => from[each] === to[each]))
            return ''
          return `${at?.localName}.${at?.className}: ${from.x}, ${from.y} to ${to.x}, ${to.y}`
        })
        const others = what.filter((each) => each !== '')
        if (others.length > 0) moved.push({ value: entry.value, what: others })
      }
    }).observe({ type: 'layout-shift' })
  })
  return () => page.evaluate(() => (window as unknown as { moved: Moved[] }).moved)
}

// Where one walks and how many one takes there, as far as something lies over it.
const covered = (page: Page) =>
  page.locator('.guide-shelf, .guide-take input').evaluateAll((facts) =>
    facts.flatMap((fact) => {
      const { x, y, width, height } = fact.getBoundingClientRect()
      return [y + 2, y + height - 2].flatMap((at) => {
        const top = document.elementFromPoint(x + width / 2, at)
        return top === fact ? [] : [`${fact.className} by ${top?.className}`]
      })
    }),
  )

// Collects from now on what the strip says and what toasts say, each as often as it was said.
async function listen(page: Page) {
  await page.evaluate(() => {
    const said: { toasts: string[]; outcomes: string[] } = { toasts: [], outcomes: [] }
    Object.assign(window, { said })
    let last = ''
    const toasts = new WeakSet<Element>()
    new MutationObserver(() => {
      const outcome = document.querySelector('.scan-strip-words')?.textContent ?? ''
      if (outcome !== last && outcome !== '') said.outcomes.push(outcome)
      last = outcome
      for (const toast of document.querySelectorAll('.toast')) {
        if (toasts.has(toast)) continue
        toasts.add(toast)
        said.toasts.push(toast.textContent)
      }
    }).observe(document.body, { childList: true, characterData: true, subtree: true })
  })
  return () =>
    page.evaluate(() => (window as unknown as { said: { toasts: string[]; outcomes: string[] } }).said)
}

const done = (station: Workstation) => expect(station.strip).not.toContainText('waiting')

for (const [device, use] of Object.entries(devices)) {
  test.describe(`on a ${device}`, () => {
    test.use(use)

    test('100 scans with 10 errors move nothing on the screen', async ({ station, warehouse }) => {
      const barcodes = await warehouse.plants(30, { least: 20 })
      const tag = await warehouse.issuance(barcodes.map((barcode) => ({ barcode, ordered: 10 })))
      await station.begin('pia.picker', warehouse.place)
      await station.scanner.scan(tag)
      await expect(station.heading(`Issuance ${tag}`)).toBeVisible()
      await expect(station.page.getByText(/^0( of |\/)30 lines$/).first()).toBeVisible()
      const moved = await watchForShifts(station.page)
      const top = () =>
        station.page.evaluate(() => {
          const main = document.querySelector('main')
          return main === null ? undefined : main.getBoundingClientRect().top + scrollY
        })
      const before = await top()
      for (let round = 0; round < 10; round += 1) {
        // Three lines, six that are picked already, and one code that is none.
        const three = barcodes.slice(round * 3, round * 3 + 3)
        await station.scanner.scan(...three, ...three, ...three, `ZZZZZZZZ9${round}`)
        await expect(station.strip).toContainText(`ZZZZZZZZ9${round} is not on`)
        if (round === 5) await picture(station.page, `${device}-held`)
        expect(await covered(station.page), 'of the line at hand').toEqual([])
        expect(await top()).toBe(before)
        await station.scanner.scan('%T.OK')
        await done(station)
        expect(await top()).toBe(before)
        if (round === 5) await picture(station.page, `${device}-done`)
      }
      expect((await warehouse.summaryOf(tag)).lines.filter((line) => !line.includes(' PICKED '))).toEqual([])
      expect(await moved()).toEqual([])
    })

    test('an error is a wall: nothing turns green, and a second one queues behind it', async ({
      station,
      warehouse,
    }) => {
      const { page, scanner } = station
      const [first = '', second = ''] = await warehouse.plants(2)
      const tag = await warehouse.issuance([first, second].map((barcode) => ({ barcode, ordered: 10 })))
      await station.begin('pia.picker', warehouse.place)
      await scanner.scan(tag)
      await expect(station.heading(`Issuance ${tag}`)).toBeVisible()
      // The server's word comes only after both were scanned, and it is no.
      let answer: () => void = () => undefined
      const asked = new Promise<void>((ask) => {
        answer = ask
      })
      await page.route('**/api/issuance', async (route) => {
        const { InventoryLines = [] } =
          route.request().method() === 'POST' ? route.request().postDataJSON() : {}
        if (InventoryLines.length === 0) return route.fallback()
        await asked
        const lines = InventoryLines.map(({ ID, BarcodeID }: { ID: number; BarcodeID: string }) => ({
          ID,
          BarcodeID,
          Message: `The truck of ${BarcodeID} is full`,
        }))
        return route.fulfill({ json: { Message: '', InventoryLines: lines } })
      })
      await scanner.scan(first, second)
      await expect(station.strip).toContainText(`${second}: 10 saved here.`)
      answer()
      await expect(station.strip).toContainText(`The truck of ${first} is full`)
      await expect(station.strip).toContainText('1 of 2')
      const strip = page.locator('.scan-strip')
      // A command that succeeds meanwhile says so within the error.
      await scanner.scan('%T.MUTE')
      await expect(station.strip).toContainText('Sound is')
      await expect(station.strip).toContainText(`The truck of ${first} is full`)
      await expect(strip).toHaveAttribute('data-tone', 'error')
      await picture(page, `${device}-wall`)
      await scanner.scan('%T.OK')
      await expect(station.strip).toContainText(`The truck of ${second} is full`)
      await expect(station.strip).toContainText('2 of 2')
      await expect(strip).toHaveAttribute('data-held', 'true')
      await scanner.scan('%T.OK')
      await expect(strip).not.toHaveAttribute('data-held')
      const { lines } = await warehouse.summaryOf(tag)
      expect(lines.filter((line) => !line.includes(' RESERVED '))).toEqual([])
    })

    test('nothing is said twice over a whole job, and no toast is needed for it', async ({
      station,
      warehouse,
    }) => {
      const { page, scanner, hands } = station
      const [first = '', second = ''] = await warehouse.plants(2)
      const grower = await warehouse.grower()
      await station.begin('pia.picker', warehouse.place)
      const said = await listen(page)
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
      await picture(page, `${device}-picked`)
      await scanner.scan('%T.SHIP')
      await expect(station.strip).toContainText('Issuance SHIPPED: 23 plants, 2 lines.')
      await picture(page, `${device}-shipped`)
      await hands.press('i')
      await expect(station.heading('Issuance')).toBeVisible()
      const { toasts, outcomes } = await said()
      expect(toasts).toEqual([])
      // Each line is saved here once for its order and once for its pick.
      const own = outcomes.filter((each) => !each.endsWith('saved here.'))
      expect(own).toEqual([...new Set(own)])
      expect(outcomes.join(' ')).toContain('Issuance Header Created')
      // What was said of the issuance has left with it.
      await expect(page.locator('.scan-strip')).not.toContainText('SHIPPED')
    })
  })
}
