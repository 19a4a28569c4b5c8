import { expect, it, vi } from 'vitest'
import { NO_CHANGES } from '#core/outbox/index.ts'
import { memoryStorage } from '#tests/support/memory-storage.ts'
import { pendingPick } from '#tests/support/pending-picks.ts'
import { createOutbox } from './outbox.ts'

it('pauses between reads while another page sends, because they share the disk', async () => {
  const pauses: (() => void)[] = []
  let reads = 0
  let receive: (message: unknown) => void = () => undefined
  const { storage } = memoryStorage()
  await storage.append(pendingPick('B000000001'), [])
  const box = createOutbox({
    // While the other page sends, a message arrives during each read.
    storage: {
      ...storage,
      read: () => {
        reads += 1
        if (reads <= 4) receive({ writings: [NO_CHANGES], settled: [] })
        return storage.read()
      },
    },
    perform: () => Promise.reject(new Error('Nothing is sent here')),
    person: () => null,
    now: () => 0,
    elapsed: () => 0,
    newId: () => '',
    after: (run) => {
      pauses.push(run)
      return () => undefined
    },
    requestLeadership: () => undefined,
    channel: {
      post: () => undefined,
      listen: (listener) => {
        receive = listener
      },
    },
  })
  await vi.waitFor(() => expect(pauses).toHaveLength(1))
  expect(reads).toBe(3)
  pauses[0]?.()
  await vi.waitFor(() => expect(pauses).toHaveLength(2))
  pauses[1]?.()
  await box.ready
  expect(reads).toBe(5)
  expect(box.state().operations.map(({ id }) => id)).toEqual(['pick-B000000001'])
})
