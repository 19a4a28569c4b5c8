import { expect, it } from 'vitest'
import { notEnough, pendingPick, storageWith } from '#tests/support/pending-picks.ts'
import { createOutbox } from './outbox.ts'

// Pages on one storage, one of which sends; a refusal reaches each of them.
async function refusalReaches(page: string) {
  const reported: string[] = []
  const operation = pendingPick('B000000001', { page: 'one' })
  let receive: (message: unknown) => void = () => undefined
  const box = createOutbox({
    storage: storageWith(operation).storage,
    perform: () => Promise.reject(new Error('Nothing is sent here')),
    person: () => null,
    now: () => 0,
    elapsed: () => 0,
    newId: () => '',
    after: () => () => undefined,
    requestLeadership: () => undefined,
    page: { name: page, isAlive: async () => true },
    channel: {
      post: () => undefined,
      listen: (listener) => {
        receive = listener
      },
    },
  })
  await box.ready
  box.watch(({ operation: { id } }) => reported.push(id))
  const settled = { operation, result: { type: 'refused', why: notEnough('B000000001') } }
  receive({ writings: [], settled: [settled] })
  await Promise.resolve()
  return { told: reported, isTold: box.isReported(operation.id) }
}

it('13. reports it on the page of origin and on no other page', async () => {
  expect(await refusalReaches('one')).toEqual({
    told: ['pick-B000000001'],
    isTold: true,
  })
  expect(await refusalReaches('two')).toEqual({
    told: [],
    isTold: false,
  })
})
