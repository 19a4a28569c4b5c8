import { expect, type Locator, test } from 'playwright/test'

/** What the person reads at this place, once it says so: kept with the result of the test (`npm run reliability -- faults`). */
export async function reads(where: Locator, words: string | RegExp): Promise<void> {
  await expect(where).toContainText(words)
  const description = (await where.innerText()).replaceAll(/\s+/g, ' ').trim()
  test.info().annotations.push({ type: 'reads', description })
}
