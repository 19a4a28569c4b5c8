import type { Page } from 'playwright/test'
import { expect, test } from './support/test.ts'
import { Warehouse } from './support/warehouse.ts'
import { Workstation } from './support/workstation.ts'

// Returns the token of the page's latest API call.
function tokenOf(page: Page): () => string {
  let last = ''
  page.on('request', (request) => {
    if (request.url().includes('/api/')) last = request.headers()['authorization'] ?? last
  })
  return () => last
}

// Records the server's responses to the page's API calls from now on.
function answersTo(page: Page): readonly string[] {
  const answers: string[] = []
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (pathname.startsWith('/api/')) answers.push(`${pathname} ${response.status()}`)
  })
  return answers
}

test.describe('Abuse 8: after log-out', () => {
  test('another open tab of the person ends too: it shows the sign-in, and no call of it is accepted', async ({
    context,
    page,
  }) => {
    // Needs its own warehouse, because the test counts open streams.
    const warehouse = await Warehouse.open()
    try {
      const [barcode = ''] = await warehouse.plants(1)
      const tag = await warehouse.issuance([{ barcode, ordered: 40 }])
      const [one, other] = [
        await Workstation.at(page, warehouse.url),
        await Workstation.at(await context.newPage(), warehouse.url),
      ]
      const tokens = [tokenOf(one.page), tokenOf(other.page)]
      await one.begin('pia.picker', warehouse.place)
      await other.begin('pia.picker', warehouse.place)
      await other.openIssuance(tag)
      await expect(other.line(barcode)).toBeVisible()
      await one.page.bringToFront()
      await expect.poll(() => warehouse.network.openStreams).toBeGreaterThan(0)
      const status = (token: () => string) =>
        fetch(`${warehouse.url}/api/warehouse`, { headers: { authorization: token() } }).then(
          (response) => response.status,
        )
      for (const token of tokens) expect(await status(token)).toBe(200)
      expect(tokens[0]?.()).not.toBe(tokens[1]?.())

      await one.goTo('/LogOut/')
      for (const station of [one, other]) await expect(station.button('Sign in')).toBeVisible()
      for (const token of tokens) await expect.poll(() => status(token)).toBe(401)
      await expect.poll(() => warehouse.network.openStreams).toBe(0)

      // Focus the tab, go online, scan, and open the document again.
      const answers = answersTo(other.page)
      await other.page.bringToFront()
      await other.page.evaluate(() => {
        for (const name of ['focus', 'online']) window.dispatchEvent(new Event(name))
        document.dispatchEvent(new Event('visibilitychange'))
      })
      await other.scanner.scan(barcode)
      await other.open(`/Issuance/${tag}`)
      await expect(other.button('Sign in')).toBeVisible()
      for (const station of [one, other]) {
        const text = await station.page.locator('body').innerText()
        expect([text.includes(barcode), text.includes(tag)]).toEqual([false, false])
      }
      expect(answers.filter((answer) => !answer.endsWith(' 401'))).toEqual([])
      expect(warehouse.network.openStreams).toBe(0)
      expect((await warehouse.summaryOf(tag)).lines).toEqual([`${barcode} RESERVED 40/-`])
    } finally {
      await warehouse.close()
    }
  })
})
