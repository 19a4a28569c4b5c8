import { expect, test } from './support/test.ts'
import { Warehouse } from './support/warehouse.ts'
import { Workstation } from './support/workstation.ts'

// One handheld, two people: what one has stored there is never sent as the other, nor shown to them.

test.describe('Abuse 26: work of another person on a shared handheld', () => {
  test('work that waits is not sent by the next person, nor is a word of it on their screens', async ({
    page,
  }) => {
    const warehouse = await Warehouse.open()
    try {
      const station = await Workstation.at(page, warehouse.url)
      const [barcode = ''] = await warehouse.plants(1)
      const tag = await warehouse.issuance([{ barcode, ordered: 40 }])
      await station.begin('pia.picker', warehouse.place)
      await station.openIssuance(tag)
      warehouse.network.fail('issuance')
      await station.scanner.scan(barcode)
      await expect(station.strip).toContainText(`${barcode}: 40 saved here.`)
      await station.goTo('/LogOut/')
      await expect(station.question).toContainText('1 saved here and not sent')
      await station.scanner.scan('%T.YES')
      await expect(station.button('Sign in')).toBeVisible()
      warehouse.network.recover()

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
      const shown: string[] = []
      for (const path of ['/AdjustTrim/', '/Transfer/Open', '/HealthCheck/', '/Dashboard/']) {
        await station.goTo(path)
        await expect(station.heading(/.+/)).toBeVisible()
        shown.push(await page.locator('body').innerText())
      }
      await station.hands.press('Control+h')
      shown.push(await page.locator('body').innerText())
      for (const text of shown) expect([text.includes(barcode), text.includes(tag)]).toEqual([false, false])
      // It is still there, and nobody has sent it.
      expect(await station.waitingInOutbox()).toBe(1)
      expect(posts.filter((body) => body.includes(barcode))).toEqual([])
      expect((await warehouse.summaryOf(tag)).lines).toEqual([`${barcode} RESERVED 40/-`])

      await station.goTo('/LogOut/')
      await expect(station.button('Sign in')).toBeVisible()
      await page.context().clearCookies()
      await station.open()
      await station.signIn('pia.picker')
      await expect
        .poll(async () => (await warehouse.summaryOf(tag)).lines, { timeout: 30_000 })
        .toEqual([`${barcode} PICKED 40/40`])
      const history = await warehouse.summaryOf(tag)
      expect(history.lines).toEqual([`${barcode} PICKED 40/40`])
    } finally {
      await warehouse.close()
    }
  })
})
