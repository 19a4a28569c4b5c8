import { expect, test } from 'vitest'
import type { Job } from '#features/printing/server/job.ts'
import { createPrinting } from '#features/printing/server/printing.ts'
import { scanPage } from '#tests/support/paper-desk.ts'
import { readPaper } from '#tests/support/read-paper.ts'

const job = (number: string, lines = 1): Job => ({
  kind: 'report',
  imprint: { paper: 'A4', printed: 'Printed' },
  report: {
    title: 'Transfer',
    number,
    status: 'SHIPPED',
    commodity: 'RASP',
    facts: [],
    notes: [],
    columns: [{ title: 'Barcode', share: 1 }],
    rows: Array.from({ length: lines }, (_, index) => [String(index)]),
    signatures: [],
  },
})

test('jobs finish in the order in which they were added', async () => {
  const printing = createPrinting()
  const order: string[] = []
  const print = async (number: string, lines: number) => {
    const printed = await printing.print(job(number, lines))
    order.push(number)
    if (!printed.ok) throw new Error(printed.error)
    return scanPage((await readPaper(printed.value))[0])
  }
  const scanned = await Promise.all([print('20000001', 300), print('20000002', 1), print('20000003', 1)])
  expect(order).toEqual(['20000001', '20000002', '20000003'])
  expect(scanned).toEqual([['20000001'], ['20000002'], ['20000003']])
  await printing.close()
})

test('a job is refused immediately if too many are waiting', async () => {
  const printing = createPrinting({ maxQueued: 2 })
  const waiting = [printing.print(job('1')), printing.print(job('2'))]
  expect(await printing.print(job('3'))).toEqual({ ok: false, error: 'too_busy' })
  expect((await Promise.all(waiting)).map(({ ok }) => ok)).toEqual([true, true])
  expect((await printing.print(job('4'))).ok).toBe(true)
  await printing.close()
})

test('a job that takes too long is cancelled, and no waiting job is lost', async () => {
  const printing = createPrinting({ jobTimeoutMs: 1 })
  const both = await Promise.all([printing.print(job('1')), printing.print(job('2'))])
  expect(both).toEqual([
    { ok: false, error: 'too_slow' },
    { ok: false, error: 'too_slow' },
  ])
  await printing.close()
})

test('a job that cannot be drawn gets its own error; the next one is drawn', async () => {
  const printing = createPrinting()
  const broken = printing.print(job('\u4e00'))
  const next = printing.print(job('20000009'))
  await expect(broken).rejects.toThrow()
  expect((await next).ok).toBe(true)
  await printing.close()
})

test('the thread ends after a time without work, and the next job starts another', async () => {
  const printing = createPrinting({ idleTimeoutMs: 1 })
  expect((await printing.print(job('1'))).ok).toBe(true)
  expect((await printing.print(job('2'))).ok).toBe(true)
  await printing.close()
  expect(await printing.print(job('3'))).toEqual({ ok: false, error: 'too_busy' })
})
