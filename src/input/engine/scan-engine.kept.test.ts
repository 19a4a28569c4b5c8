import { describe, expect, it } from 'vitest'
import type { KeptQuantityPort } from '#core/commands/context.ts'
import { picked, refused, settle, startScanEngine } from '#tests/support/scan-work.ts'

// A document whose scans take the kept quantity, unless their line has its own.
const openKeeping = (work: ReturnType<typeof startScanEngine>, ready = true) => {
  let each: number | undefined
  const done = new Set<string>()
  const quantities: KeptQuantityPort = {
    may: () => true,
    keep: (quantity) => {
      each = quantity
      return { tone: 'ok', code: 'quantity.kept', facts: { quantity } }
    },
    isKept: () => each !== undefined,
    end: () => {
      each = undefined
      return { tone: 'ok', code: 'quantity.ended', facts: { quantity: 0 } }
    },
  }
  const screen = work.openDocument('10000123', { quantities }, ready, {
    waitsForQuantity: (barcode) => done.has(barcode),
    has: () => true,
    keptQuantity: () => each,
    takesKeptQuantity: (barcode) => !done.has(barcode),
    showUnsaved: () => undefined,
    focusLine: () => undefined,
    blur: () => undefined,
  })
  return { done, screen, each: () => each }
}
const givenIn = (work: ReturnType<typeof startScanEngine>) =>
  work.calls.map(({ barcode, quantity }) => [barcode, quantity])

describe('a quantity kept for the next scans', () => {
  it('has its value at the time of each scan, however late the scan runs', async () => {
    const work = startScanEngine()
    openKeeping(work)
    work.scan('%T.Q.25.KEEP')
    await settle()
    work.scan('B000000001')
    work.scan('B000000002')
    work.scan('%T.Q.40.KEEP')
    await settle()
    work.scan('B000000003')
    work.scan('%T.Q.END')
    await settle()
    work.scan('B000000004')
    for (let at = 0; at < 4; at += 1) await work.answerNext(at)
    expect(givenIn(work)).toEqual([
      ['B000000001', 25],
      ['B000000002', 25],
      ['B000000003', 40],
      ['B000000004', undefined],
    ])
  })

  it('is neither consumed nor lost by a refusal', async () => {
    const work = startScanEngine()
    openKeeping(work)
    work.scan('%T.Q.25.KEEP')
    await settle()
    work.scan('B000000001')
    await work.answerNext(0, refused)
    work.scan('B000000002')
    work.scan('%T.OK')
    await work.answerNext(1)
    expect(givenIn(work)).toEqual([
      ['B000000001', 25],
      ['B000000002', 25],
    ])
  })

  it('is not given to a line that got a quantity after the scan', async () => {
    const work = startScanEngine()
    const { done } = openKeeping(work)
    work.scan('%T.Q.25.KEEP')
    await settle()
    work.type('40')
    work.scan('B000000001')
    work.scan('B000000001')
    await settle()
    done.add('B000000001')
    await work.answerNext(0)
    await work.answerNext(1, { tone: 'warning', code: 'documents.lineListed', wants: 'quantity' })
    expect(givenIn(work)).toEqual([
      ['B000000001', 40],
      ['B000000001', undefined],
    ])
    expect(work.engine.state().quantityOf).toBe('B000000001')
  })

  it('is taken by scans made while the screen was loading', async () => {
    const work = startScanEngine()
    const loading = work.engine.pause()
    work.scan('B000000001')
    const { screen } = openKeeping(work)
    work.scan('%T.Q.25.KEEP')
    await settle()
    loading()
    await work.answerNext(0)
    expect(givenIn(work)).toEqual([['B000000001', 25]])
    screen()
  })

  it('survives a reload together with its scans', async () => {
    const stored = { value: undefined as unknown }
    const before = startScanEngine({ stored })
    openKeeping(before)
    before.scan('%T.Q.25.KEEP')
    await settle()
    before.scan('B000000001')
    before.scan('B000000002')
    await settle()
    const work = startScanEngine()
    openKeeping(work)
    work.engine.restore(stored.value)
    await settle()
    await work.answerNext(0, picked)
    expect(givenIn(work)).toEqual([
      ['B000000001', 25],
      ['B000000002', 25],
    ])
  })

  it.each(['%T.Q.KEEP', '%T.Q.-5.KEEP', '%T.Q.1234567890.KEEP', '%T.Q.1.5.KEEP', '%T.Q.25.KEEP.5'])(
    'is not set by %s, which is refused',
    async (code) => {
      const work = startScanEngine()
      const { each } = openKeeping(work)
      work.scan(code)
      await settle()
      expect(work.outcomes()).toEqual([[code, 'error', 'scan-command-argument']])
      expect(each()).toBeUndefined()
    },
  )

  it('takes the typed number, which the waiting line gets too', async () => {
    const work = startScanEngine()
    const { done } = openKeeping(work)
    work.scan('B000000001')
    await work.answerNext(0, { tone: 'ok', code: 'documents.added.line', wants: 'quantity' })
    work.type('25')
    expect(work.engine.takeAsKeptQuantity()).toBe(25)
    await work.answerNext(1)
    expect(givenIn(work).at(-1)).toEqual(['B000000001', 25])
    done.add('B000000001')
    work.type('40')
    expect(work.engine.takeAsKeptQuantity()).toBe(40)
    expect(work.engine.state().quantity).toBe('')
    expect(work.engine.takeAsKeptQuantity()).toBeUndefined()
    expect(work.calls).toHaveLength(2)
  })

  it('requires an open document', async () => {
    const work = startScanEngine()
    work.scan('%T.Q.25.KEEP')
    await settle()
    expect(work.outcomes()).toEqual([['%T.Q.25.KEEP', 'error', 'noDocument']])
  })
})
