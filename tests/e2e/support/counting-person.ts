/**
 * A seeded person who puts lines with quantities on an issuance: number before the scan or after it, some
 * barcodes that nobody knows, pauses of a person, now and then the focus moved or a sheet opened in between.
 * They look up from the plants at the start of each line, say OK (F9) when an error waits, and give the
 * number that the strip asks for. At the end they go once through what has no quantity yet, as they have been
 * told.
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
  /** How much slower the processor is than this one. */
  readonly cpu: number
  readonly serverMs: number
  /** The longest pause between a scan and the digits after it. */
  readonly pauseMs: number
  /** Moves the focus and opens sheets in between. */
  readonly restless?: boolean
}

/**
 * What became of the lines; `wrong` names those with another one's quantity when all were scanned, `unsaid`
 * those that were missing then without a word, `amiss` what the server has in place of the quantities that
 * were meant, when all is done.
 */
export interface Counted {
  readonly lines: number
  readonly refused: number
  /** Had their quantity when all were scanned. */
  readonly right: number
  /** How many numbers the strip has asked for in between, and got. */
  readonly answered: number
  /** How many lines were scanned once more at the end. */
  readonly again: number
  readonly wrong: readonly string[]
  readonly unsaid: readonly string[]
  readonly amiss: readonly string[]
  /** What the strip has said, where something is wrong. */
  readonly said: readonly string[]
}

// A person's keys: held longer than any scanner holds them.
const hand = { gapMs: 75, holdMs: 45 }

/** Does the work on a new issuance of its own, and compares it with what the server has. */
export async function count(station: Workstation, warehouse: Warehouse, work: Work): Promise<Counted> {
  const random = seeded(work.seed)
  const barcodes = await warehouse.stockedBarcodes(work.lines)
  const tag = await warehouse.issuance()
  await station.openEditor(tag)
  const session = await station.page.context().newCDPSession(station.page)
  const news = await listen(station)
  await session.send('Emulation.setCPUThrottlingRate', { rate: work.cpu })
  warehouse.network.slow(work.serverMs)

  const lines = barcodes.map((barcode, index) => ({
    barcode,
    quantity: 11 + index,
    refused: random() < 0.1,
    before: work.habit === 'mixed' ? random() < 0.5 : work.habit === 'before',
  }))
  const codeOf = ({ barcode, quantity, refused }: (typeof lines)[number]) =>
    refused ? `X${String(quantity).padStart(9, '0')}` : barcode
  const numbers = new Map(lines.map((line) => [codeOf(line), line.quantity]))
  let answered = 0
  for (const line of lines) {
    const { quantity, before } = line
    const code = codeOf(line)
    await sayOk(station)
    answered += await answer(station, session, numbers)
    if (work.restless) await fidget(station, session, random)
    if (before) {
      await type(session, String(quantity))
      await scan(session, code)
    } else {
      await scan(session, code)
      if (work.restless) await fidget(station, session, random)
      await pass(random() * work.pauseMs)
      // A person who has moved to another line sees it, and reads the barcode again.
      if (work.restless && (await isAtOther(station, code))) {
        await pass(bounceMs)
        await scan(session, code)
      }
      await type(session, `${quantity}\n`)
    }
  }

  await rest(station, lines.length * (4 * work.serverMs + 400))
  const wanted = lines.filter((line) => !line.refused)
  // What the books say once nothing is on its way to them.
  const ordered = async () => {
    await expect.poll(() => station.waitingInOutbox(), { timeout: 60_000 }).toBe(0)
    const { InventoryLines } = await warehouse.issued(tag)
    return new Map((InventoryLines ?? []).map((line) => [line.BarcodeID, line.OrderQty]))
  }
  const first = await ordered()
  const unsaved = await station.keptUnsaved(tag)
  const told = await news()
  const missing = wanted.filter(({ barcode }) => !first.has(barcode))

  // What has no quantity yet gets it at leisure: scanned, and the number given when the strip asks for it.
  for (const { barcode, quantity } of missing) {
    await scan(session, barcode)
    await expect(station.strip).toContainText(`${barcode}: quantity?`)
    await type(session, `${quantity}\n`)
    await rest(station, 4 * work.serverMs)
  }
  warehouse.network.recover()
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })

  const last = await ordered()
  const meant = new Map(wanted.map(({ barcode, quantity }) => [barcode, quantity]))
  const counted = {
    lines: lines.length,
    refused: lines.length - wanted.length,
    right: wanted.filter(({ barcode, quantity }) => first.get(barcode) === quantity).length,
    answered,
    again: missing.length,
    wrong: wanted
      .filter(({ barcode, quantity }) => (first.get(barcode) ?? quantity) !== quantity)
      .map(({ barcode, quantity }) => `${barcode}: ${first.get(barcode)} in place of ${quantity}`),
    unsaid: missing
      .filter(
        ({ barcode, quantity }) =>
          !unsaved.includes(barcode) &&
          !told.some(
            (sentence) => sentence.includes(barcode) || sentence.includes(`${quantity} was not used`),
          ),
      )
      .slice(namedWithOthers(told))
      .map(({ barcode, quantity }) => `${barcode} × ${quantity}`),
    amiss: [...new Set([...meant.keys(), ...last.keys()])]
      .filter((barcode) => last.get(barcode) !== meant.get(barcode))
      .map((barcode) => `${barcode}: ${last.get(barcode)} in place of ${meant.get(barcode)}`),
  }
  const fails = counted.wrong.length + counted.unsaid.length + counted.amiss.length > 0
  return { ...counted, said: fails ? told : [] }
}

// How many lines were told of without their names: a screen that has closed names the first of its scans, and
// says how many.
function namedWithOthers(told: readonly string[]): number {
  const first = told.flatMap(
    (sentence) => /(\w+) was scanned on .*\((\d+) in all\)/.exec(sentence)?.slice(1, 3).join(' ') ?? [],
  )
  return [...new Set(first)].reduce((sum, each) => sum + Number(each.split(' ')[1]) - 1, 0)
}

// Waits until everything that waits has had its turn, and every error its OK; `ms`: how long that may take,
// in milliseconds.
async function rest(station: Workstation, ms: number): Promise<void> {
  const waits = '.scan-strip-depth, .scan-strip-reading, [data-held]'
  await expect
    .poll(
      async () => {
        await sayOk(station)
        return station.page.evaluate((selector) => document.querySelector(selector) === null, waits)
      },
      { timeout: 60_000 + ms },
    )
    .toBe(true)
}

// Numbers from 0 to 1 that are the same for the same seed.
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

const pass = (ms: number) => new Promise((done) => setTimeout(done, ms))

const type = (session: CDPSession, text: string) => sendTogether(session, planKeys(text, hand))

const scan = (session: CDPSession, code: string) => sendTogether(session, planKeys(`${code}\n`, fastScanner))

// The same code again within this time is the trigger's bounce, in milliseconds.
const bounceMs = 500

// Is the focus in a line of another barcode?
const isAtOther = ({ page }: Workstation, code: string): Promise<boolean> =>
  page.evaluate((own) => {
    const line = document.activeElement?.closest('[data-line-barcode]')
    return line !== null && line !== undefined && line.getAttribute('data-line-barcode') !== own
  }, code)

// How long a person takes to read a sentence, in milliseconds.
const readsMs = 150

// Says OK to each error that waits; a person reads it first.
async function sayOk({ page, hands }: Workstation): Promise<void> {
  for (let errors = 0; errors < 50; errors += 1) {
    const held = await page.evaluate(() => document.querySelector('.scan-strip[data-held]') !== null)
    if (!held) return
    await pass(readsMs)
    await hands.press('F9')
  }
}

// Gives the strip each number that it asks for by its barcode; answers how many.
async function answer(
  { page }: Workstation,
  session: CDPSession,
  numbers: ReadonlyMap<string, number>,
): Promise<number> {
  const ask = () =>
    page.evaluate(() => {
      const words = document.querySelector('.scan-strip-quantity')?.textContent ?? ''
      return /^(\w+): quantity\?$/.exec(words)?.[1] ?? ''
    })
  for (let answers = 0; answers < 50; answers += 1) {
    const barcode = await ask()
    const number = numbers.get(barcode)
    if (number === undefined) return answers
    await pass(readsMs)
    // It may have been answered or refused while the person was reading.
    if ((await ask()) === barcode) await type(session, `${number}\n`)
  }
  return 50
}

// Moves the focus, or opens the palette and closes it, as people do in passing.
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

// Every sentence that the strip has said since.
async function listen({ page }: Workstation): Promise<() => Promise<readonly string[]>> {
  await page.evaluate(() => {
    const said: string[] = []
    Object.assign(window, { saidByStrip: said })
    const look = () => {
      for (const each of document.querySelectorAll('.scan-strip-announcement')) {
        const text = each.textContent ?? ''
        if (said.at(-1) !== text) said.push(text)
      }
    }
    look()
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true })
  })
  return () => page.evaluate(() => (window as unknown as { saidByStrip: string[] }).saidByStrip)
}
