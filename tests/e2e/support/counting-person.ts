/**
 * A seeded person who puts lines with quantities on an issuance: number before the scan or after it, some barcodes that nobody
 * knows, pauses of a person, now and then the focus moved or a sheet opened in between. They look up from the plants at the start
 * of each line, and say OK (F9) when an error waits.
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

/** What became of the lines; `wrong` names those with another one's quantity, `unsaid` those that are missing in silence. */
export interface Counted {
  readonly lines: number
  readonly refused: number
  readonly right: number
  readonly told: number
  readonly wrong: readonly string[]
  readonly unsaid: readonly string[]
  /** What the strip has said, where something is wrong. */
  readonly said: readonly string[]
}

/** A person's keys: held longer than any scanner holds them. */
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
  for (const [index, { barcode, quantity, refused, before }] of lines.entries()) {
    await sayOk(station, session)
    const code = refused ? `X${String(index).padStart(9, '0')}` : barcode
    if (work.restless) await fidget(station, session, random)
    if (before) {
      await type(session, String(quantity))
      await scan(session, code)
    } else {
      await scan(session, code)
      if (work.restless) await fidget(station, session, random)
      await pass(random() * work.pauseMs)
      await type(session, `${quantity}\n`)
    }
  }

  // Everything that waits has its turn, and every error its OK.
  await expect
    .poll(
      async () => {
        await sayOk(station, session)
        return station.page.evaluate(
          () => document.querySelector('.scan-strip-depth, .scan-strip-reading, [data-held]') === null,
        )
      },
      { timeout: 60_000 + lines.length * (4 * work.serverMs + 400) },
    )
    .toBe(true)
  warehouse.network.recover()
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })

  const { InventoryLines } = await warehouse.issued(tag)
  const ordered = new Map((InventoryLines ?? []).map((line) => [line.BarcodeID, line.OrderQty]))
  const unsaved = await station.keptUnsaved(tag)
  const told = await news()
  const wanted = lines.filter((line) => !line.refused)
  const missing = wanted.filter(({ barcode }) => !ordered.has(barcode))
  const counted = {
    lines: lines.length,
    refused: lines.length - wanted.length,
    right: wanted.filter(({ barcode, quantity }) => ordered.get(barcode) === quantity).length,
    told: missing.length,
    wrong: wanted
      .filter(({ barcode, quantity }) => (ordered.get(barcode) ?? quantity) !== quantity)
      .map(({ barcode, quantity }) => `${barcode}: ${ordered.get(barcode)} in place of ${quantity}`),
    unsaid: missing
      .filter(
        ({ barcode, quantity }) =>
          !unsaved.includes(barcode) &&
          !told.some(
            (sentence) => sentence.includes(barcode) || sentence.includes(`${quantity} was not used`),
          ),
      )
      .map(({ barcode, quantity }) => `${barcode} × ${quantity}`),
  }
  return { ...counted, said: counted.wrong.length + counted.unsaid.length > 0 ? told : [] }
}

/** Numbers from 0 to 1 that are the same for the same seed. */
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

/** Says OK to each error that waits; a person reads it first. */
async function sayOk({ page, hands }: Workstation, session: CDPSession): Promise<void> {
  for (let errors = 0; errors < 50; errors += 1) {
    const held = await page.evaluate(() => document.querySelector('.scan-strip[data-held]') !== null)
    if (!held) return
    await pass(150)
    await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
    await hands.press('F9')
  }
}

/** Moves the focus, or opens the palette and closes it, as people do in passing. */
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

/** Every sentence that the strip has said since. */
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
