import { describe, expect, it } from 'vitest'
import { picked, refused, settle, startScanEngine } from '#tests/support/scan-work.ts'

const added = { tone: 'ok', code: 'documents.added.line', wants: 'quantity' } as const

// An editor screen: lines that wait for a quantity, and the text that they show.
const openEditor = (work: ReturnType<typeof startScanEngine>, number = '10000123') => {
  const shown: [string, string | null][] = []
  const left: number[] = []
  const led: string[] = []
  const close = work.openDocument(number, {}, true, {
    waitsForQuantity: () => true,
    has: (barcode) => work.calls.some((call) => call.barcode === barcode),
    showUnsaved: (barcode, text) => void shown.push([barcode, text]),
    focusLine: (barcode) => void led.push(barcode),
    blur: () => void left.push(work.calls.length),
  })
  return { shown, left, led, close }
}

describe('a number after a scan', () => {
  it('goes with Enter to the line of its scan, in order, before the scan has an outcome', async () => {
    const work = startScanEngine()
    const editor = openEditor(work)
    work.scan('B000000001')
    work.type('40')
    work.engine.enterQuantity()
    work.scan('B000000002')
    work.type('7')
    work.engine.enterQuantity()
    expect(editor.left).toEqual([0, 0])
    for (let turn = 0; turn < 4; turn += 1) await work.answerNext(turn, turn % 2 ? picked : added)
    expect(work.calls.map(({ barcode, quantity }) => [barcode, quantity])).toEqual([
      ['B000000001', undefined],
      ['B000000001', 40],
      ['B000000002', undefined],
      ['B000000002', 7],
    ])
  })

  it('is shown in its line once the line exists, and stays there unsaved after the next scan', async () => {
    const work = startScanEngine()
    const { shown } = openEditor(work)
    work.scan('B000000001')
    work.type('12')
    expect(work.engine.state()).toMatchObject({ quantity: '12', quantityOf: 'B000000001' })
    work.scan('B000000002')
    await work.answerNext(0, added)
    expect(shown).toEqual([['B000000001', '12']])
    expect(work.calls[1]).toMatchObject({ barcode: 'B000000002', quantity: undefined })
  })

  it('goes to the skipped lines in order, after the last line has its own', async () => {
    const work = startScanEngine()
    const { led } = openEditor(work)
    for (const barcode of ['B000000001', 'B000000002', 'B000000003']) work.scan(barcode)
    for (const number of ['30', '10', '20']) {
      work.type(number)
      work.engine.enterQuantity()
    }
    for (let turn = 0; turn < 6; turn += 1) await work.answerNext(turn, turn < 3 ? added : picked)
    expect(led).toEqual(['B000000001', 'B000000002'])
    expect(work.calls.slice(3).map(({ barcode, quantity }) => [barcode, quantity])).toEqual([
      ['B000000003', 30],
      ['B000000001', 10],
      ['B000000002', 20],
    ])
  })

  it('is dropped with its refused scan, and is reported beside the held error', async () => {
    const work = startScanEngine()
    openEditor(work)
    work.scan('B000000001')
    work.type('40')
    work.engine.enterQuantity()
    await work.answerNext(0, refused)
    expect(work.engine.state()).toMatchObject({
      held: true,
      depth: 0,
      last: { raw: 'B000000001', tone: 'error' },
      beside: { code: 'number-dropped.refused', args: { number: 40 } },
    })
    work.type('55')
    work.engine.enterQuantity()
    await settle()
    expect(work.engine.state()).toMatchObject({
      last: { raw: 'B000000001', tone: 'error' },
      beside: { code: 'number-dropped.refused', args: { number: '55' } },
    })
    expect(work.calls).toHaveLength(1)
  })

  it('is reported with both possible lines if it is ambiguous', async () => {
    const work = startScanEngine()
    openEditor(work)
    work.scan('B000000001')
    await work.answerNext(0, refused)
    work.type('15')
    work.engine.port.acknowledge()
    work.scan('B000000002')
    await work.answerNext(1, added)
    work.type('16')
    work.scan('B000000003')
    expect(work.engine.state().last).toMatchObject({
      tone: 'warning',
      code: 'number-dropped.unsure',
      args: { number: '16', barcode: 'B000000002', next: 'B000000003' },
    })
    expect(work.engine.state().quantityOf).toBe('B000000003')
  })

  it('that belongs to no line ends with Enter, so the next scan is not ambiguous', async () => {
    const work = startScanEngine()
    work.openDocument('10000123')
    work.scan('B000000001')
    await work.answerNext(0, refused)
    work.type('15')
    expect(work.engine.isTyping()).toBe(true)
    work.engine.enterQuantity()
    expect(work.engine.isTyping()).toBe(false)
    expect(work.engine.state().held).toBe(true)
    work.engine.port.acknowledge()
    work.scan('B000000002')
    await settle()
    expect(work.calls.at(-1)).toMatchObject({ barcode: 'B000000002', quantity: undefined })
  })

  it('goes after OK to the line that the next scan adds, not to the refused one', async () => {
    const work = startScanEngine()
    openEditor(work)
    work.scan('B000000001')
    await work.answerNext(0, refused)
    work.engine.port.acknowledge()
    work.scan('B000000002')
    work.type('8')
    work.engine.enterQuantity()
    await work.answerNext(1, added)
    await work.answerNext(2)
    expect(work.calls[2]).toMatchObject({ barcode: 'B000000002', quantity: 8 })
  })
})

describe('a number before a scan', () => {
  it('goes to the next scan if the person always types numbers first, and the strip names both options', async () => {
    const work = startScanEngine()
    openEditor(work)
    for (const [turn, barcode] of ['B000000001', 'B000000002'].entries()) {
      work.type(`${turn + 11}`)
      work.scan(barcode)
      await work.answerNext(turn)
    }
    work.scan('NOSUCHCODE')
    await work.answerNext(2, refused)
    work.type('15')
    work.engine.port.acknowledge()
    work.scan('B000000003')
    await work.answerNext(3, added)
    work.type('16')
    expect(work.engine.state()).toMatchObject({
      quantity: '16',
      quantityOf: 'B000000003',
      quantityOrNext: true,
    })
    work.scan('B000000004')
    expect(work.engine.state().quantityOrNext).toBeUndefined()
    await settle()
    expect(work.calls.at(-1)).toMatchObject({ barcode: 'B000000004', quantity: 16 })
  })

  it('is consumed by a code without a result, so later digits are not appended to it', async () => {
    const work = startScanEngine()
    work.openDocument('10000123')
    work.type('40')
    work.engine.scan({ text: 'B12500', raw: 'B12500', cut: true, readAt: 2_000_000 })
    await settle()
    work.engine.port.acknowledge()
    work.type('40')
    expect(work.engine.state().quantity).toBe('40')
    work.scan('B000000001')
    await settle()
    expect(work.calls).toMatchObject([{ barcode: 'B000000001', quantity: 40 }])
  })

  it('does not follow to another document', async () => {
    const work = startScanEngine()
    const close = work.openDocument('10000123')
    work.type('1')
    close()
    work.openDocument('20000001')
    await settle()
    work.type('7')
    work.scan('B000000001')
    await settle()
    expect(work.calls).toMatchObject([{ number: '20000001', quantity: 7 }])
  })

  it('is not lost silently after it was dropped: the next pick is refused', async () => {
    const work = startScanEngine()
    work.openDocument('10000123')
    work.scan('B000000001')
    await work.answerNext(0, refused)
    work.type('30')
    work.scan('B000000002')
    work.engine.port.acknowledge()
    await settle()
    expect(work.calls).toHaveLength(1)
    expect(work.engine.state()).toMatchObject({
      held: true,
      last: { raw: 'B000000002', code: 'number-lacking', args: { number: '30' } },
    })
  })

  it('waits while a question is open, and goes with the next scan', async () => {
    const work = startScanEngine()
    work.openDocument('10000123')
    const close = work.openDialog({ yes: () => undefined })
    work.type('6')
    work.scan('B000000001')
    close()
    await settle()
    expect(work.calls).toMatchObject([{ barcode: 'B000000001', quantity: 6 }])
  })

  it('is taken out of a dialog that received its digits', async () => {
    const work = startScanEngine()
    work.openDocument('10000123')
    let typed = '6'
    const close = work.engine.addTarget({
      id: 'dialog',
      level: 'dialog',
      accepts: () => undefined,
      takeDigits: () => {
        const digits = typed
        typed = ''
        return digits
      },
    })
    work.scan('B000000001')
    close()
    await settle()
    expect(work.calls).toMatchObject([{ barcode: 'B000000001', quantity: 6 }])
    expect(typed).toBe('')
  })
})

describe('a held error', () => {
  const unknown = ['125000111', '125000222'] as const

  it('is followed by the next one with its position; Done appears only after the last', async () => {
    const work = startScanEngine()
    work.openDocument('10000123')
    for (const text of unknown) work.engine.scan({ text, raw: text, readAt: 2_000_000 + Number(text) })
    await settle()
    work.scan('%T.OK')
    await settle()
    expect(work.engine.state()).toMatchObject({
      held: true,
      last: { raw: '125000222', tone: 'error' },
      count: { at: 2, of: 2 },
    })
    expect(work.entries.map(({ tone }) => tone)).toEqual(['error', 'error'])
    work.scan('%T.OK')
    await settle()
    expect(work.engine.state()).toMatchObject({ held: false, last: { code: 'scan-acknowledged' } })
  })

  it('is not covered by a quantity, a command or a key', async () => {
    const work = startScanEngine()
    work.openDocument('10000123')
    work.scan('NOSUCHCODE')
    await work.answerNext(0, refused)
    work.scan('%T.Q.2')
    await settle()
    work.engine.showOutcome({ tone: 'ok', code: 'scan-done' }, 'switchTheme', 'key')
    expect(work.engine.state()).toMatchObject({
      held: true,
      quantity: '',
      last: { raw: 'NOSUCHCODE', tone: 'error' },
    })
    expect(work.tones.at(-1)).not.toBe('ok')
  })

  it('queues another scan’s error', async () => {
    const work = startScanEngine()
    work.openDocument('10000123', { mayUndo: () => ({ code: 'nothingToUndo' }) })
    work.scan('NOSUCHCODE')
    await work.answerNext(0, refused)
    work.scan('%T.UNDO')
    await settle()
    expect(work.engine.state()).toMatchObject({ last: { raw: 'NOSUCHCODE' }, count: { at: 1, of: 2 } })
    work.engine.port.acknowledge()
    expect(work.engine.state()).toMatchObject({
      held: true,
      last: { raw: '%T.UNDO', code: 'nothingToUndo' },
      count: { at: 2, of: 2 },
    })
    work.engine.port.acknowledge()
    expect(work.engine.state().held).toBe(false)
  })
})

describe('the shown outcome', () => {
  it('is empty if there is nothing to acknowledge', async () => {
    const work = startScanEngine()
    work.scan('%T.OK')
    await settle()
    expect(work.entries).toEqual([])
    expect(work.tones).toEqual([])
  })

  it('stays over the first paths of a page if it reports about the previous page', async () => {
    const work = startScanEngine()
    work.engine.reportAbandoned({ items: [{ id: 'one', text: 'B000000001', state: 'waiting' }] })
    const close = work.openDocument('10000123')
    await settle()
    close()
    work.openDocument('20000001')
    await settle()
    expect(work.engine.state().last).toMatchObject({ code: 'scans-abandoned' })
  })

  it('is cleared by Escape, and disappears with its document', async () => {
    const work = startScanEngine()
    const close = work.openDocument('10000123')
    work.scan('B000000001')
    await work.answerNext(0)
    expect(work.engine.state().last).toBeDefined()
    work.engine.port.clear()
    expect(work.engine.state().last).toBeUndefined()
    work.scan('B000000002')
    await work.answerNext(1)
    close()
    work.openDocument('20000001')
    await settle()
    expect(work.engine.state().last).toBeUndefined()
  })
})
