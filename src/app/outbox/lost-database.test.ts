import { beforeEach, describe, expect, it, vi } from 'vitest'
import { startFakeDatabase } from '#tests/support/fake-database.ts'
import { pendingPick } from '#tests/support/pending-picks.ts'
import { createOutbox } from './outbox.ts'
import { createStorage } from './storage.ts'

beforeEach(startFakeDatabase)

const never = () => undefined
// A leader tab without a signed-in person.
const openPage = async () => {
  const outbox = createOutbox({
    storage: createStorage(),
    perform: () => new Promise(never),
    person: () => null,
    now: () => Date.now(),
    elapsed: () => 0,
    newId: () => crypto.randomUUID(),
    after: () => never,
    requestLeadership: (begin) => begin(),
    channel: { post: never, listen: never },
  })
  await vi.waitFor(() => expect(outbox.state().isLeader).toBe(true))
  return outbox
}
const pick = (outbox: Awaited<ReturnType<typeof openPage>>, barcode: string) => {
  const { id, user, lane, intent } = pendingPick(barcode)
  return outbox.append({ id, user, lane, intent })
}
const deleteDatabase = () =>
  new Promise((resolve, reject) => {
    const deleting = indexedDB.deleteDatabase('trimline-outbox')
    deleting.addEventListener('success', resolve)
    deleting.addEventListener('error', reject)
  })
// The operations that another page, or the next start, reads.
const storedIds = async () => (await createStorage().read()).operations.map(({ id }) => id)

describe('12. a database that is lost while the page is open', () => {
  it('is refilled with the page’s operations before anything else is written', async () => {
    const outbox = await openPage()
    await pick(outbox, 'B000000001')
    await deleteDatabase()
    expect(await pick(outbox, 'B000000002')).toMatchObject({ ok: true })
    expect(await storedIds()).toEqual(['pick-B000000001', 'pick-B000000002'])
    expect(outbox.state().operations.map(({ id }) => id)).toEqual(['pick-B000000001', 'pick-B000000002'])
  })

  it('does not restore operations that were finished before', async () => {
    const outbox = await openPage()
    await pick(outbox, 'B000000001')
    await pick(outbox, 'B000000002')
    expect(outbox.discard('pick-B000000002')).toBe(true)
    await deleteDatabase()
    await outbox.cachedDocument('issuance 10000001')
    expect(await storedIds()).toEqual(['pick-B000000001'])
  })
})
