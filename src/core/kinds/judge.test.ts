import { describe, expect, it } from 'vitest'
import { judgeLine } from './judge.ts'
import type { Saved } from './kind.ts'

const saved = (lines: Saved['lines'], change: Partial<Saved> = {}): Saved => ({
  ok: lines.every(({ ok }) => ok),
  number: '10000001',
  message: '',
  rawMessage: '',
  lines,
  ...change,
})
const accepted = { id: '7', ok: true, message: '' }
const refused = { id: null, ok: false, message: 'Barcode is on hold' }

describe('judgeLine', () => {
  it('uses the reply with the barcode of the line', () => {
    const answer = saved([
      { barcode: 'A000000001', ...accepted },
      { barcode: 'B000000001', ...refused },
    ])
    expect(judgeLine(answer, 'A000000001')).toEqual({ type: 'done', id: '7' })
    expect(judgeLine(answer, 'B000000001')).toEqual({ type: 'refused', message: 'Barcode is on hold' })
  })

  it('uses a single reply without a barcode', () => {
    expect(judgeLine(saved([{ barcode: '', ...accepted }]), 'A000000001')).toEqual({ type: 'done', id: '7' })
    expect(judgeLine(saved([{ barcode: '', ...refused }]), 'A000000001')).toMatchObject({ type: 'refused' })
  })

  it('ignores several replies without the barcode of the line', () => {
    const answer = saved(
      [
        { barcode: '', ...accepted },
        { barcode: '', ...refused },
      ],
      { ok: false, message: 'Failed' },
    )
    expect(judgeLine(answer, 'A000000001')).toEqual({ type: 'refused', message: 'Failed' })
    const other = saved(
      [
        { barcode: 'B000000001', ...refused },
        { barcode: 'C000000001', ...refused },
      ],
      { ok: true },
    )
    expect(judgeLine(other, 'A000000001')).toEqual({ type: 'done', id: null })
  })
})
