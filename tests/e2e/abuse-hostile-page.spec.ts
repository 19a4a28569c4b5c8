import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from './support/test.ts'

// A page of another origin, open in the browser of a signed-in person.

test.describe('Abuse 12: hostile page and print agent', () => {
  test('a hostile page can neither frame the app, nor read its responses, nor keep a reference to its window', async ({
    station,
    warehouse,
  }) => {
    const { page } = station
    await station.begin('pia.picker', warehouse.place)
    const server = createServer((_, response) => {
      response.setHeader('content-type', 'text/html')
      response.end('<!doctype html><title>Elsewhere</title><body></body>')
    }).listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    const { port } = server.address() as AddressInfo
    try {
      const hostile = await page.context().newPage()
      await hostile.goto(`http://localhost:${port}/`)
      const found = await hostile.evaluate(async (app) => {
        const outcome: Record<string, string> = {}
        for (const path of ['/api/warehouse', '/config.json', '/oidc/userinfo', '/']) {
          outcome[path] = await fetch(app + path, { credentials: 'include' }).then(
            (response) => `read ${response.status}`,
            () => 'refused',
          )
        }
        outcome.post = await fetch(`${app}/api/issuance`, {
          method: 'POST',
          credentials: 'include',
          headers: { 'content-type': 'application/json', authorization: 'Bearer x' },
          body: '{}',
        }).then(
          () => 'read',
          () => 'refused',
        )
        const frame = document.createElement('iframe')
        frame.src = `${app}/`
        document.body.append(frame)
        await new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }))
        try {
          outcome.frame = frame.contentDocument === null ? 'refused' : 'read'
        } catch {
          outcome.frame = 'refused'
        }
        return outcome
      }, warehouse.url)
      expect(found).toEqual({
        '/api/warehouse': 'refused',
        '/config.json': 'refused',
        '/oidc/userinfo': 'refused',
        '/': 'refused',
        post: 'refused',
        frame: 'refused',
      })
      // The frame shows the browser's error page, not the app.
      await expect
        .poll(() =>
          hostile
            .frames()
            .slice(1)
            .map((frame) => frame.url()),
        )
        .toEqual(['chrome-error://chromewebdata/'])
      const popup = hostile.waitForEvent('popup')
      await hostile.evaluate((app) => {
        ;(window as unknown as { opened: Window | null }).opened = window.open(`${app}/`)
      }, warehouse.url)
      const opened = await popup
      await opened.waitForLoadState()
      // The app's opener policy separates the windows: no opener in the app, and a closed reference in the
      // other page.
      expect(await opened.evaluate(() => window.opener === null)).toBe(true)
      await expect
        .poll(() =>
          hostile.evaluate(() => (window as unknown as { opened: Window | null }).opened?.closed ?? true),
        )
        .toBe(true)
    } finally {
      server.closeAllConnections()
      server.close()
    }
  })

  test("messages that a page posts to the app's window change nothing", async ({ station, warehouse }) => {
    const { page } = station
    await station.begin('pia.picker', warehouse.place)
    const before = page.url()
    await page.evaluate(() => {
      for (const data of [
        { type: 'scan', text: '%T.CANCEL' },
        '%T.LOGOUT',
        { command: 'logOut' },
        { jsonrpc: '2.0', method: 'signOut' },
      ]) {
        window.postMessage(data, '*')
        window.dispatchEvent(new MessageEvent('message', { data, origin: 'https://elsewhere.example' }))
      }
    })
    await expect(station.heading('Issuance')).toBeVisible()
    expect(page.url()).toBe(before)
  })
})
