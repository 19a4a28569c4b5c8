import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openWarehouse, type ProblemBody, type Warehouse } from '#tests/support/warehouse.ts'

// Another person's Idempotency-Key neither shows that person's answer nor blocks one's own request.

let warehouse: Warehouse
beforeAll(async () => {
  warehouse = await openWarehouse()
})
afterAll(() => warehouse.close())

const documents = async () =>
  (await warehouse.database.pool.query('select number, created_by from document order by number')).rows

describe('Abuse 4: foreign key reuse', () => {
  test('the same key and body of another person creates a separate document', async () => {
    const first = await warehouse.clerk('pia.picker').save({ Comments: 'a secret of pia' }, [], 'key-a')
    const second = await warehouse.clerk('ada.admin').save({ Comments: 'a secret of pia' }, [], 'key-a')
    expect(second.status).toBe(200)
    expect(second.headers.get('idempotency-replayed')).toBe(null)
    expect(second.body.TagNbr).not.toBe(first.body.TagNbr)
    expect((await documents()).map(({ created_by }) => created_by)).toEqual(['pia.picker', 'ada.admin'])
  })

  test('the same key with another body does not show or replace the first answer', async () => {
    const first = await warehouse.clerk('pia.picker').save({ Comments: 'one' }, [], 'key-b')
    const other = await warehouse.clerk('ada.admin').save({ Comments: 'two' }, [], 'key-b')
    expect([other.status, other.headers.get('idempotency-replayed')]).toEqual([200, null])
    const again = await warehouse.clerk('pia.picker').save({ Comments: 'one' }, [], 'key-b')
    expect([again.body, again.headers.get('idempotency-replayed')]).toEqual([first.body, 'true'])
  })

  test('the key of a person with more rights gives no additional rights', async () => {
    await warehouse.clerk('ada.admin').save({ Comments: 'x' }, [], 'key-c')
    for (const username of ['nora.noaccess', 'rhea.reader', 'ravi.receiver']) {
      const { status, body } = await warehouse
        .clerk(username)
        .save<ProblemBody>({ Comments: 'x' }, [], 'key-c')
      expect(status).toBe(403)
      expect(JSON.stringify(body)).not.toContain('TagNbr')
    }
  })

  test('a key that was used for another call is refused, and a repeat creates no document', async () => {
    const pia = warehouse.clerk('pia.picker')
    const first = await pia.save({ Comments: 'y' }, [], 'key-d')
    const elsewhere = await pia.call<ProblemBody>('POST', 'owner', {
      body: { Number: first.body.TagNbr },
      key: 'key-d',
    })
    expect([elsewhere.status, elsewhere.body.code]).toEqual([422, 'key_reused'])
    const before = (await documents()).length
    await pia.save({ Comments: 'y' }, [], 'key-d')
    expect((await documents()).length).toBe(before)
  })

  test('malformed keys are refused', async () => {
    const keys = [' x', 'a b', 'é', 'x'.repeat(201), 'a\tb']
    const statuses = await Promise.all(
      keys.map(async (key) => {
        const headers = { 'idempotency-key': key }
        return (await warehouse.call('pia.picker', 'POST', 'issuance', { body: {}, headers })).status
      }),
    )
    expect(statuses).toEqual(keys.map(() => 400))
  })
})
