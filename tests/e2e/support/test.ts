/** The suite's `test`: a warehouse for each worker, a workstation for each test. */
import { test as base } from 'playwright/test'
import { Warehouse } from './warehouse.ts'
import { Workstation } from './workstation.ts'

export const test = base.extend<{ readonly station: Workstation }, { readonly warehouse: Warehouse }>({
  warehouse: [
    async ({}, use) => {
      const warehouse = await Warehouse.open()
      await use(warehouse)
      await warehouse.close()
    },
    { scope: 'worker' },
  ],
  station: async ({ page, warehouse }, use) => {
    await use(await Workstation.at(page, warehouse.url))
    warehouse.network.recover()
  },
})

export { expect } from 'playwright/test'
