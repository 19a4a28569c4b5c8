/**
 * Simulates a person who adds lines with quantities to an issuance. A seed determines the random choices.
 * They type the number before or after the scan, pause, move the focus, open sheets, and scan some unknown
 * barcodes. At the start of each line they confirm errors (F9) and type the numbers that the strip requests.
 * At the end they scan each line that still has no quantity.
 */
import { type CDPSession, expect } from 'playwright/test'
import { fastScanner, planKeys, sendTogether } from '#tests/support/trusted-keys.ts'
import type { Warehouse } from './warehouse.ts'
import type { Workstation } from './workstation.ts'

export type Habit = 'before' | 'after' | 'mixed'

export interface Work {
  readonly seed: number
  readonly lines: number
  readonly habit: Habit
  /** CPU slowdown factor. */
  readonly cpu: number
  readonly serverMs: number
  /** The longest pause between a scan and the digits after it. */
  readonly pauseMs: number
  /** Moves the focus and opens sheets between scans. */
  readonly restless?: boolean
}

/** Results per line. */
export interface CountResult {
  readonly lines: number
  readonly refused: number
  /** Lines that had their quantity when all were scanned. */
  readonly right: number
  /** Number of quantities that the strip requested during the work. */
  readonly answered: number
  /** Lines that were scanned again at the end. */
  readonly again: number
  readonly wrong: readonly string[]
  readonly unannounced: readonly string[]
  readonly mismatches: readonly string[]
  /** The strip's sentences, if a check failed. */
  readonly said: readonly string[]
}

// A person holds keys longer than any scanner does.
const handPace = { gapMs: 75, holdMs: 45 }

/** Does the work on a new issuance and compares the result with the server's data. */
export async function count(station: Workstation, warehouse: Warehouse, work: Work): Promise<CountResult> {
  const random = seeded(work.seed)
  const barcodes = await warehouse.stockedBarcodes(work.lines)
  const tag = await warehouse.issuance()
  await station.openEditor(tag)
  const session = await station.page.context().newCDPSession(station.page)
  const readStripTexts = await recordStrip(station)
  await session.send('Emulation.setCPUThrottlingRate', { rate: work.cpu })
  warehouse.network.slow(work.serverMs)

  const lines = barcodes.map((barcode, index) => ({
    barcode,
    quantity: 11 + index,
    refused: random() < 0.1,
    typedFirst: work.habit === 'mixed' ? random() < 0.5 : work.habit === 'before',
  }))
  const codeOf = ({ barcode, quantity, refused }: (typeof lines)[number]) =>
    refused ? `X${String(quantity).padStart(9, '0')}` : barcode
  const numbers = new Map(lines.map((line) => [codeOf(line), line.quantity]))
  let answered = 0
  for (const line of lines) {
    const { quantity, typedFirst } = line
    const code = codeOf(line)
    await confirmErrors(station)
    answered += await answerStrip(station, session, numbers)
    if (work.restless) await fidget(station, session, random)
    if (typedFirst) {
      await type(session, String(quantity))
      await scan(session, code)
    } else {
      await scan(session, code)
      if (work.restless) await fidget(station, session, random)
      await sleep(random() * work.pauseMs)
      // A person sees that the focus is in another line and scans again.
      if (work.restless && (await isAtOther(station, code))) {
        await sleep(bounceMs)
        await scan(session, code)
      }
      await type(session, `${quantity}\n`)
    }
  }

  await waitUntilIdle(station, lines.length * (4 * work.serverMs + 400))
  const accepted = lines.filter((line) => !line.refused)
  // Reads the quantities from the server once the outbox is empty.
  const readOrdered = async () => {
    await expect.poll(() => station.waitingInOutbox(), { timeout: 60_000 }).toBe(0)
    const { InventoryLines } = await warehouse.issued(tag)
    return new Map((InventoryLines ?? []).map((line) => [line.BarcodeID, line.OrderQty]))
  }
  const firstPass = await readOrdered()
  const unsaved = await station.keptUnsaved(tag)
  const announced = await readStripTexts()
  const missing = accepted.filter(({ barcode }) => !firstPass.has(barcode))

  // Scans each line without a quantity and types the number when the strip requests it.
  for (const { barcode, quantity } of missing) {
    await scan(session, barcode)
    await expect(station.strip).toContainText(`${barcode}: quantity?`)
    await type(session, `${quantity}\n`)
    await waitUntilIdle(station, 4 * work.serverMs)
  }
  warehouse.network.recover()
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })

  const final = await readOrdered()
  const expectedQuantities = new Map(accepted.map(({ barcode, quantity }) => [barcode, quantity]))
  const counted = {
    lines: lines.length,
    refused: lines.length - accepted.length,
    right: accepted.filter(({ barcode, quantity }) => firstPass.get(barcode) === quantity).length,
    answered,
    again: missing.length,
    wrong: accepted
      .filter(({ barcode, quantity }) => (firstPass.get(barcode) ?? quantity) !== quantity)
      .map(({ barcode, quantity }) => `${barcode}: ${firstPass.get(barcode)} in place of ${quantity}`),
    unannounced: missing
      .filter(
        ({ barcode, quantity }) =>
          !unsaved.includes(barcode) &&
          !announced.some(
            (sentence) => sentence.includes(barcode) || sentence.includes(`${quantity} not saved`),
          ),
      )
      .slice(countUnnamedScans(announced))
      .map(({ barcode, quantity }) => `${barcode} × ${quantity}`),
    mismatches: [...new Set([...expectedQuantities.keys(), ...final.keys()])]
      .filter((barcode) => final.get(barcode) !== expectedQuantities.get(barcode))
      .map((barcode) => `${barcode}: ${final.get(barcode)} in place of ${expectedQuantities.get(barcode)}`),
  }
  const fails = counted.wrong.length + counted.unannounced.length + counted.mismatches.length > 0
  return { ...counted, said: fails ? announced : [] }
}

// Counts lines that were reported without their barcode: a closed screen names its first scan and the number
// of scans.
function countUnnamedScans(announced: readonly string[]): number {
  const summaries = announced.flatMap(
    (sentence) => /(\w+) was scanned on .*\((\d+) in all\)/.exec(sentence)?.slice(1, 3).join(' ') ?? [],
  )
  return [...new Set(summaries)].reduce((sum, each) => sum + Number(each.split(' ')[1]) - 1, 0)
}

// Waits until all queued scans are handled and all errors confirmed; ms is the expected duration.
async function waitUntilIdle(station: Workstation, ms: number): Promise<void> {
  const busySelector = '.scan-strip-depth, .scan-strip-reading, [data-held]'
  await expect
    .poll(
      async () => {
        await confirmErrors(station)
        return station.page.evaluate((selector) => document.querySelector(selector) === null, busySelector)
      },
      { timeout: 60_000 + ms },
    )
    .toBe(true)
}

// Returns a seeded random number generator with values from 0 to 1.
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

const sleep = (ms: number) => new Promise((done) => setTimeout(done, ms))

const type = (session: CDPSession, text: string) => sendTogether(session, planKeys(text, handPace))

const scan = (session: CDPSession, code: string) => sendTogether(session, planKeys(`${code}\n`, fastScanner))

// Within this time the same code again counts as a bounce of the trigger.
const bounceMs = 500

// Is the focus in a line of another barcode?
const isAtOther = ({ page }: Workstation, code: string): Promise<boolean> =>
  page.evaluate((own) => {
    const line = document.activeElement?.closest('[data-line-barcode]')
    return line !== null && line !== undefined && line.getAttribute('data-line-barcode') !== own
  }, code)

// Time in which a person reads a sentence.
const readingTimeMs = 150

// Confirms each held error after the time to read it.
async function confirmErrors({ page, hands }: Workstation): Promise<void> {
  for (let errors = 0; errors < 50; errors += 1) {
    const held = await page.evaluate(() => document.querySelector('.scan-strip[data-held]') !== null)
    if (!held) return
    await sleep(readingTimeMs)
    await hands.press('F9')
  }
}

// Types each number that the strip requests by barcode. Returns how many.
async function answerStrip(
  { page }: Workstation,
  session: CDPSession,
  numbers: ReadonlyMap<string, number>,
): Promise<number> {
  const requestedBarcode = () =>
    page.evaluate(() => {
      const text = document.querySelector('.scan-strip-quantity')?.textContent ?? ''
      return /^(\w+): quantity\?$/.exec(text)?.[1] ?? ''
    })
  for (let answers = 0; answers < 50; answers += 1) {
    const barcode = await requestedBarcode()
    const number = numbers.get(barcode)
    if (number === undefined) return answers
    await sleep(readingTimeMs)
    // The request may end while the person reads it.
    if ((await requestedBarcode()) === barcode) await type(session, `${number}\n`)
  }
  return 50
}

// Moves the focus, or opens and closes the palette, at random.
async function fidget(station: Workstation, session: CDPSession, random: () => number): Promise<void> {
  const chance = random()
  if (chance < 0.3) await type(session, '\t')
  else if (chance < 0.45) await type(session, '\t\t\t')
  else if (chance < 0.55) {
    const palette = station.sheet('Commands')
    await station.hands.press('F2')
    await expect(palette).toBeVisible()
    await station.hands.press('Escape')
    await expect(palette).toBeHidden()
  }
}

// Records every sentence of the strip from now on.
async function recordStrip({ page }: Workstation): Promise<() => Promise<readonly string[]>> {
  await page.evaluate(() => {
    const texts: string[] = []
    Object.assign(window, { saidByStrip: texts })
    const record = () => {
      for (const each of document.querySelectorAll('.for-readers[aria-live]')) {
        const text = each.textContent ?? ''
        if (texts.at(-1) !== text) texts.push(text)
      }
    }
    record()
    new MutationObserver(record).observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
    })
  })
  return () => page.evaluate(() => (window as unknown as { saidByStrip: string[] }).saidByStrip)
}
