import { describe, expect, it } from 'vitest'
import { settle, startScanEngine } from '#tests/support/scan-work.ts'

// A picking screen with `B125000843`, after a torn scan of it was reported.
const start = async (afterError: 'hold' | 'continue') => {
  const work = startScanEngine({ afterError })
  work.openDocument('10000001')
  work.engine.addTarget({
    id: 'issuance.detail.10000001',
    level: 'screen',
    accepts: (candidate) => {
      if (candidate.kind === 'barcode')
        return { type: 'intent', command: 'pick', arguments: { barcode: candidate.barcode } }
      const isTorn = candidate.kind === 'unknown' && candidate.text === '125000843'
      return isTorn ? { type: 'refusal', code: 'scan-torn', args: { barcode: 'B125000843' } } : undefined
    },
  })
  work.scan('125000843')
  await settle()
  work.wait(1000)
  return work
}

describe('an offered barcode', () => {
  it.each(['hold', 'continue'] as const)(
    'is scanned when accepted (after an error: %s)',
    async (afterError) => {
      const { engine, calls, answerNext, outcomes } = await start(afterError)
      expect(engine.port.proposedBarcode()).toBe('B125000843')
      expect(calls).toEqual([])
      engine.port.acceptProposal()
      await answerNext(0)
      expect(calls.map(({ barcode }) => barcode)).toEqual(['B125000843'])
      expect(outcomes()).toEqual([
        ['125000843', 'error', 'scan-torn'],
        ['B125000843', 'ok', 'picked'],
      ])
      expect(engine.state().held).toBe(false)
      expect(engine.port.proposedBarcode()).toBeUndefined()
    },
  )

  it.each(['hold', 'continue'] as const)('is withdrawn after OK (after an error: %s)', async (afterError) => {
    const { engine, calls } = await start(afterError)
    engine.port.acknowledge()
    await settle()
    expect(engine.port.proposedBarcode()).toBeUndefined()
    engine.port.acceptProposal()
    await settle()
    expect(calls).toEqual([])
  })

  it('holds later scans like every error, and runs nothing on its own', async () => {
    const { engine, scan, calls, answerNext } = await start('hold')
    scan('B125000844')
    await settle()
    expect(calls).toEqual([])
    engine.port.acknowledge()
    await answerNext(0)
    expect(calls.map(({ barcode }) => barcode)).toEqual(['B125000844'])
  })

  it('is withdrawn by the next scan if errors do not hold', async () => {
    const { engine, scan, calls, answerNext } = await start('continue')
    scan('B125000844')
    await answerNext(0)
    expect(engine.port.proposedBarcode()).toBeUndefined()
    expect(calls.map(({ barcode }) => barcode)).toEqual(['B125000844'])
  })

  it('is not available on another screen', async () => {
    const { engine, moveTo } = await start('hold')
    moveTo('/Transfer/20000001')
    expect(engine.port.proposedBarcode()).toBeUndefined()
  })
})
