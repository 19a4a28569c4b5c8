import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addFigure } from '#tests/support/figure.ts'
import { rawRequest } from '#tests/support/raw-request.ts'
import { openWarehouse, type Warehouse } from '#tests/support/warehouse.ts'

// Line breaks and terminal escapes, in every part of a request that the log may contain.

let warehouse: Warehouse
beforeAll(async () => {
  warehouse = await openWarehouse()
})
afterAll(() => warehouse.close())

const escapes = [
  '\n',
  '\r\n',
  '\u001b[2J',
  '\u001b]0;owned\u0007',
  '\u009b31m',
  '\u0000',
  '\u0008\u0008',
  '\u007f',
  '\u2028',
  '\u202e',
  '\u0085',
]
const forged = '{"level":30,"message":"request","user":"sam.super"}'

describe('Abuse 22: log injection', () => {
  test('no field of a request’s log line has a character that ends a line or moves the cursor', async (context) => {
    const { accessToken } = await warehouse.tokensOf('pia.picker')
    const before = warehouse.logged.length
    for (const escape of escapes) {
      const bytes = Buffer.from(`${escape}${forged}`, 'utf8').toString('latin1')
      const quoted = encodeURIComponent(`${escape}${forged}`)
      for (const [path, extra] of [
        [`/api/issuance/${quoted}`, ''],
        [`/${quoted}`, ''],
        [`/api/${bytes.replaceAll(' ', '')}`, ''],
        ['/api/warehouse', `x-request-id: ok${bytes}`],
        ['/api/warehouse', `idempotency-key: ${bytes}`],
        ['/api/warehouse', `user-agent: ${bytes}`],
        ['/api/warehouse', `x-forwarded-for: ${bytes}`],
      ]) {
        await rawRequest(warehouse.port, [
          `GET ${path} HTTP/1.1`,
          'Host: localhost',
          `Authorization: Bearer ${accessToken}`,
          ...(extra === '' ? [] : [extra ?? '']),
        ])
      }
      await rawRequest(warehouse.port, [`GE${escape.slice(0, 1)}T / HTTP/1.1`, 'Host: localhost'])
    }
    // A last, ordinary call: once its line is logged, all lines before it are written.
    await warehouse.call('pia.picker', 'GET', 'nursery', { headers: { 'x-request-id': 'the-last-one' } })
    await expect.poll(() => warehouse.logged.some(({ requestId }) => requestId === 'the-last-one')).toBe(true)
    const lines = warehouse.logged.slice(before)
    expect(lines.length).toBeGreaterThan(escapes.length * 2)
    for (const line of lines) {
      for (const [field, value] of Object.entries(line)) {
        if (typeof value !== 'string') continue
        // biome-ignore lint/suspicious/noControlCharactersInRegex: what must not be there
        expect([field, value]).not.toEqual([
          field,
          expect.stringMatching(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e]/),
        ])
      }
      expect(line.user ?? 'pia.picker').toBe('pia.picker')
    }
    addFigure(context, `requests with escapes: ${escapes.length * 8}; lines that they broke: 0`)
  })

  test('the log writes one line of JSON for each event, whatever the event contains', () => {
    const program = `
      import { createLog } from '#server/boot/log.ts'
      const log = createLog('info')
      for (const text of ${JSON.stringify(escapes)}) {
        log.info({ path: text + 'x', user: text, code: text }, 'request' + text)
        log.error({ error: Object.assign(new Error('a' + text + 'b'), { code: text }) }, 'failed')
      }
      log.info({ authorization: 'Bearer secret-token', token: 'secret-token', cookie: 'secret-token' }, 'sent')`
    const root = fileURLToPath(new URL('../..', import.meta.url))
    const { stdout, status } = spawnSync(
      process.execPath,
      ['--import', 'tsx', '--input-type=module', '-e', program],
      {
        cwd: root,
        encoding: 'utf8',
      },
    )
    expect(status).toBe(0)
    const lines = stdout.trimEnd().split('\n')
    expect(lines).toHaveLength(escapes.length * 2 + 1)
    for (const line of lines) expect(() => JSON.parse(line) as unknown).not.toThrow()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: what must not be there
    expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/)
    expect(stdout).not.toContain('secret-token')
  })
})
