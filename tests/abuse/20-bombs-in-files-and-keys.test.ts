import { deflateSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addFigure } from '#tests/support/figure.ts'
import { rawRequest } from '#tests/support/raw-request.ts'
import { errorsOf, HEADER, sendFile, stockFile, stockRow } from '#tests/support/stock-file.ts'
import { barcodeOf, openWarehouse, type ProblemBody, type Warehouse } from '#tests/support/warehouse.ts'

// Keys with a meaning in JavaScript, compressed bodies, and files that grow when they are unpacked.

let warehouse: Warehouse
beforeAll(async () => {
  warehouse = await openWarehouse()
})
afterAll(() => warehouse.close())

const header =
  '"IssueToType":"Grower","IssueToNbr":"G1","Status":"OPEN","InventoryLocation":"WAT","TrimSeasonID":"S1","StorageType":"INVENTORY"'
const post = async (body: string, headers: Record<string, string> = {}) => {
  const response = await warehouse.call('pia.picker', 'POST', 'issuance', { body, headers })
  return { status: response.status, text: await response.text() }
}
const count = async (table: 'movement' | 'document') =>
  Number((await warehouse.database.pool.query(`select count(*) as n from ${table}`)).rows[0].n)
const movements = () => count('movement')
const documents = () => count('document')

describe('Abuse 20: parser bombs', () => {
  test('names of prototype properties are ordinary keys', async () => {
    for (const key of ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf']) {
      const { status } = await post(
        `{"${key}":{"polluted":true,"isAdmin":true},"IssuanceHeader":{${header},"${key}":{"polluted":true}},"InventoryLines":[{"${key}":{"polluted":true},"ID":null,"BarcodeID":"${barcodeOf(1)}","Status":"RESERVED","OrderQty":1}]}`,
      )
      expect([key, status]).toEqual([key, 200])
    }
    expect('polluted' in {}).toBe(false)
    expect((await warehouse.call('pia.picker', 'GET', 'maintenance/records/people')).status).toBe(403)
    for (const path of [
      'maintenance/records/__proto__',
      'maintenance/records/constructor',
      'printreport?reportname=__proto__&refnbr=1',
    ]) {
      expect((await warehouse.call('sam.super', 'GET', path)).status).toBe(400)
    }
  })

  test('the last of two equal keys counts, in every check and in the database', async () => {
    const { status, text } = await post(
      `{"IssuanceHeader":{${header},"InventoryLocation":"WAT","InventoryLocation":"OXN"},"InventoryLines":[]}`,
    )
    expect([status, (JSON.parse(text) as ProblemBody).code]).toEqual([403, 'location_not_allowed'])
    const other = await post(
      `{"IssuanceHeader":{${header},"Status":"SHIPPED","Status":"OPEN"},"InventoryLines":[]}`,
    )
    expect(other.status).toBe(200)
  })

  test('huge keys, huge texts and huge numbers are refused with a short message', async () => {
    for (const body of [
      `{"${'k'.repeat(900_000)}":1}`,
      `{"IssuanceHeader":{${header},"Comments":"${'\\u0041'.repeat(100_000)}"}}`,
      `{"IssuanceHeader":{${header},"TagNbr":${'9'.repeat(500_000)}}}`,
      `{"IssuanceHeader":{${header},"TagNbr":1e999999999}}`,
    ]) {
      const { status, text } = await post(body)
      expect(status).toBe(400)
      expect(text.length).toBeLessThan(10_000)
    }
  })

  test('a compressed body is not decompressed, whether it is a bomb or valid', async () => {
    const { accessToken } = await warehouse.tokensOf('ada.admin')
    const before = [await movements(), await documents()]
    const document = `{"IssuanceHeader":{${header}},"InventoryLines":[]}`
    const stock = stockFile(stockRow('BMB0000009', 5))
    for (const [path, type, text] of [
      ['issuance', 'application/json', document],
      ['issuance', 'application/json', `${' '.repeat(50_000_000)}${document}`],
      ['maintenance/import?file=x.csv', 'text/csv', stock],
      ['maintenance/import?file=x.csv', 'text/csv', `${stock}${'\n'.repeat(50_000_000)}`],
    ] as const) {
      for (const [encoding, packed] of [
        ['gzip', gzipSync(text)],
        ['deflate', deflateSync(text)],
      ] as const) {
        const bytes = packed.toString('latin1')
        const { status, body } = await rawRequest(
          warehouse.port,
          [
            `POST /api/${path} HTTP/1.1`,
            'Host: localhost',
            `Authorization: Bearer ${accessToken}`,
            `Content-Type: ${type}`,
            `Content-Encoding: ${encoding}`,
            `Content-Length: ${packed.length}`,
          ],
          bytes,
        )
        // The answer of an import is a report: it must contain no row.
        expect([path, encoding, status === 400 || body.includes('"Applied":false')]).toEqual([
          path,
          encoding,
          true,
        ])
      }
    }
    expect([await movements(), await documents()]).toEqual(before)
  })

  test('files with an endless cell, row or quote, with separators only, or with compressed data change nothing', async (context) => {
    const before = await movements()
    const files: readonly (string | Uint8Array<ArrayBuffer>)[] = [
      `${HEADER}\n"${'x'.repeat(3_000_000)}`,
      `${HEADER}\n${'x'.repeat(3_000_000)}`,
      `${HEADER}\n${','.repeat(1_000_000)}`,
      `${HEADER}${',x'.repeat(300_000)}\n`,
      `${HEADER}\n${'\n'.repeat(1_000_000)}`,
      `${HEADER}\n${'""'.repeat(500_000)}`,
      `${HEADER}\n${'"",'.repeat(300_000)}`,
      Uint8Array.from([0x50, 0x4b, 3, 4, ...Buffer.from('bomb')]),
      Uint8Array.from(gzipSync(Buffer.alloc(10_000_000))),
      Uint8Array.from(Buffer.alloc(200_000)),
      stockFile(stockRow('BMB0000001', '9'.repeat(100_000))),
      stockFile(stockRow('__proto__', 5), stockRow('constructor', 5)),
    ]
    for (const [at, file] of files.entries()) {
      const answer = await sendFile(warehouse, 'ada.admin', file)
      expect([at, answer.report.Applied]).toEqual([at, false])
      if (answer.status === 200) expect([at, errorsOf(answer).length > 0]).toEqual([at, true])
    }
    expect(await movements()).toBe(before)
    // The next valid import works.
    const good = await sendFile(warehouse, 'ada.admin', stockFile(stockRow('BMB0000002', 5)))
    expect(good.report.Applied).toBe(true)
    addFigure(context, `bombs in files: ${files.length}; rows that they brought in: 0`)
  })
})
