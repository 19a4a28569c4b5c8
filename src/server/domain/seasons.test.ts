import { expect, test } from 'vitest'
import type { TrimSeason } from '#core/wire/master-data.ts'
import { compareSeasons } from './seasons.ts'

const season = (TrimSeason: string, Commodity: TrimSeason['Commodity'], Id = TrimSeason): TrimSeason => ({
  Id,
  TrimSeason,
  Commodity,
})
const inOrder = (...seasons: readonly TrimSeason[]) => seasons.toSorted(compareSeasons).map(({ Id }) => Id)

test('the newest year comes first, and within it the commodities in order', () => {
  expect(
    inOrder(
      season('BLACK 2025-26', 'BLACK'),
      season('STRAW 2026-27', 'STRAW'),
      season('BLUE 2026-27', 'BLUE'),
      season('STRAW 2025-26', 'STRAW'),
    ),
  ).toEqual(['BLUE 2026-27', 'STRAW 2026-27', 'BLACK 2025-26', 'STRAW 2025-26'])
})

test('a name without a year comes after those with one', () => {
  expect(inOrder(season('Blackberry trials', 'BLACK'), season('Straw 2019', 'STRAW'))).toEqual([
    'Straw 2019',
    'Blackberry trials',
  ])
})

test('two seasons of one name keep one order', () => {
  const [one, two] = [season('Straw 2026', 'STRAW', 'S1'), season('Straw 2026', 'STRAW', 'S2')]
  expect(inOrder(two, one)).toEqual(inOrder(one, two))
})
