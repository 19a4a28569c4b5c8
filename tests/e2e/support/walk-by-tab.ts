/** Tabs once through a screen, as a person without a mouse does, and restores the focus. */
import type { Page } from 'playwright/test'

export interface Walk {
  /** Controls that Tab did not reach. */
  readonly missed: readonly string[]
  /** Controls that Tab reached and that showed no focus mark. */
  readonly unmarked: readonly string[]
}

// Controls; one radio button represents its whole group.
const controlSelector = 'a[href], button, input, textarea, summary, [tabindex]:not([tabindex="-1"])'

export async function walkByTab(page: Page): Promise<Walk> {
  const startElement = await page.evaluateHandle(() => document.activeElement)
  const controlCount = await page.evaluate((selector) => {
    const dialogs = [...document.querySelectorAll('[role="dialog"], [role="alertdialog"]')]
    const root = dialogs.at(-1) ?? document.body
    const controls = [...root.querySelectorAll<HTMLElement>(selector)].filter(
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
    for (const element of controls) element.dataset['walk'] = 'open'
    return controls.length
  }, controlSelector)
  const unmarked = new Set<string>()
  let remaining = controlCount
  // A date field has a tab stop for each of its parts.
  for (let step = 0; step < 2 * controlCount + 20 && remaining > 0; step += 1) {
    await page.keyboard.press('Tab')
    const { unmarkedName, remainingNow } = await page.evaluate(() => {
      const countRemaining = () => document.querySelectorAll('[data-walk]').length
      const element = document.activeElement
      if (!(element instanceof HTMLElement) || element === document.body)
        return { unmarkedName: '', remainingNow: countRemaining() }
      delete element.dataset['walk']
      const label = element.ariaLabel ?? element.textContent.trim().slice(0, 40)
      const name = `${element.tagName.toLowerCase()} ${label || element.id}`
      /** Does the focus draw a line around the element or its parent? */
      const hasOutline = (at: Element | null): boolean => {
        if (at === null) return false
        const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(at)
        return (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2) || boxShadow !== 'none'
      }
      const isMarked = hasOutline(element) || (element.matches('input') && hasOutline(element.parentElement))
      return { unmarkedName: isMarked ? '' : name, remainingNow: countRemaining() }
    })
    if (unmarkedName !== '') unmarked.add(unmarkedName)
    remaining = remainingNow
  }
  const missed = await page.evaluate(() => {
    const missedElements = [...document.querySelectorAll<HTMLElement>('[data-walk]')]
    return missedElements.map((element) => {
      delete element.dataset['walk']
      return `${element.tagName.toLowerCase()} ${element.ariaLabel ?? element.textContent.trim().slice(0, 40)}`
    })
  })
  await startElement.evaluate((element) => (element instanceof HTMLElement ? element.focus() : undefined))
  await startElement.dispose()
  return { missed, unmarked: [...unmarked] }
}
