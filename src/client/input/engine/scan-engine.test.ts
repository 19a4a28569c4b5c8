import { describe, expect, it, vi } from 'vitest'
import type { Arguments, CommandOutcome, RunOutcome } from '#commands/command.ts'
import { refuse } from '#contract/refusals.ts'
import { picked, refused, settle, startWork } from '#tests/support/scan-work.ts'

const barcodes = Array.from({ length: 10 }, (_, index) => `B00000000${index}`)

describe('digits before a barcode', () => {
  it('are the person’s alone: those of the scan that came too early are taken back', async () => {
    const work = startWork()
    work.openDocument('10000123')
    work.type('40')
    work.type('7')
    const text = '7000000001'
    const keystrokes = [...text].map((key, index) => ({ key, handedOn: index === 0 }))
    work.engine.scan({ text, raw: text, readAt: 2_000_000, keystrokes })
    await settle()
    expect(work.calls.map(({ barcode, quantity }) => [barcode, quantity])).toEqual([[text, 40]])
  })
})

describe('a scan for another screen', () => {
  it('waits until the screen that it leads to is there, and those behind it follow', async () => {
    const work = startWork()
    const close = work.openDocument('10000123')
    work.engine.scanThere({ text: 'B000000001', raw: 'B000000001', quantity: 12 }, () =>
      work.moveTo('/Issuance/Grower/10000124'),
    )
    work.scan('B000000002')
    await settle()
    expect(work.calls).toEqual([])
    close()
    work.openDocument('10000124')
    await work.answerNext(0)
    await work.answerNext(1)
    expect(work.calls.map(({ barcode, quantity, number }) => [barcode, quantity, number])).toEqual([
      ['B000000001', 12, '10000124'],
      ['B000000002', undefined, '10000124'],
    ])
  })
})

describe('scans while answers take long', () => {
  it('runs ten in order, one after the other, with their depth in sight, and loses none', async () => {
    const work = startWork()
    work.openDocument('10000123')
    for (const barcode of barcodes) work.scan(barcode, 50)
    await settle()
    expect(work.calls).toHaveLength(1)
    expect(work.engine.state()).toMatchObject({ depth: 10, waitsFor: 'scan' })
    for (let at = 0; at < 10; at += 1) {
      expect(work.engine.state().depth).toBe(10 - at)
      await work.answerNext(at)
    }
    expect(work.calls.map(({ barcode }) => barcode)).toEqual(barcodes)
    expect(work.outcomes()).toEqual(barcodes.map((barcode) => [barcode, 'ok', 'picked']))
    expect(work.engine.state().depth).toBe(0)
  })

  it('sounds busy for what waits, at once, and the outcome when it comes', async () => {
    const work = startWork()
    work.openDocument('10000123')
    work.scan('B000000001')
    work.scan('B000000002')
    expect(work.tones).toEqual(['busy'])
    await work.answerNext(0)
    await work.answerNext(1)
    expect(work.tones).toEqual(['busy', 'ok', 'ok'])
  })

  it('keeps every scan while a dialog is open, and lets none of them answer it', async () => {
    const work = startWork()
    work.openDocument('10000123')
    const yes = vi.fn<() => RunOutcome>()
    const close = work.openDialog({ yes })
    for (const barcode of barcodes) work.scan(barcode)
    await settle()
    expect(work.calls).toHaveLength(0)
    expect(work.engine.state()).toMatchObject({ depth: 10, waitsFor: 'dialog' })
    expect(work.tones).toEqual(barcodes.map(() => 'busy'))
    work.scan('%T.YES')
    await settle()
    expect(yes).toHaveBeenCalledOnce()
    close()
    for (let at = 0; at < 10; at += 1) await work.answerNext(at)
    expect(work.calls.map(({ barcode }) => barcode)).toEqual(barcodes)
  })

  it('lets a scan ask a question: the answer goes ahead, the scans behind it wait', async () => {
    const work = startWork()
    let resolve: (outcome: RunOutcome) => void = () => undefined
    const yes = vi.fn<() => RunOutcome>(() => {
      close()
      resolve({ tone: 'ok', code: 'savedWithAnswer' })
      return undefined
    })
    let close: () => void = () => undefined
    work.openDocument('10000123', {
      actOnLine: (barcode) =>
        barcode === 'B000000001'
          ? new Promise((answer) => {
              resolve = answer
              close = work.openDialog({ yes })
            })
          : picked,
    })
    work.scan('B000000001')
    work.scan('B000000002')
    await settle()
    // The one that asks is not counted among those that wait for the answer.
    expect(work.engine.state()).toMatchObject({ depth: 1, waitsFor: 'dialog' })
    work.scan('%T.YES')
    await settle()
    expect(work.outcomes()).toEqual([
      ['B000000001', 'ok', 'savedWithAnswer'],
      ['B000000002', 'ok', 'picked'],
    ])
    expect(work.tones).toEqual(['busy', 'busy', 'ok', 'ok'])
  })

  it('keeps the place of an ordinary command: ship after the picks ships after the picks', async () => {
    const work = startWork()
    work.openDocument('10000123')
    work.scan('B000000001')
    work.scan('%T.SHIP')
    await settle()
    expect(work.calls.map(({ barcode }) => barcode)).toEqual(['B000000001'])
    await work.answerNext(0)
    expect(work.calls.map(({ barcode }) => barcode)).toEqual(['B000000001', 'ship'])
  })

  it('asks again while the screen is at another step, instead of dropping the scan', async () => {
    const work = startWork()
    let busy = true
    work.openDocument('10000123', {
      mayActOnLine: () => (busy ? refuse('busy') : true),
      actOnLine: () => picked,
    })
    work.scan('B000000001')
    await settle()
    expect(work.engine.state().depth).toBe(1)
    expect(work.entries).toEqual([])
    busy = false
    for (const again of work.laters.splice(0)) again()
    await settle()
    expect(work.outcomes()).toEqual([['B000000001', 'ok', 'picked']])
  })

  it('ends a bug in a command in an outcome, reports it, and goes on', async () => {
    const work = startWork({ afterError: 'continue' })
    work.openDocument('10000123', {
      actOnLine: (barcode) => {
        if (barcode === 'B000000001') throw new Error('a bug')
        return picked
      },
    })
    work.scan('B000000001')
    work.scan('B000000002')
    await settle()
    expect(work.outcomes()).toEqual([
      ['B000000001', 'error', 'scan-failed'],
      ['B000000002', 'ok', 'picked'],
    ])
    expect(work.bugs).toHaveLength(1)
  })
})

describe('after an error', () => {
  it('holds the next scan until the command barcode OK acknowledges it', async () => {
    const work = startWork()
    work.openDocument('10000123')
    work.scan('B000000001')
    work.scan('B000000002')
    await work.answerNext(0, refused)
    expect(work.calls).toHaveLength(1)
    expect(work.engine.state()).toMatchObject({ held: true, depth: 1, waitsFor: 'acknowledgement' })
    expect(work.engine.state().last?.code).toBe('lineNotWhileStatus')
    work.scan('%T.OK')
    await settle()
    expect(work.calls).toHaveLength(2)
    expect(work.engine.state().held).toBe(false)
  })

  it('goes on and lists the error where the workstation is set so', async () => {
    const work = startWork({ afterError: 'continue' })
    work.openDocument('10000123')
    work.scan('B000000001')
    work.scan('B000000002')
    await work.answerNext(0, refused)
    await work.answerNext(1)
    expect(work.outcomes().map(([, tone]) => tone)).toEqual(['error', 'ok'])
  })

  it('lets the workstation change its mind while an error is held', async () => {
    const work = startWork()
    work.openDocument('10000123')
    work.scan('B000000001')
    work.scan('B000000002')
    await work.answerNext(0, refused)
    work.engine.setAfterError('continue')
    await settle()
    expect(work.calls).toHaveLength(2)
  })
})

describe('the screen of a scan', () => {
  it('never runs a scan of one document on another, and says what was not saved', async () => {
    const work = startWork()
    const close = work.openDocument('10000123')
    for (const barcode of barcodes.slice(0, 3)) work.scan(barcode)
    await settle()
    close()
    work.openDocument('10000999')
    await work.answerNext(0)
    expect(work.calls.map(({ number }) => number)).toEqual(['10000123'])
    expect(work.outcomes()).toEqual([
      ['B000000000', 'ok', 'picked'],
      ['B000000002', 'error', 'scan-not-saved'],
      ['B000000001', 'error', 'scan-not-saved'],
    ])
    expect(work.entries.at(-1)?.args['n']).toBe(2)
    work.scan('%T.OK')
    work.scan('B000000005')
    await settle()
    expect(work.calls.at(-1)).toMatchObject({ number: '10000999', barcode: 'B000000005' })
  })

  it('takes what is scanned behind a document number to that document, once it is there', async () => {
    const work = startWork()
    const close = work.openDocument('10000123')
    let arrive: () => void = () => undefined
    work.opens.current = (number) =>
      new Promise((done) => {
        arrive = () => {
          work.moveTo(`/Issuance/Grower/${number}`)
          done(undefined)
        }
      })
    work.scan('10000999')
    work.scan('B000000001')
    await settle()
    arrive()
    await settle()
    // The address has changed and the old screen is still mounted.
    expect(work.calls).toEqual([])
    expect(work.engine.state()).toMatchObject({ depth: 1, waitsFor: 'screen' })
    close()
    const second = work.openDocument('10000999', {}, false)
    await settle()
    expect(work.calls).toEqual([])
    second.becomeReady()
    await settle()
    expect(work.calls).toMatchObject([{ number: '10000999', barcode: 'B000000001' }])
  })

  it('saves nothing that was scanned for a document that did not open', async () => {
    const work = startWork({ afterError: 'continue' })
    work.openDocument('10000123')
    work.opens.current = async () => ({ tone: 'error', code: 'scan-document-missing' })
    work.scan('10000999')
    work.scan('B000000001')
    await settle()
    expect(work.calls).toEqual([])
    expect(work.outcomes()).toEqual([
      ['10000999', 'error', 'scan-document-missing'],
      ['B000000001', 'error', 'scan-not-saved'],
    ])
    work.scan('B000000002')
    await settle()
    expect(work.calls).toMatchObject([{ number: '10000123', barcode: 'B000000002' }])
  })

  it('goes on at once when the number is that of the open document', async () => {
    const work = startWork()
    work.openDocument('10000123')
    work.scan('10000123')
    work.scan('B000000001')
    await settle()
    expect(work.calls).toMatchObject([{ number: '10000123', barcode: 'B000000001' }])
  })

  it('holds what is scanned while a screen is on its way', async () => {
    const work = startWork()
    const arrived = work.engine.pause()
    work.scan('B000000001')
    await settle()
    expect(work.engine.state()).toMatchObject({ depth: 1, waitsFor: 'screen' })
    work.openDocument('10000123')
    arrived()
    await settle()
    expect(work.calls).toMatchObject([{ number: '10000123', barcode: 'B000000001' }])
  })

  it('says why a barcode means nothing where no screen takes it', async () => {
    const work = startWork()
    work.scan('B000000001')
    await settle()
    expect(work.outcomes()).toEqual([['B000000001', 'error', 'scan-barcode-not-here']])
  })

  it.each([
    ['B12345', 'scan-fragment'],
    ['B123456789B123456789', 'scan-glued'],
    ['%T.FROB', 'scan-command-unknown'],
    ['%T.Q.MANY', 'scan-command-argument'],
    ['hello', 'scan-unknown'],
  ])('names what is wrong with %s', async (text, code) => {
    const work = startWork()
    work.openDocument('10000123')
    work.scan(text)
    await settle()
    expect(work.outcomes()).toEqual([[text, 'error', code]])
  })
})

describe('scans of a page that is no more', () => {
  it('are told of, where there are some', () => {
    const work = startWork()
    work.engine.tellLeftBehind(0)
    expect(work.engine.state().last).toBeUndefined()
    work.engine.tellLeftBehind(2)
    expect(work.engine.state().last).toMatchObject({
      code: 'scans-abandoned',
      tone: 'warning',
      args: { n: 2 },
    })
  })

  it('leave an error in sight that waits for OK', async () => {
    const work = startWork()
    work.openDocument('10000123')
    work.scan('B000000001')
    await work.answerNext(0, refused)
    const { last } = work.engine.state()
    expect(work.engine.state().held).toBe(true)
    work.engine.tellLeftBehind(2)
    expect(work.engine.state().last).toEqual(last)
  })
})

describe('a reload', () => {
  it('runs what waited and what was under way, in order, as the same deeds', async () => {
    const stored = { value: undefined as unknown }
    const before = startWork({ stored })
    before.openDocument('10000123')
    for (const barcode of barcodes.slice(0, 3)) before.scan(barcode)
    await settle()
    const [first] = before.calls

    const after = startWork({ stored: { value: JSON.parse(JSON.stringify(stored.value)) } })
    after.engine.restore()
    await settle()
    expect(after.engine.state()).toMatchObject({ depth: 3, waitsFor: 'screen' })
    expect(after.entries).toMatchObject([{ code: 'scan-restored', args: { n: 3 } }])
    const opened = after.openDocument('10000123', {}, false)
    await settle()
    expect(after.calls).toEqual([])
    opened.becomeReady()
    for (let at = 0; at < 3; at += 1) await after.answerNext(at)
    expect(after.calls.map(({ barcode }) => barcode)).toEqual(barcodes.slice(0, 3))
    expect(after.calls[0]?.cause).toEqual(first?.cause)
    expect(after.stored.value).toBeUndefined()
  })

  it('keeps the quantity of a scan that waited', async () => {
    const stored = { value: undefined as unknown }
    const before = startWork({ stored })
    before.openDocument('10000123')
    before.scan('B000000000')
    before.type('40')
    before.scan('B000000001')
    const after = startWork({ stored: { value: JSON.parse(JSON.stringify(stored.value)) } })
    after.engine.restore()
    after.openDocument('10000123')
    await after.answerNext(0)
    expect(after.calls.map(({ quantity }) => quantity)).toEqual([undefined, 40])
  })

  it('shows the error again that has yet to be acknowledged, and lists it once', async () => {
    const stored = { value: undefined as unknown }
    const before = startWork({ stored })
    before.openDocument('10000123')
    before.scan('B000000001')
    before.scan('B000000002')
    await before.answerNext(0, { ...refused, facts: { status: 'shipped' } })
    const after = startWork({ stored: { value: JSON.parse(JSON.stringify(stored.value)) } })
    after.openDocument('10000123')
    after.engine.restore()
    await settle()
    expect(after.entries).toEqual([])
    expect(after.calls).toEqual([])
    expect(after.engine.state()).toMatchObject({
      held: true,
      depth: 1,
      last: {
        raw: 'B000000001',
        kind: 'barcode',
        tone: 'error',
        code: 'lineNotWhileStatus',
        args: { status: 'shipped' },
      },
    })
    after.scan('%T.OK')
    await settle()
    expect(after.calls).toMatchObject([{ barcode: 'B000000002' }])
  })

  it('says at least that a held scan failed, where the reason is damaged', () => {
    const item = {
      id: 'one',
      text: 'B000000001',
      raw: 'B000000001',
      at: 1,
      state: 'failed',
      why: { code: 5 },
    }
    const work = startWork({ stored: { value: { items: [item] } } })
    work.engine.restore()
    expect(work.engine.state()).toMatchObject({
      held: true,
      last: { raw: 'B000000001', code: 'scan-failed' },
    })
  })

  it('counts what it cannot read back, and runs the rest', async () => {
    const item = {
      id: 'one',
      text: 'B000000001',
      raw: 'B000000001',
      at: 1,
      target: 'issuance.detail.10000123',
    }
    const work = startWork({ stored: { value: { items: [{ ...item, state: 'waiting' }, { nonsense: 1 }] } } })
    work.openDocument('10000123')
    work.engine.restore()
    await settle()
    expect(work.entries.map(({ code }) => code)).toEqual(['scan-unreadable', 'scan-restored'])
    expect(work.calls).toMatchObject([{ barcode: 'B000000001' }])
  })
})

describe('a part of a code', () => {
  it('opens nothing, and is told as what it is, after a reload too', async () => {
    const stored = { value: undefined as unknown }
    const before = startWork({ stored })
    const close = before.openDocument('1', {}, false)
    before.engine.scan({ text: '100', raw: '100', cut: true, readAt: 1 })
    await settle()
    close()
    const after = startWork({ stored })
    after.openDocument('1')
    after.engine.restore()
    await settle()
    expect(after.entries.at(-1)).toMatchObject({ kind: 'unknown', tone: 'error', code: 'scan-fragment' })
    expect(after.calls).toEqual([])
  })
})

describe('the quantity before the barcode', () => {
  it('goes to the next barcode, and to that one only', async () => {
    const work = startWork()
    work.openDocument('10000123')
    work.type('40')
    expect(work.engine.state().quantity).toBe('40')
    work.scan('B000000001')
    work.scan('B000000002')
    expect(work.engine.state().quantity).toBe('')
    await work.answerNext(0)
    await work.answerNext(1)
    expect(work.calls.map(({ quantity }) => quantity)).toEqual([40, undefined])
  })

  it('belongs to its barcode, however long that one waits', async () => {
    const work = startWork()
    work.openDocument('10000123')
    work.scan('B000000001')
    work.type('7')
    work.scan('B000000002')
    work.type('9')
    await work.answerNext(0)
    expect(work.calls[1]).toMatchObject({ barcode: 'B000000002', quantity: 7 })
    expect(work.engine.state().quantity).toBe('9')
  })

  it('is left alone by commands, and used up by any other code, which is said', async () => {
    const work = startWork()
    work.type('12')
    work.scan('%T.THEME')
    await settle()
    expect(work.engine.state().quantity).toBe('12')
    work.scan('10000123')
    await settle()
    expect(work.engine.state().quantity).toBe('')
    expect(work.outcomes()).toContainEqual(['12', 'warning', 'number-dropped.used-up'])
  })

  it('can be set, edited and cleared', async () => {
    const work = startWork()
    work.scan('%T.Q.25')
    await settle()
    expect(work.engine.state().quantity).toBe('25')
    work.engine.typeQuantity('Backspace')
    work.type('0')
    expect(work.engine.state().quantity).toBe('20')
    work.scan('%T.CLEAR')
    await settle()
    expect(work.engine.state().quantity).toBe('')
    work.type('0007')
    expect(work.engine.state().quantity).toBe('7')
  })

  it('never is a barcode: the tenth digit clears it and says so', () => {
    const work = startWork()
    work.type('123456789')
    expect(work.engine.state().quantity).toBe('123456789')
    work.type('0')
    expect(work.engine.state().quantity).toBe('')
    expect(work.entries).toMatchObject([{ tone: 'warning', code: 'quantityLooksLikeBarcode' }])
    expect(work.engine.port.setQuantity('1234567890')).toMatchObject({ code: 'quantityLooksLikeBarcode' })
    expect(work.engine.port.setQuantity('B123456789')).toMatchObject({ code: 'quantityLooksLikeBarcode' })
    expect(work.engine.port.setQuantity('1.5')).toMatchObject({ code: 'quantityNotNumber' })
  })
})

describe('one scan more', () => {
  it('leaves the bounce of a trigger out, silently, and takes a second scan of the same code', async () => {
    const work = startWork()
    work.openDocument('10000123', { actOnLine: () => picked })
    work.scan('B000000001')
    work.scan('B000000001', 399)
    await settle()
    expect(work.outcomes()).toHaveLength(1)
    work.scan('B000000001', 401)
    await settle()
    expect(work.outcomes()).toHaveLength(2)
  })

  it('takes the last scan back while it waits, and undoes on the screen after that', async () => {
    const work = startWork()
    work.openDocument('10000123')
    work.scan('B000000001')
    work.scan('B000000002')
    work.scan('B000000003')
    await settle()
    work.scan('%T.UNDO')
    await settle()
    expect(work.entries.at(-1)).toMatchObject({ code: 'scan-taken-back', args: { text: 'B000000003' } })
    await work.answerNext(0)
    await work.answerNext(1)
    expect(work.calls.map(({ barcode }) => barcode)).toEqual(['B000000001', 'B000000002'])
    work.scan('%T.UNDO', 2000)
    await settle()
    expect(work.entries.at(-1)).toMatchObject({ tone: 'ok', code: 'undone' })
  })

  it('gives a field that opted in what it takes, and the screen the rest', async () => {
    const work = startWork()
    work.openDocument('10000123', { actOnLine: () => picked })
    const searched: Arguments[] = []
    work.engine.addTarget({
      id: 'search',
      level: 'field',
      accepts: () => undefined,
      take: (candidate) =>
        candidate.kind === 'barcode'
          ? () => {
              searched.push({ barcode: candidate.barcode })
              return { tone: 'ok', code: 'searched' }
            }
          : undefined,
    })
    work.engine.scan({ text: 'B000000001', raw: 'B000000001', readAt: 1, field: 'search' })
    work.engine.scan({ text: 'B000000002', raw: 'B000000002', readAt: 2 })
    await settle()
    expect(searched).toEqual([{ barcode: 'B000000001' }])
    expect(work.outcomes()).toContainEqual(['B000000002', 'ok', 'picked'])
  })

  it('says that an answer without a question answers nothing', async () => {
    const work = startWork()
    work.scan('%T.YES')
    await settle()
    expect(work.outcomes()).toEqual([['%T.YES', 'error', 'noQuestion']])
  })
})

describe('while changes do not get through', () => {
  const cut: CommandOutcome = { tone: 'error', code: 'withReason', until: 'network' }

  it('a scan keeps its turn and runs again under its own id, and so do those behind it', async () => {
    const work = startWork()
    work.openDocument('10000123')
    work.scan('B000000001')
    work.scan('B000000002')
    await settle()
    work.out.current = true
    work.calls[0]?.answer(cut)
    await settle()
    expect(work.engine.state()).toMatchObject({ depth: 2, waitsFor: 'network', held: false })
    expect(work.calls).toHaveLength(1)

    work.out.current = false
    work.engine.poke()
    await settle()
    expect(work.calls.map(({ barcode }) => barcode)).toEqual(['B000000001', 'B000000001'])
    expect(work.calls[1]?.cause.id).toBe(work.calls[0]?.cause.id)
    work.calls[1]?.answer(picked)
    await settle()
    expect(work.calls.at(-1)?.barcode).toBe('B000000002')
  })

  it('a failure that lasts longer than the outage is an error like any other', async () => {
    const work = startWork()
    work.openDocument('10000123')
    work.scan('B000000001')
    await settle()
    work.calls[0]?.answer(cut)
    await settle()
    expect(work.engine.state()).toMatchObject({ depth: 0, held: true })
  })
})
