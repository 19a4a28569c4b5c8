/** The suite's `test`: a warehouse for each worker, a workstation for each test. */
import { test as base, type Page } from 'playwright/test'
import { Warehouse } from './warehouse.ts'
import { Workstation } from './workstation.ts'

// So many characters of the screen stand with a failure.
const SCREEN_OF_FAILURE = 1500

// What a person has before them: address, place of the focus, and what stands on the screen.
const screenOf = async (page: Page): Promise<string> => {
  try {
    const seen = await page.locator('body').ariaSnapshot({ timeout: 2000 })
    const focus = await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 120))
    const words = seen.replaceAll(/\n *- \/url:.*/g, '').slice(0, SCREEN_OF_FAILURE)
    return `${page.url()}\nfocus: ${focus}\n${words}`
  } catch (error) {
    return `${page.url()} (${String(error).split('\n', 1)[0]})`
  }
}

export const test = base.extend<{ readonly station: Workstation }, { readonly warehouse: Warehouse }>({
  warehouse: [
    async ({}, use) => {
      const warehouse = await Warehouse.open()
      await use(warehouse)
      await warehouse.close()
    },
    { scope: 'worker' },
  ],
  station: async ({ page, warehouse }, use, info) => {
    await use(await Workstation.at(page, warehouse.url))
    if (info.errors.length > 0) info.annotations.push({ type: 'screen', description: await screenOf(page) })
    warehouse.network.recover()
  },
})

export { expect } from 'playwright/test'
