import { expect, it } from 'vitest'
import { notEnough, pendingPick, storageWith } from '#tests/support/pending-picks.ts'
import type { Settled } from './intent.ts'
import { createOutbox } from './outbox.ts'
import { replyWithin, serverReply } from './server-reply.ts'

const pickOf = (barcode: string) => pendingPick(barcode, { page: 'here' })
const ONE = pickOf('B000000001')
const TWO = pickOf('B000000002')
const elsewhere = pendingPick('B000000004', { page: 'here', lane: 'issuance 10000002' })
const keyMissing = { code: 'outbox.rights.key_missing', facts: {} }

// A page that is not the leader tab; `settle` delivers the server's replies, `pass` ends all delays.
const open = async () => {
  const reported: string[] = []
  const delayed: (() => void)[] = []
  let receive: (message: unknown) => void = () => undefined
  const box = createOutbox({
    storage: storageWith(ONE, TWO, elsewhere).storage,
    perform: () => Promise.reject(new Error('Nothing is sent here')),
    person: () => null,
    now: () => 0,
    elapsed: () => 0,
    newId: () => '',
    after: (run) => {
      delayed.push(run)
      return () => undefined
    },
    requestLeadership: () => undefined,
    page: { name: 'here', isAlive: async () => true },
    channel: {
      post: () => undefined,
      listen: (listener) => {
        receive = listener
      },
    },
  })
  await box.ready
  box.watch(({ operation }) => reported.push(operation.id))
  return {
    box,
    reported,
    settle: (...settled: readonly Settled[]) => receive({ writings: [], settled }),
    pass: async () => {
      for (const run of delayed.splice(0)) run()
      await Promise.resolve()
    },
  }
}
const held = (operation: Settled['operation']): Settled => ({
  operation,
  result: { type: 'held', why: keyMissing },
})
const refused = (operation: Settled['operation']): Settled => ({
  operation,
  result: { type: 'refused', why: notEnough('B000000001') },
})

it('reports work that is held for a right in addition to the change whose reply is awaited', async () => {
  const { box, reported, settle, pass } = await open()
  const reply = serverReply(box, ONE)
  settle(held(ONE), held(TWO), held(elsewhere))
  await pass()
  expect(await reply).toMatchObject({ type: 'held' })
  expect(reported).toEqual([TWO.id, elsewhere.id])
})

it('notifies all callers that await one operation, also after one of them stops waiting', async () => {
  const { box, settle, pass } = await open()
  const [one, other] = [serverReply(box, ONE), serverReply(box, ONE)]
  const gaveUp = replyWithin(box, TWO, 0)
  const stays = serverReply(box, TWO)
  await gaveUp
  settle(refused(ONE), refused(TWO))
  await pass()
  expect(await Promise.all([one, other, stays])).toMatchObject([
    { type: 'refused' },
    { type: 'refused' },
    { type: 'refused' },
  ])
})

it('reports a refusal in the lane of an awaited change', async () => {
  const { box, reported, settle, pass } = await open()
  void serverReply(box, ONE)
  settle(refused(TWO))
  await pass()
  expect(reported).toEqual([TWO.id])
})

it('reports a refusal that arrives after the wait for it has ended', async () => {
  const { box, reported, settle, pass } = await open()
  expect(await replyWithin(box, ONE, 0)).toBeUndefined()
  settle(refused(ONE))
  await pass()
  expect(reported).toEqual([ONE.id])
})

it('leaves all work held for one right to the open document that awaits one of the operations', async () => {
  const { box, reported, settle, pass } = await open()
  box.follow(
    ONE.lane,
    () => undefined,
    (id) => id === ONE.id,
  )
  settle(held(ONE), held(TWO), held(elsewhere))
  await pass()
  expect(reported).toEqual([])
})

const confirmed = (operation: Settled['operation']): Settled => ({
  operation: { ...operation, state: 'sent' },
  result: { type: 'confirmed' },
})

it('does not report an operation as held that was confirmed before the report', async () => {
  const { box, reported, settle, pass } = await open()
  const results: string[] = []
  box.follow(ONE.lane, ({ result }) => results.push(result.type))
  settle(held(elsewhere), held(ONE))
  settle(confirmed(elsewhere), confirmed(ONE))
  await pass()
  expect(reported).toEqual([])
  expect(results).toEqual(['confirmed'])
})
