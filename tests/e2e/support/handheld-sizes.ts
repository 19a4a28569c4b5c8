/** Finds text and controls that are too small for people with gloves, by computed style. */
import type { Page } from 'playwright/test'

/** Texts below 17 px; facts in the guide below 21 px. */
export async function findSmallText(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const small: string[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    // A label may be smaller than its fact.
    const labels = 'label, dt, legend, .chip, .initials, .field-hint, .scan-strip-kind, .line-by, .table-time'
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const { parentElement: element } = node
      const text = (node.textContent ?? '').trim()
      if (!element || text === '' || !element.checkVisibility({ visibilityProperty: true })) continue
      if (element.closest('.for-readers, .skip, .scan-flash, option') !== null) continue
      const { width, height } = element.getBoundingClientRect()
      if (width <= 1 || height <= 1) continue
      const size = Number.parseFloat(getComputedStyle(element).fontSize)
      const isWork = element.closest('.guide, .guide-bar') !== null && element.closest(labels) === null
      if (size < (isWork ? 21 : 17)) small.push(`${size} px: ${text.slice(0, 40)}`)
    }
    // The facts that identify and count a plant.
    const facts =
      '.guide-shelf, .guide-take input, .guide-barcode > strong, .guide-plant > span, .guide-row-choose > span'
    for (const element of document.querySelectorAll(facts)) {
      const size = Number.parseFloat(getComputedStyle(element).fontSize)
      if (size < 26) small.push(`${size} px: ${element.className}`)
    }
    return small
  })
}

/** Controls below 48 px in one direction, and primary controls below 72 px. */
export async function findSmallTargets(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const controls = 'button, a[href], input:not([type="hidden"]), textarea, summary, [role="button"]'
    return [...document.querySelectorAll<HTMLElement>(controls)].flatMap((element) => {
      if (!element.checkVisibility({ visibilityProperty: true })) return []
      if (element.closest('.skip, .for-readers, [data-scan-sink]') !== null || element.matches('.skip'))
        return []
      // A label counts as part of its radio button or checkbox.
      const pressed = element.matches('input[type="radio"], input[type="checkbox"]')
        ? (element.closest('label') ?? element.parentElement ?? element)
        : element
      const { width, height } = pressed.getBoundingClientRect()
      const minSize = element.matches('.button.primary.large, .guide-end .button') ? 72 : 48
      if (width === 0 || height === 0) return []
      return height + 0.5 >= minSize && width + 0.5 >= 48
        ? []
        : [`${Math.round(width)} × ${Math.round(height)}: ${element.className} ${element.textContent ?? ''}`]
    })
  })
}

/** Texts and controls in these elements that are not fully visible: outside the window or covered. */
export async function findCutOff(page: Page, selector: string): Promise<readonly string[]> {
  return page.evaluate((wanted) => {
    const cut = new Set<string>()
    // The text box is higher than its letters, by about a quarter on each side.
    const check = (
      element: Element,
      { left, right, top, bottom, height }: DOMRect,
      label: string,
      part = 0.25,
    ) => {
      const [above, below] = [top + Math.max(2, height * part), bottom - Math.max(2, height * part)]
      const isWhole = [left + 2, right - 2].every((x) =>
        [above, below].every((y) => {
          const seen = document.elementFromPoint(x, y)
          return seen !== null && (element.contains(seen) || seen.contains(element))
        }),
      )
      const inside = left >= -1 && right <= innerWidth + 1 && above >= 0 && below <= innerHeight
      if (!inside || !isWhole) cut.add(`${label}: ${[left, top, right, bottom].map(Math.round).join(' ')}`)
    }
    for (const part of document.querySelectorAll(wanted)) {
      const walker = document.createTreeWalker(part, NodeFilter.SHOW_TEXT)
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        const { parentElement: element } = node
        const text = (node.textContent ?? '').trim()
        if (!element || text === '' || !element.checkVisibility({ visibilityProperty: true })) continue
        if (element.getBoundingClientRect().width <= 1) continue
        const range = document.createRange()
        range.selectNodeContents(node)
        for (const line of range.getClientRects()) if (line.width > 4) check(element, line, text)
      }
      const controls = [part, ...part.querySelectorAll('*')].filter((each) => each.matches('button, input'))
      for (const each of controls)
        if (each.checkVisibility()) check(each, each.getBoundingClientRect(), each.className, 0)
    }
    return [...cut]
  }, selector)
}

/** Selected labels that do not fit into their field. */
export async function findCutChoices(page: Page): Promise<readonly string[]> {
  return page
    .locator('.select-field-shown')
    .evaluateAll((all) =>
      all.flatMap((element) =>
        !element.checkVisibility() ||
        (element.scrollWidth <= element.clientWidth && element.scrollHeight <= element.clientHeight)
          ? []
          : [`${element.textContent}: ${element.scrollWidth} in ${element.clientWidth} px`],
      ),
    )
}
