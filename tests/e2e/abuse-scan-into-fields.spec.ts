import { expect, test } from './support/test.ts'
import type { Workstation } from './support/workstation.ts'

// A scan while any text field of any screen has the focus: its characters never stay in a field that is not for barcodes.

const strange = 'ZQZQ000017'
// Lists and single screens; and the form of a new document behind its list.
const screens = [
  '/AdjustTrim/',
  '/Issuance/',
  '/Transfer/',
  '/Dump/',
  '/Return/',
  '/Count/',
  '/Print/New/',
  '/Maintenance/people',
]
const forms = ['/Issuance/', '/Transfer/', '/Dump/', '/Return/', '/Count/']

// Says OK to every error that waits.
async function settle(station: Workstation): Promise<void> {
  const ok = station.page.getByRole('button', { name: 'OK, continue scanning' })
  await expect
    .poll(async () => {
      if (!(await ok.isVisible())) return true
      await station.hands.press('F9')
      return false
    })
    .toBe(true)
}

test.describe('Abuse 16: a scan into any field', () => {
  test('no field of any screen keeps a scanned barcode', async ({ station, warehouse }, info) => {
    const { page } = station
    await station.begin('sam.super', warehouse.place)
    const fields = page.locator(
      'input:visible:not([type=radio]):not([type=checkbox]):not([readonly]):not([type=file]), textarea:visible',
    )
    const enter = async (path: string, isForm: boolean) => {
      await station.goTo(path)
      await expect(station.heading(/.+/)).toBeVisible()
      if (!isForm) return
      await station.scanner.scan('%T.NEW')
      await expect(station.heading(/^New /)).toBeVisible()
    }
    const tried: string[] = []
    for (const [path, isForm] of [
      ...screens.map((path) => [path, false] as const),
      ...forms.map((path) => [path, true] as const),
    ]) {
      await enter(path, isForm)
      const title = await station.heading(/.+/).innerText()
      const count = await fields.count()
      for (let at = 0; at < count; at += 1) {
        if ((await station.heading(/.+/).innerText()) !== title) await enter(path, isForm)
        const field = fields.nth(at)
        const name = await field.evaluate(
          (element) => (element as HTMLInputElement).labels?.[0]?.textContent ?? element.ariaLabel ?? '',
        )
        await field.focus()
        const before = await field.inputValue()
        await station.scanner.scan(strange)
        await expect(station.strip).toContainText(strange)
        const kept = await page
          .locator('input, textarea')
          .evaluateAll((all) => all.map((each) => (each as HTMLInputElement).value))
        // A field for barcodes may show the one that was scanned, whole.
        const wrong = kept.filter(
          (value) => value.includes('ZQ') && !(value === strange && /barcode/i.test(name)),
        )
        expect([path, name, before, wrong]).toEqual([path, name, before, []])
        tried.push(`${path} ${name}`)
        await settle(station)
      }
    }
    expect(tried.length).toBeGreaterThan(12)
    info.annotations.push({
      type: 'figure',
      description: `fields scanned into: ${tried.length}; that kept a scan: 0`,
    })
  })
})
