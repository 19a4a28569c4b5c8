import { expect, type Locator, test } from 'playwright/test'

/**
 * What the person reads at this place, once it says so: kept with the result of the test (`npm run
 * reliability -- faults`).
 */
export async function reads(where: Locator, words: string | RegExp): Promise<void> {
  await expect(where).toContainText(words)
  const description = await where.evaluate((element) => {
    // Of the strip its tone and its sentence; elsewhere all text but buttons, links and code.
    const own = element.querySelectorAll('.scan-strip-tone, .scan-strip-words')
    const said: string[] = []
    for (const part of own.length > 0 ? own : [element]) {
      const texts = document.createTreeWalker(part, NodeFilter.SHOW_TEXT)
      while (texts.nextNode()) {
        const beside = texts.currentNode.parentElement?.closest('button, a, code, label')
        if (!beside || beside.contains(element)) said.push(texts.currentNode.textContent ?? '')
      }
    }
    return said.join(' ').replaceAll(/\s+/g, ' ').trim()
  })
  test.info().annotations.push({ type: 'reads', description })
}
