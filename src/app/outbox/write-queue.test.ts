import { expect, it } from 'vitest'
import { NO_CHANGES } from '#core/outbox/index.ts'
import type { AppWriting, OutboxStorage } from './storage.ts'
import { createWriteQueue } from './write-queue.ts'

const goneOf = (id: string): AppWriting => ({ ...NO_CHANGES, gone: [id] })

it('stores a write that is queued by the callback of the last write', async () => {
  const written: string[] = []
  const write = async (writing: AppWriting) => {
    written.push(...writing.gone)
    return writing
  }
  const storage = { write } as unknown as OutboxStorage
  const disk = createWriteQueue(
    storage,
    () => () => {},
    () => false,
  )
  disk.write(goneOf('one'), [], () => {
    queueMicrotask(() => disk.write(goneOf('two'), [], () => {}))
  })
  await disk.flush()
  await new Promise((resolve) => setTimeout(resolve))
  expect(written).toEqual(['one', 'two'])
})
