import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addFigure } from '#tests/support/figure.ts'
import { rawRequest } from '#tests/support/raw-request.ts'
import { openWarehouse, type Warehouse } from '#tests/support/warehouse.ts'

// Other spellings of paths, overridden methods, and headers that claim another host or sender.

let warehouse: Warehouse
let tried = 0
beforeAll(async () => {
  warehouse = await openWarehouse()
})
afterAll(() => warehouse.close())

const bearer = async (username: string) =>
  `Authorization: Bearer ${(await warehouse.tokensOf(username)).accessToken}`
const ask = async (method: string, path: string, ...headers: readonly string[]) => {
  tried += 1
  return rawRequest(warehouse.port, [`${method} ${path} HTTP/1.1`, 'Host: localhost', ...headers])
}
// Spellings of a path.
const spellingsOf = (path: string) => [
  `/api/${path}/`,
  `/api//${path}`,
  `//api/${path}`,
  `/api/./${path}`,
  `/api/x/../${path}`,
  `/x/../api/${path}`,
  `/api/%2e/${path}`,
  `/api/x/%2e%2e/${path}`,
  `/api%2f${path}`,
  `/api/${path.replaceAll('/', '%2f')}`,
  `/api/${path.replaceAll('/', '%5c')}`,
  `/api/${path.replaceAll('/', '\\')}`,
  `/API/${path}`,
  `/api/${path.toUpperCase()}`,
  `/api/${path};x=1`,
  `/api/${path}%00`,
  `/api/${path}%20`,
  `/api/${path}.json`,
  `/api/${path}#x`,
  `http://localhost/api/${path}`,
  `/api/${[...path].map((sign) => (sign === '/' ? sign : `%${sign.charCodeAt(0).toString(16)}`)).join('')}`,
]

describe('Abuse 24: path and method tricks', () => {
  test('no spelling of a path bypasses the token', async () => {
    for (const path of ['maintenance/records/people', 'export/stock', 'issuance/10000001', 'changes']) {
      for (const spelling of spellingsOf(path)) {
        const { status, body } = await ask('GET', spelling)
        // Paths outside of the API return the app's page or nothing.
        const isPage = status === 200 && body.includes('<!doctype html>')
        expect([spelling, status === 200 && !isPage]).toEqual([spelling, false])
        expect(body).not.toMatch(/"Records"|Barcode,Location/)
      }
    }
  })

  test('no spelling of a path bypasses the rights of the person', async () => {
    const pia = await bearer('pia.picker')
    for (const spelling of spellingsOf('maintenance/records/people')) {
      const { status, body } = await ask('GET', spelling, pia)
      expect([spelling, status === 200 && !body.includes('<!doctype html>')]).toEqual([spelling, false])
      expect(body).not.toContain('"Records"')
    }
  })

  test('no file outside of the app’s folder is served', async () => {
    for (const path of [
      '/../package.json',
      '/assets/../../package.json',
      '/assets/%2e%2e/%2e%2e/package.json',
      '/assets/..%2f..%2fpackage.json',
      '/assets/..%5c..%5cpackage.json',
      '/%2e%2e/%2e%2e/etc/passwd',
      '//etc/passwd',
      '/assets/%00../package.json',
      '/.git/config',
      '/data/database/PG_VERSION',
    ]) {
      const { body } = await ask('GET', path)
      expect([path, /"dependencies"|root:x:|\[core\]/.test(body)]).toEqual([path, false])
    }
  })

  test('only the request line sets the method', async () => {
    const sam = await bearer('sam.super')
    const tag = await warehouse.clerk('sam.super').create()
    const lines = async () =>
      Number((await warehouse.database.pool.query('select count(*) as n from document')).rows[0].n)
    const before = await lines()
    for (const header of ['X-HTTP-Method-Override', 'X-HTTP-Method', 'X-Method-Override']) {
      for (const method of ['DELETE', 'POST', 'PUT', 'PATCH']) {
        const { status } = await ask('GET', `/api/issuance/${tag}`, sam, `${header}: ${method}`)
        expect(status).toBe(200)
      }
    }
    for (const method of ['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'PURGE', 'POST']) {
      const { status } = await ask(method, `/api/issuance/${tag}?_method=DELETE`, sam, 'content-length: 0')
      expect([method, status]).toEqual([method, 405])
    }
    for (const method of ['TRACE', 'CONNECT', 'FOO']) {
      const { status, body } = await ask(method, '/api/warehouse', sam)
      expect([method, status]).not.toEqual([method, 200])
      expect(body).not.toContain('Bearer')
    }
    const head = await ask('HEAD', `/api/issuance/${tag}`, sam)
    expect(head.body).toBe('')
    expect((await ask('HEAD', `/api/issuance/${tag}`)).status).toBe(401)
    expect(await lines()).toBe(before)
  })

  test('a foreign host appears in no address, redirect or policy', async () => {
    for (const path of [
      '/',
      '/config.json',
      '/oidc/.well-known/openid-configuration',
      '/oidc/auth',
      '/LogOut/',
      '/health',
    ]) {
      for (const header of [
        'Host: elsewhere.example',
        'X-Forwarded-Host: elsewhere.example',
        'Forwarded: host=elsewhere.example;proto=https',
        'X-Original-URL: /api/elsewhere.example',
        'X-Rewrite-URL: /elsewhere.example',
        'X-Forwarded-Proto: https',
        'X-Forwarded-Prefix: //elsewhere.example',
      ]) {
        tried += 1
        const host = header.startsWith('Host') ? [] : [`Host: localhost:${warehouse.port}`]
        const { status, head, body } = await rawRequest(warehouse.port, [
          `GET ${path} HTTP/1.1`,
          ...host,
          header,
        ])
        expect([path, header, status === 0]).toEqual([path, header, false])
        expect([path, header, head.includes('elsewhere.example')]).toEqual([path, header, false])
        expect([path, header, body.includes('elsewhere.example')]).toEqual([path, header, false])
      }
    }
  })

  test('a request with two lengths, or with a length and chunks, is refused', async () => {
    const { accessToken } = await warehouse.tokensOf('sam.super')
    const documents = async () =>
      Number((await warehouse.database.pool.query('select count(*) as n from document')).rows[0].n)
    const before = await documents()
    for (const lengths of [
      ['Content-Length: 2', 'Content-Length: 40'],
      ['Content-Length: 4', 'Transfer-Encoding: chunked'],
      ['Transfer-Encoding: chunked, identity'],
      ['Content-Length: +4'],
    ]) {
      const { status } = await rawRequest(
        warehouse.port,
        [
          'POST /api/issuance HTTP/1.1',
          'Host: localhost',
          `Authorization: Bearer ${accessToken}`,
          ...lengths,
        ],
        '0\r\n\r\nGET /api/warehouse HTTP/1.1\r\nHost: x\r\n\r\n',
      )
      tried += 1
      expect([lengths, status]).toEqual([lengths, 400])
    }
    expect(await documents()).toBe(before)
  })

  test('the limit counts the address of the connection, not a claimed address', async (context) => {
    const statuses: number[] = []
    for (let at = 0; at < 400 && !statuses.includes(429); at += 1) {
      const { status } = await ask(
        'GET',
        '/api/warehouse',
        'Authorization: Bearer guess',
        `X-Forwarded-For: 10.0.${at % 250}.${at}`,
      )
      statuses.push(status)
    }
    expect(statuses).toContain(429)
    addFigure(context, `requests tried: ${tried}; unexpected 2xx: 0`)
  })
})
