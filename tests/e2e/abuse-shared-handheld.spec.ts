import { logOutWithWork, sendAfterSignIn } from './support/log-out-with-work.ts'
import { expect, test } from './support/test.ts'
import { Warehouse } from './support/warehouse.ts'
import { Workstation } from './support/workstation.ts'

// On a shared handheld, the app never sends or shows one person's work as another person's.

test.describe('Abuse 26: work of another person on a shared handheld', () => {
  test("the next person's sign-in neither sends nor shows the pending work", async ({ page }) => {
    const warehouse = await Warehouse.open()
    try {
      const station = await Workstation.at(page, warehouse.url)
      const pendingWork = await logOutWithWork(station, warehouse)
      const { tag, barcode } = pendingWork

      const posts: string[] = []
      page.on('request', (request) => {
        if (request.method() === 'POST' && request.url().includes('/api/'))
          posts.push(request.postData() ?? '')
      })
      await page.context().clearCookies()
      await station.open()
      await station.signIn('ravi.receiver')
      await expect(station.heading(/Setup|Adjust Trim|Transfer/)).toBeVisible()
      if (await station.heading('Setup').isVisible()) await station.beginAtTrim(warehouse.place)
      const screenTexts: string[] = []
      for (const path of ['/AdjustTrim/', '/Transfer/Open', '/HealthCheck/', '/Dashboard/']) {
        await station.goTo(path)
        await expect(station.heading(/.+/)).toBeVisible()
        screenTexts.push(await page.locator('body').innerText())
      }
      await station.hands.press('Control+h')
      screenTexts.push(await page.locator('body').innerText())
      for (const text of screenTexts)
        expect([text.includes(barcode), text.includes(tag)]).toEqual([false, false])
      // The work is still stored and was not sent.
      expect(await station.waitingInOutbox()).toBe(1)
      expect(posts.filter((body) => body.includes(barcode))).toEqual([])
      expect((await warehouse.summaryOf(tag)).lines).toEqual([`${barcode} RESERVED 40/-`])

      await station.goTo('/LogOut/')
      await expect(station.button('Sign in')).toBeVisible()
      await page.context().clearCookies()
      await sendAfterSignIn(station, warehouse, pendingWork)
    } finally {
      await warehouse.close()
    }
  })
})
