import { expect, test } from 'vitest'
import { checkRecord } from './check-record.ts'

test('a variety accepts only codes of pests', () => {
  const values = { Code: 'ALB', Descript: 'Albion', Commodity: 'STRAW' }
  const faults = (ZonePests: string) =>
    checkRecord('varieties', { ...values, ZonePests }, null, []).map(({ field, code }) => `${field} ${code}`)
  expect(faults('erwiam, PHYPPI')).toEqual([])
  expect(faults('fire blight')).toEqual(['ZonePests fieldNotPests'])
})

test('a location accepts no operator number, or one with its Member State', () => {
  const values = { Code: 'WAT', Descript: 'Watsonville', LocalTimeZone: 'Europe/Berlin' }
  const faults = (OperatorNumber: string) =>
    checkRecord('locations', { ...values, OperatorNumber }, null, []).map(
      ({ field, code }) => `${field} ${code}`,
    )
  expect(faults('DE-NI-12345')).toEqual([])
  expect(faults('')).toEqual([])
  expect(faults('NI-12345')).toEqual(['OperatorNumber fieldNotOperator'])
})
