import { expect, it } from 'vitest'
import { readDay } from './read-day.ts'

// A Thursday.
const now = '2026-11-26'

it.each([
  ['2026-12-03', '2026-12-03'],
  ['2026/12/3', '2026-12-03'],
  ['20261203', '2026-12-03'],
  ['12/3/2026', '2026-12-03'],
  ['12-03-26', '2026-12-03'],
  ['12.3', '2026-12-03'],
  ['12 3', '2026-12-03'],
  ['1203', '2026-12-03'],
  ['120326', '2026-12-03'],
  ['12032026', '2026-12-03'],
  ['3', '2026-11-03'],
  ['dec 3', '2026-12-03'],
  ['3 dec', '2026-12-03'],
  ['3dec', '2026-12-03'],
  ['Dec 3, 2026', '2026-12-03'],
  ['Thursday, December 3, 2026', '2026-12-03'],
  ['3 de diciembre de 2026', '2026-12-03'],
  ['3 dic 2026', '2026-12-03'],
  [' T ', '2026-11-26'],
  ['today', '2026-11-26'],
  ['hoy', '2026-11-26'],
  ['tomorrow', '2026-11-27'],
  ['mañana', '2026-11-27'],
  ['manana', '2026-11-27'],
  ['yesterday', '2026-11-25'],
  ['+7', '2026-12-03'],
  ['-1', '2026-11-25'],
  // Without a year: the nearest date.
  ['1/5', '2027-01-05'],
  ['6/30', '2026-06-30'],
  // No month has that number.
  ['26/11/2026', '2026-11-26'],
])('reads %s with the month first', (text, day) => {
  expect(readDay(text, now, 'en-US')).toBe(day)
})

it.each([
  ['3/12/2026', '2026-12-03'],
  ['0312', '2026-12-03'],
  ['3-12-26', '2026-12-03'],
  ['12/31', '2026-12-31'],
])('reads %s with the day first', (text, day) => {
  expect(readDay(text, now, 'es-MX')).toBe(day)
  expect(readDay(text, now, 'en-GB')).toBe(day)
})

it.each(['en-US', 'en-GB', 'es', 'es-MX', 'es-US'])(
  'reads every day in the format in which %s shows it',
  (locale) => {
    for (let month = 0; month < 12; month += 1) {
      const day = new Date(Date.UTC(2026, month, 9))
      const shown = day.toLocaleDateString(locale, { dateStyle: 'medium', timeZone: 'UTC' })
      expect([shown, readDay(shown, now, locale)]).toEqual([shown, day.toISOString().slice(0, 10)])
    }
  },
)

it.each([
  '31/31/2026',
  '2/30',
  '2026-13-01',
  '0002-11-20',
  '1/1/1999',
  'S123456789',
  'abc',
  'ma',
  '0',
  '32',
  '1/2/3/4',
  '++1',
])('does not read %s as a day', (text) => {
  expect(readDay(text, now, 'en-US')).toBeUndefined()
})
