/**
 * A seeded person who gives lines their quantities on any screen, and between a scan and its digits tabs,
 * uses the arrow keys, clicks at other lines, opens and closes the palette. They look where the screen says
 * that digits go, and type what that line is to have: each line has its own number, so that one in another
 * line is seen.
 */
import { expect } from 'playwright/test'
import type { OpenWork } from './work-screens.ts'
import type { Workstation } from './workstation.ts'

export interface Wandered {
  readonly lines: number
  /** Lines that have another one's number, as `barcode: it has, in place of`. */
  readonly wrong: readonly string[]
  /** Lines without their number at the end. */
  readonly missing: readonly string[]
}

// The first line's number; no line has it at the start.
const FIRST = 31

// Numbers from 0 to 1 that are the same for the same seed.
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

/** Works through all lines of an open screen. */
export async function wander(
  station: Workstation,
  { barcodes, saved }: OpenWork,
  seed: number,
): Promise<Wandered> {
  const random = seeded(seed)
  const meant = new Map(barcodes.map((barcode, index) => [barcode, FIRST + index]))
  const before = await saved()
  const given = new Set<string>()
  const give = async (barcode: string, steps: number): Promise<void> => {
    await station.scanner.scan(barcode)
    await expect(station.strip).toContainText(barcode)
    for (let step = 0; step < steps; step += 1) await fidget(station, barcodes, random)
    const target = await targetOf(station)
    // Nothing says whose digits would be: the person scans again.
    if (target === undefined || !meant.has(target) || given.has(target)) return
    await station.hands.type(String(meant.get(target)))
    await station.hands.press('Enter')
    given.add(target)
    await agree(station, target)
  }
  for (let round = 0; round < 4; round += 1) {
    for (const barcode of barcodes) {
      if (given.has(barcode)) continue
      // In the last round they do nothing else.
      await give(barcode, round < 3 ? Math.floor(3 * random()) : 0)
      if (await station.heldStrip.isVisible()) await station.hands.press('F9')
    }
  }
  const after = await saved()
  const others = new Set(meant.values())
  return {
    lines: barcodes.length,
    wrong: barcodes
      .filter((barcode) => after[barcode] !== meant.get(barcode) && after[barcode] !== before[barcode])
      .filter((barcode) => others.has(after[barcode] ?? 0))
      .map((barcode) => `${barcode}: ${after[barcode]} in place of ${meant.get(barcode)}`),
    missing: barcodes.filter((barcode) => after[barcode] !== meant.get(barcode)),
  }
}

// The barcode of the line that digits and Enter are for, as a person sees it: the field with the focus, else
// what the strip asks for.
const targetOf = ({ page }: Workstation): Promise<string | undefined> =>
  page.evaluate(() => {
    const { activeElement: active } = document
    const isQuantity = active instanceof HTMLInputElement && active.dataset['scanSink'] === undefined
    const line = active?.closest('[data-line-barcode]')?.getAttribute('data-line-barcode')
    if (isQuantity) return line ?? undefined
    const words = document.querySelector('.scan-strip-quantity')?.textContent ?? ''
    return /^(\w+): quantity\?$/.exec(words)?.[1]
  })

// Says yes where the change is asked about; the question names the line.
async function agree(station: Workstation, barcode: string): Promise<void> {
  const done = station.strip.getByText(new RegExp(`${barcode}[^?]*: `))
  await expect(station.question.or(done).first()).toBeVisible()
  if (!(await station.question.isVisible())) return
  await expect(station.question).toContainText(barcode)
  await station.hands.press('y')
  const why = station.page.getByRole('alertdialog', { name: /^Why \d/ })
  await expect(why.or(done).first()).toBeVisible()
  if (await why.isVisible()) await station.hands.press('Escape')
  await expect(station.question).toBeHidden()
}

// What people do in passing.
async function fidget(
  station: Workstation,
  barcodes: readonly string[],
  random: () => number,
): Promise<void> {
  const { hands } = station
  const chance = random()
  const other = station.quantityOf(barcodes[Math.floor(random() * barcodes.length)] ?? '')
  if (chance < 0.2) await hands.press('Tab')
  else if (chance < 0.35) await hands.press('Tab', 'Tab', 'Tab')
  else if (chance < 0.45) await hands.press('Shift+Tab')
  else if (chance < 0.6) await hands.press(random() < 0.5 ? 'ArrowDown' : 'ArrowUp')
  else if (chance < 0.75) {
    if (await other.isVisible()) await other.click()
  } else if (chance < 0.8) await station.page.mouse.wheel(0, random() < 0.5 ? 400 : -400)
  else {
    const [key, name] = random() < 0.5 ? (['F2', 'Commands'] as const) : (['F1', 'Keys and scans'] as const)
    await hands.press(key)
    await expect(station.sheet(name)).toBeVisible()
    await hands.press('Escape')
    await expect(station.sheet(name)).toBeHidden()
  }
}
