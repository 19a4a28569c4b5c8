/** A scan into each field of what is on the screen: no character of it may stay in a field. */
import { expect, type Locator } from 'playwright/test'
import type { Workstation } from './workstation.ts'

export interface ScannedFields {
  /** The name of each field that was scanned into, in the order of the screen. */
  readonly names: readonly string[]
  /** How many scans that were. */
  readonly scans: number
}

// Whatever takes characters: a list takes them as the first letters of its entries.
const FIELDS = ['input', 'textarea']
  .map((tag) => `${tag}:visible:not([disabled]):not([type=radio]):not([type=checkbox]):not([type=file])`)
  .join(', ')

let made = 0
// Codes that nothing has, each another one: an outcome in the strip is then that of the scan just made.
const barcodeOfNobody = () => `ZQZQ${String((made += 1)).padStart(6, '0')}`
const numberOfNobody = () => String(97_000_000 + (made += 1))

/**
 * Scans into every field below `within`, one by one. `enter` comes back to them where a scan has led away.
 * Answers what was tried; fails where a field keeps a character of a scan, or another value than before. A
 * list is open while its field is scanned into. A field for barcodes may show a barcode that was scanned,
 * whole.
 */
export async function scanIntoFields(
  station: Workstation,
  within: Locator,
  enter: () => Promise<void>,
): Promise<ScannedFields> {
  const { page } = station
  const fields = within.locator(FIELDS)
  await enter()
  await expect(fields.first()).toBeVisible()
  // By the page itself: a dialog hides the heading from readers.
  const place = async () => `${(await page.locator('h1').allInnerTexts()).join(' ')} ${await fields.count()}`
  const before = await place()
  const names: string[] = []
  let scans = 0
  // The pop-up of a native list gets the keys of a scan, and the page none.
  await expect(page.locator('select')).toHaveCount(0)
  const count = await fields.count()
  for (let at = 0; at < count; at += 1) {
    if ((await place()) !== before) await enter()
    const field = fields.nth(at)
    const [name, isNumber, opensList] = await field.evaluate((element) => {
      const { labels, ariaLabel, inputMode, ariaHasPopup } = element as HTMLInputElement
      return [
        labels?.[0]?.textContent ?? ariaLabel ?? '',
        inputMode === 'numeric',
        ariaHasPopup === 'listbox',
      ] as const
    })
    const takesBarcodes = /barcode/i.test(name)
    // Digits are what a quantity takes: there a number is scanned too.
    for (const code of [barcodeOfNobody(), ...(isNumber ? [numberOfNobody()] : [])]) {
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
      await letItEnd(station, code)
    }
    names.push(name)
  }
  return { names, scans }
}

// Not while it is looked up: an error that comes later would hold back the next one.
// Scanner setup shows what it has read itself.
const outcomeOf = ({ page, strip }: Workstation, code: string) =>
  strip
    .locator('.scan-strip-text', { hasText: code })
    .or(page.getByText(`Read: ${code}`))
    .first()
const waitsForDialog = ({ strip }: Workstation) =>
  strip.locator('.scan-strip-waits').filter({ hasText: 'Answer the open question first' })

/**
 * Closes the dialog that a scan waits for, lets it run, and says OK to its error, which would hold back the
 * next one.
 */
export async function letItEnd(station: Workstation, code: string): Promise<void> {
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
