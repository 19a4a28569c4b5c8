import { expect, it } from 'vitest'
import { NO_CHANGES } from '#outbox/index.ts'
import { memoryStorage } from '#tests/support/memory-storage.ts'
import { waitingPick } from '#tests/support/waiting.ts'
import { createDisk } from './disk.ts'

it('a write that waited does not store what has left the outbox meanwhile', async () => {
  const memory = memoryStorage()
  const left = new Set<string>()
  const disk = createDisk(
    memory.storage,
    () => () => undefined,
    (id) => left.has(id),
  )
  const put = [waitingPick('B000000001'), waitingPick('B000000002')]
  memory.fails(true)
  disk.write({ ...NO_CHANGES, put }, [], () => undefined)
  expect(await disk.flush()).toBe(false)
  left.add('pick-B000000001')
  memory.fails(false)
  expect(await disk.flush()).toBe(true)
  expect([...memory.operations.keys()]).toEqual(['pick-B000000002'])
})
