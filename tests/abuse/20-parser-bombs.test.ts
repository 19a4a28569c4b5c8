import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openWarehouse, type ProblemBody, type Warehouse } from '#tests/support/warehouse.ts'

let warehouse: Warehouse
beforeAll(async () => {
  warehouse = await openWarehouse()
})
afterAll(() => warehouse.close())

const post = async (username: string, path: string, body: string) => {
  const response = await warehouse.call(username, 'POST', path, { body })
  const { code, errors } = (await response.json()) as ProblemBody
  return [response.status, code, ...(errors ?? []).map(({ expected }) => expected)]
}
const million = 999_000

describe('Abuse 20: parser bombs', () => {
  test.each([
    ['opened and never closed', '['.repeat(million)],
    ['opened behind a string', `{"a":"]]\\"]","b":${'['.repeat(million)}`],
    ['objects in objects', '{"a":'.repeat(million / 5)],
  ])('a body of brackets is refused after the first few: %s', async (_, body) => {
    const levels = 'a JSON document of at most 16 levels'
    expect(await post('pia.picker', 'issuance', body)).toEqual([400, 'malformed_request', levels])
  })

  test('a body with more values than any document has is refused', async () => {
    const values = 'a JSON document of at most 100000 values'
    const body = `{"InventoryLines":[${'0,'.repeat(million / 2)}0]}`
    expect(await post('pia.picker', 'issuance', body)).toEqual([400, 'malformed_request', values])
  })

  test('too many lines are refused by their number, without a check of each line', async () => {
    const body = JSON.stringify({
      IssuanceHeader: {},
      InventoryLines: Array.from({ length: 9_000 }, () => ({})),
    })
    expect(await post('pia.picker', 'issuance', body)).toContain('at most 2000 lines')
  })

  test('brackets and commas in a text are text', async () => {
    const tag = await warehouse.clerk('pia.picker').create({ Comments: '[[[[[[[[[[[[[[[[[[[[ \\"{,{,' })
    expect((await warehouse.clerk('pia.picker').detail(tag)).IssuanceHeader?.Comments).toBe(
      '[[[[[[[[[[[[[[[[[[[[ \\"{,{,',
    )
  })

  test('a person without rights is refused before a large body is parsed', async () => {
    const body = '['.repeat(million)
    expect(await post('nora.noaccess', 'issuance', body)).toEqual([403, 'key_missing'])
    expect(await post('rhea.reader', 'issuance', body)).toEqual([403, 'read_only'])
  })

  test('each call has its own limit for the size of its body', async () => {
    const printer = JSON.stringify({ PrintServer: 'p1', PrintLocation: 'x'.repeat(20_000) })
    expect(await post('ada.admin', 'printservers', printer)).toEqual([413, 'body_too_large'])
    const record = JSON.stringify({ Values: { Name: 'x'.repeat(100_000) } })
    expect(await post('ada.admin', 'maintenance/records/people', record)).toEqual([413, 'body_too_large'])
    const header = JSON.stringify({ IssuanceHeader: { Comments: 'x'.repeat(3_000_000) } })
    expect(await post('ada.admin', 'issuance', header)).toEqual([413, 'body_too_large'])
  })
})
