import { describe, expect, it, vi } from 'vitest'
import type { Arguments, CommandOutcome, RunOutcome } from '#core/commands/command.ts'
import { refuse } from '#core/wire/refusals.ts'
import { barcodes, picked, refused, settle, startWork } from '#tests/support/scan-work.ts'

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
    // The asking scan is not counted among those that wait for the answer.
    expect(work.engine.state()).toMatchObject({ depth: 1, waitsFor: 'dialog' })
    work.scan('%T.YES')
    await settle()
    expect(work.outcomes()).toEqual([
      ['B000000001', 'ok', 'savedWithAnswer'],
      ['B000000002', 'ok', 'picked'],
    ])
    expect(work.tones).toEqual(['busy', 'busy', 'ok', 'ok'])
  })

  it('gives a question the reason that was scanned while it was coming, and no barcode behind that', async () => {
    const work = startWork()
    let resolve: (outcome: RunOutcome) => void = () => undefined
    work.openDocument('10000123', {
      actOnLine: (barcode) =>
        barcode === 'B000000001' ? new Promise((answer) => (resolve = answer)) : picked,
    })
    work.scan('B000000001')
    work.scan('%T.R.DEAD')
    work.scan('B000000002')
    await settle()
    const chosen: string[] = []
    const close = work.openDialog(
      {
        yes: () => {
          close()
          resolve({ tone: 'ok', code: 'savedWithReason' })
          return undefined
        },
      },
      (reason) => {
        chosen.push(reason)
        return { tone: 'ok', code: 'chosen' }
      },
    )
    await settle()
    expect(chosen).toEqual(['DEAD'])
    expect(work.engine.state()).toMatchObject({ depth: 1, waitsFor: 'dialog' })
    work.scan('%T.YES')
    await settle()
    expect(work.outcomes()).toEqual([
      ['%T.R.DEAD', 'ok', 'chosen'],
      ['B000000001', 'ok', 'savedWithReason'],
      ['B000000002', 'ok', 'picked'],
    ])
  })

  it('gives a reason that waits behind an error to no question that is opened by key for another line', async () => {
    const work = startWork()
    work.openDocument('10000123', { actOnLine: () => refused })
    work.scan('B000000001')
    work.scan('%T.R.DEAD')
    await settle()
    expect(work.engine.state()).toMatchObject({ depth: 1, waitsFor: 'acknowledgement' })
    const chosen: string[] = []
    work.openDialog({ yes: () => undefined }, (reason) => {
      chosen.push(reason)
      return { tone: 'ok', code: 'chosen' }
    })
    await settle()
    expect(chosen).toEqual([])
    expect(work.engine.state()).toMatchObject({ depth: 1, waitsFor: 'acknowledgement' })
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
    work.engine.reevaluate()
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
