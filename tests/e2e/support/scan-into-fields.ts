/** Scans into each field of a screen and checks that no character of the scan stays in a field. */
import { expect, type Locator } from 'playwright/test'
import type { Workstation } from './workstation.ts'

export interface ScannedFields {
  /** The name of each field that was scanned into, in screen order. */
  readonly names: readonly string[]
  /** The number of scans. */
  readonly scans: number
}

// Elements that accept characters: a list uses them as the first letters of its entries.
const fieldSelector = ['input', 'textarea']
  .map((tag) => `${tag}:visible:not([disabled]):not([type=radio]):not([type=checkbox]):not([type=file])`)
  .join(', ')

let codeCount = 0
// Unknown codes. Each is different, so the strip shows the result of the latest scan.
const unknownBarcode = () => `ZQZQ${String((codeCount += 1)).padStart(6, '0')}`
const unknownNumber = () => String(97_000_000 + (codeCount += 1))

/**
 * Scans into every field in `within`. Calls `enter` to return when a scan has opened another screen.
 * Fails if a field keeps a character of a scan or its value changes. Opens lists before the scan. A field for
 * barcodes may show the whole barcode.
 */
export async function scanIntoFields(
  station: Workstation,
  within: Locator,
  enter: () => Promise<void>,
): Promise<ScannedFields> {
  const { page } = station
  const fields = within.locator(fieldSelector)
  await enter()
  await expect(fields.first()).toBeVisible()
  // Queries the DOM: a dialog hides the heading from the accessibility tree.
  const place = async () => `${(await page.locator('h1').allInnerTexts()).join(' ')} ${await fields.count()}`
  const before = await place()
  const names: string[] = []
  let scans = 0
  // A native select's pop-up would receive the keys of a scan instead of the page.
  await expect(page.locator('select')).toHaveCount(0)
  const count = await fields.count()
  for (let index = 0; index < count; index += 1) {
    if ((await place()) !== before) await enter()
    const field = fields.nth(index)
    const [name, isNumber, opensList] = await field.evaluate((element) => {
      const { labels, ariaLabel, inputMode, ariaHasPopup } = element as HTMLInputElement
      return [
        labels?.[0]?.textContent ?? ariaLabel ?? '',
        inputMode === 'numeric',
        ariaHasPopup === 'listbox',
      ] as const
    })
    const takesBarcodes = /barcode/i.test(name)
    // Quantity fields accept digits, so a number is scanned there too.
    for (const code of [unknownBarcode(), ...(isNumber ? [unknownNumber()] : [])]) {
      if ((await place()) !== before) await enter()
      await field.focus()
      const value = await field.inputValue()
      if (opensList) {
        await station.hands.press('ArrowDown')
        await expect(page.getByRole('listbox')).toBeVisible()
      }
      await station.scanner.scan(code)
      await expect(outcomeOf(station, code).or(waitsForDialog(station)).first()).toBeVisible()
      scans += 1
      const wrong = await page.locator('input, textarea').evaluateAll((all, scanned) => {
        const named = all.map((each) => {
          const { labels, ariaLabel, value: text } = each as HTMLInputElement
          return { of: labels?.[0]?.textContent ?? ariaLabel ?? '', text }
        })
        return named.filter(
          ({ of, text }) =>
            (text.includes('ZQ') || text.includes(scanned)) &&
            !(/barcode/i.test(of) && /^ZQZQ\d{6}$/.test(text)),
        )
      }, code)
      expect([before, name, code, wrong]).toEqual([before, name, code, []])
      if (!takesBarcodes && (await place()) === before)
        expect([before, name, await field.inputValue()]).toEqual([before, name, value])
      await finishScan(station, code)
    }
    names.push(name)
  }
  return { names, scans }
}

// Matches only finished scans: a later error of a pending one would block the next scan.
// Scanner setup shows its own scans; the heading is the result of a scan that opens a screen.
const outcomeOf = ({ page, strip }: Workstation, code: string) =>
  strip
    .locator('.scan-strip-text', { hasText: code })
    .or(page.getByText(`Read: ${code}`))
    .or(page.getByRole('heading', { level: 1, name: new RegExp(code) }))
    .first()
const waitsForDialog = ({ strip }: Workstation) =>
  strip.locator('.scan-strip-waits').filter({ hasText: 'Answer the question on the screen first' })

/** Closes the dialog that blocks the scan, waits for its result, and confirms its error. */
export async function finishScan(station: Workstation, code: string): Promise<void> {
  if (await waitsForDialog(station).isVisible()) await station.hands.press('Escape')
  await expect(outcomeOf(station, code)).toBeVisible()
  await expect
    .poll(
      async () => {
        if ((await station.heldStrip.count()) === 0) return true
        await station.hands.press('F9')
        return false
      },
      { intervals: [20, 50, 100] },
    )
    .toBe(true)
}
