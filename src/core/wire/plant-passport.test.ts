import { expect, test } from 'vitest'
import { isOperatorNumber, readOrigin, readZonePests } from './plant-passport.ts'

test.each([
  ['NL', 'NL'],
  ['nl', 'NL'],
  ['NL FR', 'NL, FR'],
  ['NL, FR;nl / US', 'NL, FR, US'],
  ['', ''],
  ['Netherlands', undefined],
  ['XX', undefined],
  ['EU', undefined],
  ['N1', undefined],
])('reads the origin %j as %j', (typed, origin) => {
  expect(readOrigin(typed)).toBe(origin)
})

test.each([
  ['erwiam', 'ERWIAM'],
  ['ERWIAM; PHYPPI erwiam', 'ERWIAM, PHYPPI'],
  ['', ''],
  ['Erwinia amylovora', undefined],
  ['ERWIA', undefined],
])('reads the pests %j as %j', (typed, pests) => {
  expect(readZonePests(typed)).toBe(pests)
})

test.each(['DE-NI-12345', 'NL-123456789', 'FR-PA00123', 'XI-0042'])(
  'accepts the operator number %s',
  (number) => {
    expect(isOperatorNumber(number)).toBe(true)
  },
)

test.each(['12345', 'US-12345', 'DE12345', 'DE-', 'D-1', 'DE-12\n3'])(
  'refuses the operator number %j',
  (number) => {
    expect(isOperatorNumber(number)).toBe(false)
  },
)
