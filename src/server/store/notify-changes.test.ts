import { expect, it } from 'vitest'
import { createNotifier } from './notify-changes.ts'

it('tells of a commit once, and of all that are made meanwhile once more', async () => {
  const told: string[] = []
  const notifier = createNotifier(async () => void told.push('told'))
  notifier.tell()
  expect(told).toHaveLength(1)
  notifier.tell()
  notifier.tell()
  await notifier.settled()
  expect(told).toHaveLength(2)
  notifier.tell()
  await notifier.settled()
  expect(told).toHaveLength(3)
})

it('tells again what could not be told', async () => {
  let calls = 0
  const notifier = createNotifier(async () => {
    calls += 1
    if (calls === 1) throw new Error('connection lost')
  })
  notifier.tell()
  await notifier.settled()
  expect(calls).toBe(2)
})
