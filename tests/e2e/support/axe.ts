/** Reads a page by axe: the rules of WCAG 2.2, levels A and AA. */
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
 * What axe finds on the page as it is now, a text each.
 *
 * @param whole by all rules; else by contrast alone: a theme changes nothing but colours
 * @param part a selector: all that is looked at
 */
export async function violationsOn(page: Page, whole: boolean, part?: string): Promise<readonly string[]> {
  // The page keeps axe until it is loaded again: to hand it over takes longer than to read the colours.
  const isThere = await page.evaluate(() => 'axe' in window)
  // There are no frames, so that it needs no page of its own to put together what it has found in each.
  if (!isThere) await new AxeBuilder({ page }).setLegacyMode(true).withRules('document-title').analyze()
  return page.evaluate(
    async ({ runOnly, selector }) => {
      const { axe } = window as unknown as Axe
      const { violations } = await axe.run(selector ?? document, { runOnly, resultTypes: ['violations'] })
      return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
    },
    {
      runOnly: whole ? { type: 'tag', values: levels } : { type: 'rule', values: ['color-contrast'] },
      selector: part,
    },
  )
}
