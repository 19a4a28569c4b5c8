import { expect, type Locator, test } from 'playwright/test'

/**
 * Expects the text in this element, and stores all its text in the test's report (`npm run reliability --
 * faults`).
 */
export async function expectAndRecord(where: Locator, text: string | RegExp): Promise<void> {
  await expect(where).toContainText(text)
  const description = await where.evaluate((element) => {
    // In the strip: tone and sentence. Elsewhere: all text except buttons, links, labels and code.
    const stripParts = element.querySelectorAll('.scan-strip-tone, .scan-strip-words')
    const texts: string[] = []
    for (const part of stripParts.length > 0 ? stripParts : [element]) {
      const walker = document.createTreeWalker(part, NodeFilter.SHOW_TEXT)
      while (walker.nextNode()) {
        const ignored = walker.currentNode.parentElement?.closest('button, a, code, label')
        if (!ignored || ignored.contains(element)) texts.push(walker.currentNode.textContent ?? '')
      }
    }
    return texts.join(' ').replaceAll(/\s+/g, ' ').trim()
  })
  test.info().annotations.push({ type: 'reads', description })
}
