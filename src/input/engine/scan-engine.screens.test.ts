import { describe, expect, it } from 'vitest'
import { barcodes, settle, startScanEngine } from '#tests/support/scan-work.ts'

describe('a scan for another screen', () => {
  it('waits until its screen is open, and later scans follow', async () => {
    const work = startScanEngine()
    const close = work.openDocument('10000123')
    work.engine.scanOnScreen({ text: 'B000000001', raw: 'B000000001', quantity: 12 }, () =>
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

describe('the screen of a scan', () => {
  it('never runs a scan of one document on another, and reports unsaved scans', async () => {
    const work = startScanEngine()
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

  it('binds scans after a document number to that document, once it is open', async () => {
    const work = startScanEngine()
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
    // The path has changed, and the old screen is still mounted.
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

  it('saves no scan for a document that did not open', async () => {
    const work = startScanEngine({ afterError: 'continue' })
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

  it('continues immediately if the number is that of the open document', async () => {
    const work = startScanEngine()
    work.openDocument('10000123')
    work.scan('10000123')
    work.scan('B000000001')
    await settle()
    expect(work.calls).toMatchObject([{ number: '10000123', barcode: 'B000000001' }])
  })

  it('holds scans while a screen is loading', async () => {
    const work = startScanEngine()
    const arrived = work.engine.pause()
    work.scan('B000000001')
    await settle()
    expect(work.engine.state()).toMatchObject({ depth: 1, waitsFor: 'screen' })
    work.openDocument('10000123')
    arrived()
    await settle()
    expect(work.calls).toMatchObject([{ number: '10000123', barcode: 'B000000001' }])
  })

  it('explains why a barcode has no effect if no screen takes it', async () => {
    const work = startScanEngine()
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
  ])('reports the problem of %s', async (text, code) => {
    const work = startScanEngine()
    work.openDocument('10000123')
    work.scan(text)
    await settle()
    expect(work.outcomes()).toEqual([[text, 'error', code]])
  })
})

describe('a field that takes codes of any form', () => {
  it.each([
    { name: 'a code with missing keys', scan: { text: '%T.HEADER.SAVE', cut: true } },
    { name: 'a code mixed with other keys', scan: { text: '%T.HEADER.SAVE', unclear: 'mixed' } },
  ] as const)('refuses $name', async ({ scan }) => {
    const work = startScanEngine()
    const taken: string[] = []
    work.openDocument('10000123')
    work.engine.addTarget({
      id: 'shelf',
      level: 'field',
      ignoresFocus: true,
      accepts: () => undefined,
      handleScan: (candidate) => {
        if (candidate.kind !== 'unknown') return undefined
        return () => {
          taken.push(candidate.text)
          return undefined
        }
      },
    })
    work.engine.scan({ ...scan, raw: scan.text, readAt: 1 })
    await settle()
    expect(taken).toEqual([])
    expect(work.outcomes()[0]?.slice(0, 2)).toEqual(['%T.HEADER.SAVE', 'error'])
    work.engine.port.acknowledge()
    work.scan('SHELF-7')
    await settle()
    expect(taken).toEqual(['SHELF-7'])
  })
})
