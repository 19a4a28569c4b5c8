/** The suite's `test`: a warehouse for each worker, a workstation for each test. */
import { test as base, type Page } from 'playwright/test'
import { Warehouse } from './warehouse.ts'
import { Workstation } from './workstation.ts'

// Maximum number of characters of the screen in a failure report.
const maxScreenLength = 1500

// Describes the screen for a failure report: address, focus, and content.
const describeScreen = async (page: Page): Promise<string> => {
  try {
    const snapshot = await page.locator('body').ariaSnapshot({ timeout: 2000 })
    const focus = await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 120))
    const text = snapshot.replaceAll(/\n *- \/url:.*/g, '').slice(0, maxScreenLength)
    return `${page.url()}\nfocus: ${focus}\n${text}`
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
    if (info.errors.length > 0)
      info.annotations.push({ type: 'screen', description: await describeScreen(page) })
    warehouse.network.recover()
  },
})

export { expect } from 'playwright/test'
