import { expect, it } from 'vitest'
import { createNotifier } from './notify-changes.ts'

it('notifies once for a commit and once more for all commits made in the meantime', async () => {
  const sent: string[] = []
  const notifier = createNotifier(async () => void sent.push('told'))
  notifier.notify()
  expect(sent).toHaveLength(1)
  notifier.notify()
  notifier.notify()
  await notifier.settled()
  expect(sent).toHaveLength(2)
  notifier.notify()
  await notifier.settled()
  expect(sent).toHaveLength(3)
})

it('repeats a notification that failed', async () => {
  let calls = 0
  const notifier = createNotifier(async () => {
    calls += 1
    if (calls === 1) throw new Error('connection lost')
  })
  notifier.notify()
  await notifier.settled()
  expect(calls).toBe(2)
})
