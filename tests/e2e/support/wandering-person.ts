/**
 * Simulates a person who enters quantities on any screen and moves around between a scan and its digits.
 * They use Tab, arrow keys, clicks and the palette at random (by seed). They type the number of the line that
 * the screen shows as target. Each line has a different number, so a number in the wrong line is detected.
 */
import { expect } from 'playwright/test'
import type { OpenWork } from './work-screens.ts'
import type { Workstation } from './workstation.ts'

export interface WanderResult {
  readonly lines: number
  /** Lines with another line's number, as `barcode: actual in place of expected`. */
  readonly wrong: readonly string[]
  /** Lines without their number at the end. */
  readonly missing: readonly string[]
}

// The number of the first line; no line has it at the start.
const firstNumber = 31

// Returns a seeded random number generator with values from 0 to 1.
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
): Promise<WanderResult> {
  const random = seeded(seed)
  const expected = new Map(barcodes.map((barcode, index) => [barcode, firstNumber + index]))
  const savedBefore = await saved()
  const done = new Set<string>()
  const enterQuantity = async (barcode: string, steps: number): Promise<void> => {
    await station.scanner.scan(barcode)
    await expect(station.strip).toContainText(barcode)
    for (let step = 0; step < steps; step += 1) await fidget(station, barcodes, random)
    const target = await findTarget(station)
    // The screen shows no target for the digits: the person scans again.
    if (target === undefined || !expected.has(target) || done.has(target)) return
    await station.hands.type(String(expected.get(target)))
    await station.hands.press('Enter')
    done.add(target)
    await confirm(station, target)
  }
  for (let round = 0; round < 4; round += 1) {
    for (const barcode of barcodes) {
      if (done.has(barcode)) continue
      // In the last round the person does nothing in between.
      await enterQuantity(barcode, round < 3 ? Math.floor(3 * random()) : 0)
      if (await station.heldStrip.isVisible()) await station.hands.press('F9')
    }
  }
  const savedAfter = await saved()
  const lineNumbers = new Set(expected.values())
  return {
    lines: barcodes.length,
    wrong: barcodes
      .filter(
        (barcode) =>
          savedAfter[barcode] !== expected.get(barcode) && savedAfter[barcode] !== savedBefore[barcode],
      )
      .filter((barcode) => lineNumbers.has(savedAfter[barcode] ?? 0))
      .map((barcode) => `${barcode}: ${savedAfter[barcode]} in place of ${expected.get(barcode)}`),
    missing: barcodes.filter((barcode) => savedAfter[barcode] !== expected.get(barcode)),
  }
}

// The barcode of the line that receives digits and Enter: the focused field, otherwise the line the strip
// requests.
const findTarget = ({ page }: Workstation): Promise<string | undefined> =>
  page.evaluate(() => {
    const { activeElement: active } = document
    const isQuantity = active instanceof HTMLInputElement && active.dataset['scanSink'] === undefined
    const line = active?.closest('[data-line-barcode]')?.getAttribute('data-line-barcode')
    if (isQuantity) return line ?? undefined
    const text = document.querySelector('.scan-strip-quantity')?.textContent ?? ''
    return /^(\w+): quantity\?$/.exec(text)?.[1]
  })

// Confirms the change if the app asks; the question names the line.
async function confirm(station: Workstation, barcode: string): Promise<void> {
  const result = station.strip.getByText(new RegExp(`${barcode}[^?]*: `))
  await expect(station.question.or(result).first()).toBeVisible()
  if (!(await station.question.isVisible())) return
  await expect(station.question).toContainText(barcode)
  await station.hands.press('y')
  const why = station.page.getByRole('alertdialog', { name: /^Why \d/ })
  await expect(why.or(result).first()).toBeVisible()
  if (await why.isVisible()) await station.hands.press('Escape')
  await expect(station.question).toBeHidden()
}

// Moves the focus, scrolls, clicks or opens a sheet, at random.
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
