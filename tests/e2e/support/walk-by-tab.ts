/**
 * Goes once around a screen by Tab, as somebody without a mouse does, and comes back to where the focus was.
 */
import type { Page } from 'playwright/test'

export interface Walk {
  /** What can be worked and was not reached. */
  readonly missed: readonly string[]
  /** What was reached and did not look any different. */
  readonly unmarked: readonly string[]
}

// Things that are worked; one of a group of radio buttons stands for all of them.
const WORKED = 'a[href], button, input, textarea, summary, [tabindex]:not([tabindex="-1"])'

export async function walkByTab(page: Page): Promise<Walk> {
  const began = await page.evaluateHandle(() => document.activeElement)
  const open = await page.evaluate((worked) => {
    const dialogs = [...document.querySelectorAll('[role="dialog"], [role="alertdialog"]')]
    const root = dialogs.at(-1) ?? document.body
    const marked = [...root.querySelectorAll<HTMLElement>(worked)].filter(
      (element) =>
        element.checkVisibility({ visibilityProperty: true }) &&
        element.closest('[inert], [aria-hidden="true"], [tabindex="-1"]:not(main, [role])') === null &&
        !(
          element instanceof HTMLInputElement &&
          element.type === 'radio' &&
          !element.checked &&
          hasChecked(element)
        ) &&
        !element.matches(':disabled'),
    )
    function hasChecked(radio: HTMLInputElement) {
      const all = document.querySelectorAll<HTMLInputElement>(
        `input[type="radio"][name="${CSS.escape(radio.name)}"]`,
      )
      return [...all].some(({ checked }) => checked)
    }
    for (const element of marked) element.dataset['walk'] = 'open'
    return marked.length
  }, WORKED)
  const unmarked = new Set<string>()
  let left = open
  // A date has a stop for each of its parts.
  for (let step = 0; step < 2 * open + 20 && left > 0; step += 1) {
    await page.keyboard.press('Tab')
    const { plain, still } = await page.evaluate(() => {
      const still = () => document.querySelectorAll('[data-walk]').length
      const element = document.activeElement
      if (!(element instanceof HTMLElement) || element === document.body) return { plain: '', still: still() }
      delete element.dataset['walk']
      const words = element.ariaLabel ?? element.textContent.trim().slice(0, 40)
      const name = `${element.tagName.toLowerCase()} ${words || element.id}`
      /** Does the focus draw a line around the element, or around what it stands in? */
      const drawn = (at: Element | null): boolean => {
        if (at === null) return false
        const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(at)
        return (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2) || boxShadow !== 'none'
      }
      const isDrawn = drawn(element) || (element.matches('input') && drawn(element.parentElement))
      return { plain: isDrawn ? '' : name, still: still() }
    })
    if (plain !== '') unmarked.add(plain)
    left = still
  }
  const missed = await page.evaluate(() => {
    const left = [...document.querySelectorAll<HTMLElement>('[data-walk]')]
    return left.map((element) => {
      delete element.dataset['walk']
      return `${element.tagName.toLowerCase()} ${element.ariaLabel ?? element.textContent.trim().slice(0, 40)}`
    })
  })
  await began.evaluate((element) => (element instanceof HTMLElement ? element.focus() : undefined))
  await began.dispose()
  return { missed, unmarked: [...unmarked] }
}
