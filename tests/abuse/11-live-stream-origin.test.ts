import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openChangeStream } from '#tests/support/change-listener.ts'
import { CookieBrowser, signIn } from '#tests/support/sign-in.ts'
import { openWarehouse, type Warehouse } from '#tests/support/warehouse.ts'

// Access to the stream of live updates: tokens, origins and positions.

let warehouse: Warehouse
beforeAll(async () => {
  warehouse = await openWarehouse()
})
afterAll(() => warehouse.close())

// Sends raw request lines. Returns the first line of the answer.
async function sendRaw(lines: readonly string[]): Promise<string> {
  const socket = connect(warehouse.port, '127.0.0.1')
  socket.setEncoding('utf8')
  socket.write(`${lines.join('\r\n')}\r\n\r\n`)
  const [text] = (await once(socket, 'data')) as [string]
  socket.destroy()
  return text.split('\r\n', 1)[0] ?? ''
}

describe('Abuse 11: live stream and websocket origin', () => {
  test('cookies, and tokens in the address or in another form, are refused', async () => {
    const browser = new CookieBrowser()
    const { accessToken } = await signIn(warehouse.url, 'pia.picker', undefined, browser)
    for (const path of [
      'changes',
      `changes?access_token=${accessToken}`,
      `changes?token=${accessToken}`,
      `changes?authorization=Bearer%20${accessToken}`,
    ]) {
      const response = await browser.go(`${warehouse.url}/api/${path}`, {
        headers: { origin: 'https://elsewhere.example', accept: 'text/event-stream' },
      })
      expect([path.slice(0, 20), response.status]).toEqual([path.slice(0, 20), 401])
      await response.body?.cancel()
    }
    for (const authorization of [
      `Basic ${accessToken}`,
      accessToken,
      `Bearer ${accessToken}x`,
      'Bearer',
      `Bearer ,${accessToken}`,
    ]) {
      const ear = await openChangeStream(warehouse, undefined, undefined, { authorization })
      expect([authorization.slice(0, 12), ear.response.status]).toEqual([authorization.slice(0, 12), 401])
      await ear.close()
    }
  })

  test('no page of another origin can read the stream', async () => {
    const ear = await openChangeStream(warehouse, 'pia.picker', undefined, {
      origin: 'https://elsewhere.example',
    })
    expect(ear.response.headers.get('access-control-allow-origin')).toBe(null)
    expect(ear.response.headers.get('cross-origin-resource-policy')).toBe('same-origin')
    await ear.close()
  })

  test('no request becomes a websocket, whatever its origin says', async () => {
    const { accessToken } = await warehouse.tokensOf('pia.picker')
    for (const path of ['/', '/api/changes', '/api/presence', '/oidc/auth']) {
      for (const origin of ['https://elsewhere.example', 'null', warehouse.url]) {
        const first = await sendRaw([
          `GET ${path} HTTP/1.1`,
          'Host: localhost',
          'Connection: Upgrade',
          'Upgrade: websocket',
          'Sec-WebSocket-Version: 13',
          'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
          `Origin: ${origin}`,
          `Authorization: Bearer ${accessToken}`,
        ])
        expect([path, first]).not.toEqual([path, expect.stringContaining(' 101 ')])
      }
    }
  })

  test('a made-up stream position shows no changes', async () => {
    await warehouse.clerk('pia.picker').create()
    for (const since of ['0', '-1', '1e9', "0' or '1'='1", '99999999999999999999', '\u0000', '{}']) {
      const ear = await openChangeStream(warehouse, 'ravi.receiver', since)
      if (ear.response.ok) {
        expect(await ear.until('beat')).not.toBe(null)
        expect(ear.heard.filter(({ Type }) => Type === 'change')).toEqual([])
      } else expect(ear.response.status).toBe(400)
      await ear.close()
    }
  })
})
