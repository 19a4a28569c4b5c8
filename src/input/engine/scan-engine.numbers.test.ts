import { describe, expect, it } from 'vitest'
import { picked, refused, settle, startWork } from '#tests/support/scan-work.ts'

const added = { tone: 'ok', code: 'documents.added.line', wants: 'quantity' } as const

// An editor: lines that wait for a quantity, and what they show.
const openEditor = (work: ReturnType<typeof startWork>, number = '10000123') => {
  const shown: [string, string | null][] = []
  const left: number[] = []
  const led: string[] = []
  const close = work.openDocument(number, {}, true, {
    wants: () => true,
    has: (barcode) => work.calls.some((call) => call.barcode === barcode),
    show: (barcode, text) => void shown.push([barcode, text]),
    lead: (barcode) => void led.push(barcode),
    leave: () => void left.push(work.calls.length),
  })
  return { shown, left, led, close }
}

describe('a number after a scan', () => {
  it('goes to the line of that scan with Enter, behind it, before its answer has come', async () => {
    const work = startWork()
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

  it('is shown in its line once that is there, and stays there unsaved when the next scan comes', async () => {
    const work = startWork()
    const { shown } = openEditor(work)
    work.scan('B000000001')
    work.type('12')
    expect(work.engine.state()).toMatchObject({ quantity: '12', quantityOf: 'B000000001' })
    work.scan('B000000002')
    await work.answerNext(0, added)
    expect(shown).toEqual([['B000000001', '12']])
    expect(work.calls[1]).toMatchObject({ barcode: 'B000000002', quantity: undefined })
  })

  it('goes to the lines that were passed over, the first of them first, once the last one has its own', async () => {
    const work = startWork()
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

  it('falls with its scan, and is told beside the refusal that is held', async () => {
    const work = startWork()
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

  it('is named with both lines that it could be for, where nobody can tell', async () => {
    const work = startWork()
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

  it('that is nobody’s is ended by Enter: the next scan is in no doubt', async () => {
    const work = startWork()
    work.openDocument('10000123')
    work.scan('B000000001')
    await work.answerNext(0, refused)
    work.type('15')
    expect(work.engine.isUnderWay()).toBe(true)
    work.engine.enterQuantity()
    expect(work.engine.isUnderWay()).toBe(false)
    expect(work.engine.state().held).toBe(true)
    work.engine.port.acknowledge()
    work.scan('B000000002')
    await settle()
    expect(work.calls.at(-1)).toMatchObject({ barcode: 'B000000002', quantity: undefined })
  })

  it('belongs to the line that the next scan adds, not to the one that was refused, once OK was said', async () => {
    const work = startWork()
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
  it('stays the next scan’s with who has typed all of them so, and the strip says which it would be', async () => {
    const work = startWork()
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

  it('is used up by a code that comes to nothing: nothing is appended to it afterwards', async () => {
    const work = startWork()
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

  it('stays behind on the document that it was typed on', async () => {
    const work = startWork()
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

  it('that was dropped is not missed in silence: the pick behind it is refused, and nothing is picked', async () => {
    const work = startWork()
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

  it('waits while a question is open, and goes with the scan behind it', async () => {
    const work = startWork()
    work.openDocument('10000123')
    const close = work.openDialog({ yes: () => undefined })
    work.type('6')
    work.scan('B000000001')
    close()
    await settle()
    expect(work.calls).toMatchObject([{ barcode: 'B000000001', quantity: 6 }])
  })

  it('is taken out of a dialog that has heard it as its own', async () => {
    const work = startWork()
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

  it('is followed by the next one, which says which it is; nothing says Done before the last', async () => {
    const work = startWork()
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

  it('is not covered by a quantity, by a command or by a key', async () => {
    const work = startWork()
    work.openDocument('10000123')
    work.scan('NOSUCHCODE')
    await work.answerNext(0, refused)
    work.scan('%T.Q.2')
    await settle()
    work.engine.announce({ tone: 'ok', code: 'scan-done' }, 'switchTheme', 'key')
    expect(work.engine.state()).toMatchObject({
      held: true,
      quantity: '',
      last: { raw: 'NOSUCHCODE', tone: 'error' },
    })
    expect(work.tones.at(-1)).not.toBe('ok')
  })

  it('has another scan’s error behind it', async () => {
    const work = startWork()
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

describe('what is shown', () => {
  it('says nothing when there is nothing to acknowledge', async () => {
    const work = startWork()
    work.scan('%T.OK')
    await settle()
    expect(work.entries).toEqual([])
    expect(work.tones).toEqual([])
  })

  it('stays over the first addresses of a page where it tells of the page before', async () => {
    const work = startWork()
    work.engine.reportAbandoned({ items: [{ id: 'one', text: 'B000000001', state: 'waiting' }] })
    const close = work.openDocument('10000123')
    await settle()
    close()
    work.openDocument('20000001')
    await settle()
    expect(work.engine.state().last).toMatchObject({ code: 'scans-abandoned' })
  })

  it('is cleared by Esc, and leaves with its document', async () => {
    const work = startWork()
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
