import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createQueue, isBounce, type QueueEvent, queueDepth, reduceQueue, restoreQueue } from './queue.ts'

const scanOf = (id: string) => ({ id, text: `B${id.padStart(9, '0')}`, raw: id, at: 1, target: 'editor' })

// Runs events; returns the queue and the ids in start order.
function run(events: readonly QueueEvent[], queue = createQueue()) {
  const started: string[] = []
  for (const event of events) {
    const [next, effects] = reduceQueue(queue, event)
    queue = next
    started.push(...effects.map(({ scan }) => scan.id))
  }
  return { queue, started }
}

const enqueue = (id: string): QueueEvent => ({ type: 'enqueue', scan: scanOf(id) })

describe('the scan queue', () => {
  it('runs one scan at a time, in order', () => {
    const { queue, started } = run([enqueue('1'), enqueue('2'), enqueue('3'), { type: 'done', id: '1' }])
    expect(started).toEqual(['1', '2'])
    expect(queueDepth(queue)).toBe(2)
  })

  it('holds the next scan after an error until it is acknowledged', () => {
    const failed = run([enqueue('1'), enqueue('2'), { type: 'fail', id: '1' }])
    expect(failed.started).toEqual(['1'])
    expect(failed.queue.heldBy).toBe('1')
    expect(run([{ type: 'acknowledge' }], failed.queue).started).toEqual(['2'])
  })

  it('discards a waiting scan on request, but never the running one', () => {
    const { queue, started } = run([
      enqueue('1'),
      enqueue('2'),
      enqueue('3'),
      { type: 'discard', id: '1' },
      { type: 'discard', id: '2' },
    ])
    expect(started).toEqual(['1'])
    expect(queue.items.map(({ id, state }) => [id, state])).toEqual([
      ['1', 'running'],
      ['3', 'waiting'],
    ])
    expect(run([{ type: 'done', id: '1' }], queue).started).toEqual(['3'])
  })

  it('continues after an error if the workstation is set so', () => {
    const events: QueueEvent[] = [enqueue('1'), enqueue('2'), { type: 'fail', id: '1' }]
    expect(run(events, createQueue('continue')).started).toEqual(['1', '2'])
    const held = run(events)
    expect(run([{ type: 'set-after-error', afterError: 'continue' }], held.queue).started).toEqual(['2'])
  })

  it('runs the running scan again after a reload, in the same order', () => {
    const { queue } = run([enqueue('1'), enqueue('2'), enqueue('3')])
    const restored = restoreQueue(JSON.parse(JSON.stringify(queue)))
    expect(restored.effects.map(({ scan }) => scan.id)).toEqual(['1'])
    expect(restored.queue.items.map(({ id }) => id)).toEqual(['1', '2', '3'])
    expect(restored.unreadable).toBe(0)
  })

  it('keeps valid entries of a damaged store and counts the others', () => {
    const stored = {
      items: [scanOf('1'), null, { id: 2 }, { ...scanOf('3'), at: 'never' }, scanOf('1')],
      afterError: 'what',
    }
    const restored = restoreQueue(stored)
    expect(restored.queue.items.map(({ id }) => id)).toEqual(['1', '3'])
    expect(restored.unreadable).toBe(3)
    for (const junk of ['', 7, [], 'x']) expect(restoreQueue(junk).queue.items).toEqual([])
  })

  it('keeps the order and loses no scan with any events', () => {
    const step = fc.constantFrom('enqueue', 'done', 'fail', 'acknowledge', 'reload', 'stray')
    fc.assert(
      fc.property(
        fc.array(step, { maxLength: 120 }),
        fc.constantFrom('hold' as const, 'continue' as const),
        (steps, setting) => {
          let queue = createQueue(setting)
          let added = 0
          const started: string[] = []
          const send = (event: QueueEvent): void => {
            const [next, effects] = reduceQueue(queue, event)
            queue = next
            started.push(...effects.map(({ scan }) => scan.id))
          }
          for (const name of [
            ...steps,
            ...Array.from({ length: 260 }, (_, index) => (index % 2 ? 'done' : 'acknowledge')),
          ]) {
            const running = queue.items.find(({ state }) => state === 'running')
            expect(queue.items.filter(({ state }) => state === 'running').length).toBeLessThanOrEqual(1)
            if (name === 'enqueue') {
              added += 1
              send(enqueue(String(added)))
            } else if (name === 'reload') {
              const restored = restoreQueue(JSON.parse(JSON.stringify(queue)), createQueue(setting))
              queue = restored.queue
              started.push(...restored.effects.map(({ scan }) => scan.id))
            } else if (name === 'acknowledge') send({ type: 'acknowledge' })
            else if (name === 'stray') send({ type: 'done', id: 'nobody' })
            else if (running !== undefined) send({ type: name === 'done' ? 'done' : 'fail', id: running.id })
          }
          const once = started.filter((id, index) => started.indexOf(id) === index)
          expect(once).toEqual(Array.from({ length: added }, (_, index) => String(index + 1)))
          expect(queue.items).toEqual([])
        },
      ),
    )
  })
})

describe('isBounce', () => {
  it('is true only for the same text within 400 ms', () => {
    const first = { text: 'B123456789', at: 1000 }
    expect(isBounce(first, { ...first, at: 1400 })).toBe(true)
    expect(isBounce(first, { ...first, at: 1401 })).toBe(false)
    expect(isBounce(first, { text: 'B123456780', at: 1100 })).toBe(false)
    expect(isBounce(undefined, first)).toBe(false)
    // After the clock was set back, the elapsed time is unknown: the scan is not dropped.
    expect(isBounce(first, { ...first, at: 999 })).toBe(false)
  })
})
