/** Checks which element has the focus, and that the focus returns after a dialog. */
import { expect, type Page } from 'playwright/test'
import { findWrappedButtons } from './dialogs.ts'
import type { Workstation } from './workstation.ts'

// Describes the focused element and where it is. The sink receives scans by input method and belongs to the
// screen.
const describeFocus = (page: Page) =>
  page.evaluate(() => {
    const { activeElement: active } = document
    if (!active || active === document.body) return 'nobody'
    const dialog = [...document.querySelectorAll('[role="dialog"], [role="alertdialog"]')].at(-1)
    const label =
      active.getAttribute('aria-label') ?? document.querySelector(`label[for="${active.id}"]`)?.textContent
    // The content of <main> changes, so it is not part of the name.
    const text = active.localName === 'main' ? '' : active.textContent.slice(0, 30)
    const name = `${active.localName} ${label ?? text}`.trim()
    if (!active.checkVisibility()) return `out of sight: ${name}`
    if (dialog) return dialog.contains(active) ? `in the dialog: ${name}` : `behind the dialog: ${name}`
    const isScreens = active.closest('main, [data-scan-sink]') !== null
    return isScreens ? `screen: ${name}` : `beside the screen: ${name}`
  })

/** Waits until the expected element has the focus and returns its description. */
export async function expectFocusOwner(page: Page, place: string, by: string | RegExp): Promise<string> {
  const expected = typeof by === 'string' ? by : expect.stringMatching(by)
  let found = ''
  const read = async () => {
    found = await describeFocus(page)
    return found
  }
  await expect.poll(read, { message: place, intervals: [20, 50, 100] }).toEqual(expected)
  return found
}

/** Opens a dialog, checks that it has the focus, closes it, and checks that the focus returns. */
export async function checkDialogFocus(
  { page }: Workstation,
  place: string,
  open: () => Promise<void>,
  close: () => Promise<void>,
): Promise<void> {
  const before = await expectFocusOwner(page, place, /^screen: /)
  await open()
  await expectFocusOwner(page, `${place}, open`, /^in the dialog: /)
  expect.soft(await findWrappedButtons(page), `${place}: in several lines`).toEqual([])
  await close()
  await expect(page.getByRole('dialog').or(page.getByRole('alertdialog'))).toHaveCount(0)
  await expectFocusOwner(page, `${place}, closed`, before)
}
