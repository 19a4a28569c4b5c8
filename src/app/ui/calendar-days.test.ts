import { describe, expect, it } from 'vitest'
import { addDays, addMonths, dayAfterKey, weeksOf } from './calendar-days.ts'

describe('a calendar', () => {
  it('shows whole weeks, from Sunday to Saturday, around the days of a month', () => {
    const weeks = weeksOf('2026-11-21')
    expect(weeks).toHaveLength(5)
    expect(weeks[0]?.[0]).toBe('2026-11-01')
    expect(weeks.at(-1)?.[6]).toBe('2026-12-05')
    expect(weeksOf('2026-08-15')).toHaveLength(6)
    expect(weeksOf('2026-02-01')).toHaveLength(4)
    expect(weeksOf('2026-01-31')[0]?.[0]).toBe('2025-12-28')
  })

  it.each([
    ['ArrowLeft', false, '2026-02-27'],
    ['ArrowRight', false, '2026-03-01'],
    ['ArrowUp', false, '2026-02-21'],
    ['ArrowDown', false, '2026-03-07'],
    ['Home', false, '2026-02-22'],
    ['End', false, '2026-02-28'],
    ['PageUp', false, '2026-01-28'],
    ['PageDown', true, '2027-02-28'],
    ['Enter', false, undefined],
  ])('moves from 28 February 2026 by %s', (key, shift, day) => {
    expect(dayAfterKey('2026-02-28', key, shift)).toBe(day)
  })

  it('stays in a shorter month, and within the selectable years', () => {
    expect(addMonths('2026-01-31', 1)).toBe('2026-02-28')
    expect(addMonths('2028-02-29', 12)).toBe('2029-02-28')
    expect(addDays('2099-12-30', 7)).toBe('2099-12-31')
    expect(addMonths('2000-01-15', -1)).toBe('2000-01-01')
  })
})
