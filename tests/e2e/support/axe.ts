/** Checks a page with axe against WCAG 2.2, levels A and AA. */
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright/test'

interface Axe {
  readonly axe: {
    readonly run: (
      part: Document | string,
      options: object,
    ) => Promise<{ readonly violations: readonly { id: string; nodes: readonly { html: string }[] }[] }>
  }
}

const levels = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/**
 * Runs axe on the current page and returns one text per violation.
 *
 * @param allRules true: all rules; false: contrast only, because a theme changes only colours
 * @param part selector of the element to check; default: the whole page
 */
export async function violationsOn(page: Page, allRules: boolean, part?: string): Promise<readonly string[]> {
  // The page keeps axe until it reloads: injecting axe takes longer than checking the colours.
  const isLoaded = await page.evaluate(() => 'axe' in window)
  // Legacy mode: the app has no frames, so axe needs no extra page to merge results per frame.
  if (!isLoaded) await new AxeBuilder({ page }).setLegacyMode(true).withRules('document-title').analyze()
  return page.evaluate(
    async ({ runOnly, selector }) => {
      const { axe } = window as unknown as Axe
      const { violations } = await axe.run(selector ?? document, { runOnly, resultTypes: ['violations'] })
      return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
    },
    {
      runOnly: allRules ? { type: 'tag', values: levels } : { type: 'rule', values: ['color-contrast'] },
      selector: part,
    },
  )
}
