import { expect, test } from 'vitest'
import type { TrimSeason } from '#core/wire/master-data.ts'
import { compareSeasons } from './seasons.ts'

const season = (TrimSeason: string, Commodity: TrimSeason['Commodity'], Id = TrimSeason): TrimSeason => ({
  Id,
  TrimSeason,
  Commodity,
})
const inOrder = (...seasons: readonly TrimSeason[]) => seasons.toSorted(compareSeasons).map(({ Id }) => Id)

test('sorts by newest year, then by commodity', () => {
  expect(
    inOrder(
      season('BLACK 2025-26', 'BLACK'),
      season('STRAW 2026-27', 'STRAW'),
      season('BLUE 2026-27', 'BLUE'),
      season('STRAW 2025-26', 'STRAW'),
    ),
  ).toEqual(['BLUE 2026-27', 'STRAW 2026-27', 'BLACK 2025-26', 'STRAW 2025-26'])
})

test('sorts names without a year last', () => {
  expect(inOrder(season('Blackberry trials', 'BLACK'), season('Straw 2019', 'STRAW'))).toEqual([
    'Straw 2019',
    'Blackberry trials',
  ])
})

test('sorts seasons with the same name in a stable order', () => {
  const [one, two] = [season('Straw 2026', 'STRAW', 'S1'), season('Straw 2026', 'STRAW', 'S2')]
  expect(inOrder(two, one)).toEqual(inOrder(one, two))
})
