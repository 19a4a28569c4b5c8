import { expect, it } from 'vitest'
import { writeCsv } from './csv.ts'

it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '%T.SHIP', '|calc'])(
  'writes %j as text, which a spreadsheet would run',
  (value) => {
    expect(writeCsv([[value]])).toBe(`\u{FEFF}"'${value}"\r\n`)
  },
)

it('keeps quotes, commas and line ends inside their cell', () => {
  expect(writeCsv([['a "b", c\r\nd', 'Ähre'], ['0012345678']])).toBe(
    '\u{FEFF}"a ""b"", c\r\nd","Ähre"\r\n"0012345678"\r\n',
  )
})
