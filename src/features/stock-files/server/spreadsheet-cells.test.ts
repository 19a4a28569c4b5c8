import { expect, test } from 'vitest'
import { guardCell, plainCell, shelfBeforeDate } from './spreadsheet-cells.ts'

test.each([
  '1-2',
  '01',
  '1/2',
  '1.10',
  '1:30',
  '1-2-3',
  '2026-01-02',
  'MAR1',
  'Dec-5',
  '5 jan',
  'SEP-2026',
  '12E4567890',
])('exports %s as text, because a spreadsheet would convert it, and reads it back', (text) => {
  expect(guardCell(text)).toBe(`'${text}`)
  expect(plainCell(guardCell(text))).toBe(text)
})

test.each(['=1+1', '-A', '+A', '@x', '\t1', '\uFF1D1', 'true', "'1-2", "''=1"])(
  'protects %s and reads it back unchanged',
  (text) => {
    expect(guardCell(text)).not.toBe(text)
    expect(plainCell(guardCell(text))).toBe(text)
  },
)

test.each(['', 'A-01', 'A-1-2', '12', '0', '1234567890', 'B123456789', 'Marc', 'Decimal 5', '#GRG1', "'A"])(
  'does not change %s',
  (text) => {
    expect(guardCell(text)).toBe(text)
    expect(plainCell(text)).toBe(text)
  },
)

test.each([
  ['2-Jan', '1-2', '2-1'],
  ['02-Jan', '1-2', '2-1'],
  ['2-ene', '1-2', '2-1'],
  ['02. Dez.', '12-2', '2-12'],
  ['Jan-26', '1-26', '1-2026'],
  ['1/2/2026', '1-2', '1-2-26'],
  ['01.02.2026', '1-2', '1-2-26'],
  ['2026-01-02', '1-2', '26-1-2'],
  ['2026-01-02 00:00:00', '1-2', '26-1-2'],
])('reads the date %s as the shelf %s, or %s', (text, shelf, other) => {
  expect(shelfBeforeDate(text)).toEqual({ shelf, other })
})

test.each(['A-01', '1-2', '1/2', '1-2-3', '12', 'Janet-1', 'JA-26', '40-Jan', '13/32/2026', ''])(
  'does not read %s as a date',
  (text) => {
    expect(shelfBeforeDate(text)).toBeUndefined()
  },
)
