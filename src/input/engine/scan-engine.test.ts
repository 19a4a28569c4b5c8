import { describe, expect, it, vi } from 'vitest'
import type { Arguments, CommandOutcome, RunOutcome } from '#core/commands/command.ts'
import { refuse } from '#core/wire/refusals.ts'
import { barcodes, picked, refused, settle, startScanEngine } from '#tests/support/scan-work.ts'

describe('digits before a barcode', () => {
  it('belong to the person: digits of a scan that arrived too early are taken back', async () => {
    const work = startScanEngine()
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

describe('scans while answers are slow', () => {
  it('runs ten in order, one after the other, shows their number, and loses none', async () => {
    const work = startScanEngine()
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

  it('plays busy immediately for a waiting scan, and the outcome’s tone later', async () => {
    const work = startScanEngine()
    work.openDocument('10000123')
    work.scan('B000000001')
    work.scan('B000000002')
    expect(work.tones).toEqual(['busy'])
    await work.answerNext(0)
    await work.answerNext(1)
    expect(work.tones).toEqual(['busy', 'ok', 'ok'])
  })

  it('keeps every scan while a dialog is open, and lets none of them answer it', async () => {
    const work = startScanEngine()
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

  it('lets a scan ask a question: the answer comes first, later scans wait', async () => {
    const work = startScanEngine()
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
    // The scan that asks is not counted among the waiting ones.
    expect(work.engine.state()).toMatchObject({ depth: 1, waitsFor: 'dialog' })
    work.scan('%T.YES')
    await settle()
    expect(work.outcomes()).toEqual([
      ['B000000001', 'ok', 'savedWithAnswer'],
      ['B000000002', 'ok', 'picked'],
    ])
    expect(work.tones).toEqual(['busy', 'busy', 'ok', 'ok'])
  })

  it('gives a question the reason scanned before it opened, and no barcode after that', async () => {
    const work = startScanEngine()
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

  it('gives a reason that waits behind an error to no question opened by key for another line', async () => {
    const work = startScanEngine()
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

  it('keeps the order of an ordinary command: ship after the picks ships after the picks', async () => {
    const work = startScanEngine()
    work.openDocument('10000123')
    work.scan('B000000001')
    work.scan('%T.SHIP')
    await settle()
    expect(work.calls.map(({ barcode }) => barcode)).toEqual(['B000000001'])
    await work.answerNext(0)
    expect(work.calls.map(({ barcode }) => barcode)).toEqual(['B000000001', 'ship'])
  })

  it('retries while the screen runs another step, instead of dropping the scan', async () => {
    const work = startScanEngine()
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

  it('turns a bug in a command into an outcome, reports it, and continues', async () => {
    const work = startScanEngine({ afterError: 'continue' })
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
  it('holds the next scan until the OK command barcode acknowledges it', async () => {
    const work = startScanEngine()
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

  it('continues and logs the error if the workstation is set so', async () => {
    const work = startScanEngine({ afterError: 'continue' })
    work.openDocument('10000123')
    work.scan('B000000001')
    work.scan('B000000002')
    await work.answerNext(0, refused)
    await work.answerNext(1)
    expect(work.outcomes().map(([, tone]) => tone)).toEqual(['error', 'ok'])
  })

  it('lets the workstation change the setting while an error is held', async () => {
    const work = startScanEngine()
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
  it('goes to the next barcode only', async () => {
    const work = startScanEngine()
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

  it('belongs to its barcode, however long the barcode waits', async () => {
    const work = startScanEngine()
    work.openDocument('10000123')
    work.scan('B000000001')
    work.type('7')
    work.scan('B000000002')
    work.type('9')
    await work.answerNext(0)
    expect(work.calls[1]).toMatchObject({ barcode: 'B000000002', quantity: 7 })
    expect(work.engine.state().quantity).toBe('9')
  })

  it('is not changed by commands, and consumed by any other code, which is reported', async () => {
    const work = startScanEngine()
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
    const work = startScanEngine()
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

  it('is never a barcode: the tenth digit clears it and reports that', () => {
    const work = startScanEngine()
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

describe('an additional scan', () => {
  it('ignores the bounce of a trigger silently, and accepts a later scan of the same code', async () => {
    const work = startScanEngine()
    work.openDocument('10000123', { actOnLine: () => picked })
    work.scan('B000000001')
    work.scan('B000000001', 399)
    await settle()
    expect(work.outcomes()).toHaveLength(1)
    work.scan('B000000001', 401)
    await settle()
    expect(work.outcomes()).toHaveLength(2)
  })

  it('removes the last scan while it waits, and undoes on the screen after that', async () => {
    const work = startScanEngine()
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

  it('gives an opted-in field the codes that it takes, and the screen the rest', async () => {
    const work = startScanEngine()
    work.openDocument('10000123', { actOnLine: () => picked })
    const searched: Arguments[] = []
    work.engine.addTarget({
      id: 'search',
      level: 'field',
      accepts: () => undefined,
      handleScan: (candidate) =>
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

  it('refuses an answer without a question', async () => {
    const work = startScanEngine()
    work.scan('%T.YES')
    await settle()
    expect(work.outcomes()).toEqual([['%T.YES', 'error', 'noQuestion']])
  })
})

describe('while changes cannot be sent', () => {
  const cut: CommandOutcome = { tone: 'error', code: 'withReason', until: 'network' }

  it('a scan keeps its position and runs again under its own id, before later scans', async () => {
    const work = startScanEngine()
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

  it('a failure after the end of the outage is a normal error', async () => {
    const work = startScanEngine()
    work.openDocument('10000123')
    work.scan('B000000001')
    await settle()
    work.calls[0]?.answer(cut)
    await settle()
    expect(work.engine.state()).toMatchObject({ depth: 0, held: true })
  })
})
