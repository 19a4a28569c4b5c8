/** Who has the focus, and whether it comes back after a dialog. */
import { expect, type Page } from 'playwright/test'
import { brokenButtons } from './dialogs.ts'
import type { Workstation } from './workstation.ts'

// What has the focus: its name, and whether it may have it. The sink takes scans by input method; it counts
// as the screen's.
const owner = (page: Page) =>
  page.evaluate(() => {
    const { activeElement: active } = document
    if (!active || active === document.body) return 'nobody'
    const dialog = [...document.querySelectorAll('[role="dialog"], [role="alertdialog"]')].at(-1)
    const label =
      active.getAttribute('aria-label') ?? document.querySelector(`label[for="${active.id}"]`)?.textContent
    // What is in the screen may change; that it has the focus does not.
    const words = active.localName === 'main' ? '' : active.textContent.slice(0, 30)
    const name = `${active.localName} ${label ?? words}`.trim()
    if (!active.checkVisibility()) return `out of sight: ${name}`
    if (dialog) return dialog.contains(active) ? `in the dialog: ${name}` : `behind the dialog: ${name}`
    const isScreens = active.closest('main, [data-scan-sink]') !== null
    return isScreens ? `screen: ${name}` : `beside the screen: ${name}`
  })

/** Waits until the focus is where it has to be at this place; answers who has it. */
export async function owned(page: Page, place: string, by: string | RegExp): Promise<string> {
  const expected = typeof by === 'string' ? by : expect.stringMatching(by)
  let found = ''
  const look = async () => {
    found = await owner(page)
    return found
  }
  await expect.poll(look, { message: place, intervals: [20, 50, 100] }).toEqual(expected)
  return found
}

/** Opens a dialog, sees that it has the focus, closes it, and sees that the focus is back where it was. */
export async function opensAndCloses(
  { page }: Workstation,
  place: string,
  open: () => Promise<void>,
  close: () => Promise<void>,
): Promise<void> {
  const before = await owned(page, place, /^screen: /)
  await open()
  await owned(page, `${place}, open`, /^in the dialog: /)
  expect.soft(await brokenButtons(page), `${place}: in several lines`).toEqual([])
  await close()
  await expect(page.getByRole('dialog').or(page.getByRole('alertdialog'))).toHaveCount(0)
  await owned(page, `${place}, closed`, before)
}
