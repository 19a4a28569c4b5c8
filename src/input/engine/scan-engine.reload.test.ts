import { describe, expect, it } from 'vitest'
import { barcodes, refused, settle, startScanEngine } from '#tests/support/scan-work.ts'

const left = (...texts: readonly string[]) => ({
  items: texts.map((text) => ({
    id: text,
    text,
    raw: text,
    at: 1,
    address: '/Issuance/Grower/1',
    state: 'waiting',
  })),
})

describe('declined scans of a closed page', () => {
  it('are logged as failures, and reported if there are any', () => {
    const work = startScanEngine()
    work.engine.reportAbandoned(undefined)
    expect(work.engine.state().last).toBeUndefined()
    work.engine.reportAbandoned(left('B000000001', 'B000000002'))
    expect(work.entries.slice(0, 2)).toMatchObject(
      ['B000000001', 'B000000002'].map((text) => ({
        text,
        tone: 'error',
        code: 'scan-abandoned',
        address: '/Issuance/Grower/1',
      })),
    )
    expect(work.engine.state().last).toMatchObject({
      code: 'scans-abandoned',
      tone: 'warning',
      args: { n: 2 },
    })
  })

  it('leave a held error visible', async () => {
    const work = startScanEngine()
    work.openDocument('10000123')
    work.scan('B000000001')
    await work.answerNext(0, refused)
    const { last } = work.engine.state()
    expect(work.engine.state().held).toBe(true)
    work.engine.reportAbandoned(left('B000000002'))
    expect(work.engine.state().last).toEqual(last)
  })
})

describe('restored scans with newer scans in the queue', () => {
  it('run before the waiting scans and after the running one, each once', async () => {
    const work = startScanEngine()
    work.openDocument('10000123')
    work.scan('B000000003')
    work.scan('B000000004')
    await settle()
    const target = 'issuance.detail.10000123'
    const stored = {
      items: ['B000000001', 'B000000002'].map((text) => ({
        id: text,
        text,
        raw: text,
        at: 1,
        target,
        state: 'running',
      })),
    }
    work.engine.restore(stored)
    work.engine.restore(stored)
    for (const at of [0, 1, 2, 3]) await work.answerNext(at)
    expect(work.calls.map(({ barcode }) => barcode)).toEqual([
      'B000000003',
      'B000000001',
      'B000000002',
      'B000000004',
    ])
  })

  it('wait for the screen that they open', async () => {
    const work = startScanEngine()
    const close = work.openDocument('1')
    const target = 'issuance.detail.10000123'
    const items = [{ id: 'one', text: 'B000000001', raw: 'B000000001', at: 1, target, state: 'waiting' }]
    work.engine.restore({ items }, () => {
      work.moveTo('/Issuance/Grower/10000123')
    })
    await settle()
    expect(work.calls).toEqual([])
    close()
    work.openDocument('10000123')
    await settle()
    expect(work.calls).toMatchObject([{ barcode: 'B000000001', number: '10000123' }])
  })
})

describe('a reload', () => {
  it('runs waiting and running scans in order, under the same ids', async () => {
    const stored = { value: undefined as unknown }
    const before = startScanEngine({ stored })
    before.openDocument('10000123')
    for (const barcode of barcodes.slice(0, 3)) before.scan(barcode)
    await settle()
    const [first] = before.calls

    const after = startScanEngine({ stored: { value: JSON.parse(JSON.stringify(stored.value)) } })
    after.engine.restore(after.stored.value)
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

  it('reports a running scan without a screen as possibly saved, and the others as not saved', async () => {
    const stored = { value: undefined as unknown }
    const before = startScanEngine({ stored })
    before.openDocument('10000123')
    for (const barcode of barcodes.slice(0, 3)) before.scan(barcode)
    await settle()
    const after = startScanEngine({ stored: { value: JSON.parse(JSON.stringify(stored.value)) } })
    after.openDocument('10000999')
    after.engine.restore(after.stored.value)
    await settle()
    const [under = ''] = barcodes
    expect(after.outcomes().filter(([text]) => text === under)).toEqual([[under, 'error', 'scan-abandoned']])
    after.scan('%T.OK')
    await settle()
    expect(after.outcomes().slice(-2)).toEqual([
      [barcodes[2], 'error', 'scan-not-saved'],
      [barcodes[1], 'error', 'scan-not-saved'],
    ])
    expect(after.calls).toEqual([])
  })

  it('keeps the quantity of a waiting scan', async () => {
    const stored = { value: undefined as unknown }
    const before = startScanEngine({ stored })
    before.openDocument('10000123')
    before.scan('B000000000')
    before.type('40')
    before.scan('B000000001')
    const after = startScanEngine({ stored: { value: JSON.parse(JSON.stringify(stored.value)) } })
    after.engine.restore(after.stored.value)
    after.openDocument('10000123')
    await after.answerNext(0)
    expect(after.calls.map(({ quantity }) => quantity)).toEqual([undefined, 40])
  })

  it('shows an unacknowledged error again, and logs it once', async () => {
    const stored = { value: undefined as unknown }
    const before = startScanEngine({ stored })
    before.openDocument('10000123')
    before.scan('B000000001')
    before.scan('B000000002')
    await before.answerNext(0, { ...refused, facts: { status: 'shipped' } })
    const after = startScanEngine({ stored: { value: JSON.parse(JSON.stringify(stored.value)) } })
    after.openDocument('10000123')
    after.engine.restore(after.stored.value)
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

  it('reports a held scan as failed if its reason is damaged', () => {
    const item = {
      id: 'one',
      text: 'B000000001',
      raw: 'B000000001',
      at: 1,
      state: 'failed',
      why: { code: 5 },
    }
    const work = startScanEngine({ stored: { value: { items: [item] } } })
    work.engine.restore(work.stored.value)
    expect(work.engine.state()).toMatchObject({
      held: true,
      last: { raw: 'B000000001', code: 'scan-failed' },
    })
  })

  it('counts unreadable scans, and runs the rest', async () => {
    const item = {
      id: 'one',
      text: 'B000000001',
      raw: 'B000000001',
      at: 1,
      target: 'issuance.detail.10000123',
    }
    const work = startScanEngine({
      stored: { value: { items: [{ ...item, state: 'waiting' }, { nonsense: 1 }] } },
    })
    work.openDocument('10000123')
    work.engine.restore(work.stored.value)
    await settle()
    expect(work.entries.map(({ code }) => code)).toEqual(['scan-unreadable', 'scan-restored'])
    expect(work.calls).toMatchObject([{ barcode: 'B000000001' }])
  })
})

describe('a partial code', () => {
  it('opens nothing, and is reported as partial, also after a reload', async () => {
    const stored = { value: undefined as unknown }
    const before = startScanEngine({ stored })
    const close = before.openDocument('1', {}, false)
    before.engine.scan({ text: '100', raw: '100', cut: true, readAt: 1 })
    await settle()
    close()
    const after = startScanEngine({ stored })
    after.openDocument('1')
    after.engine.restore(after.stored.value)
    await settle()
    expect(after.entries.at(-1)).toMatchObject({ kind: 'unknown', tone: 'error', code: 'scan-fragment' })
    expect(after.calls).toEqual([])
  })
})
