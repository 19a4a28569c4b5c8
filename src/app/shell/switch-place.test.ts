import { beforeEach, expect, it } from 'vitest'
import { placeAtom } from '#app/state/place.ts'
import { groupsAtom, identityAtom, permissionsAtom, userLocationsAtom } from '#app/state/session.ts'
import { store } from '#app/state/store.ts'
import { switchPlace } from './switch-place.ts'

const here = { location: 'WAT', season: { id: 'S1', name: 'Straw 2026', commodity: 'STRAW' } } as const
const offer = {
  toLocation: 'WAT',
  toSeasonId: 'S0',
  toSeason: 'Straw 2025',
  toCommodity: 'STRAW',
  path: '/Issuance/Grower/10000909',
}

let paths: string[]
const switchFrom = (offered: unknown, path: string) => switchPlace(offered, path, (to) => void paths.push(to))
beforeEach(() => {
  paths = []
  sessionStorage.clear()
  store.set(groupsAtom, { admin: [], regular: ['users'], readOnly: [], entityAdmin: [] })
  store.set(identityAtom, { userName: 'pia', displayName: 'Pia', groups: ['users'] })
  store.set(permissionsAtom, [])
  store.set(userLocationsAtom, [{ id: null, username: 'pia', location: 'WAT' }])
  store.set(placeAtom, here)
})

it('switches to the season of the shown document, and back with the same key', () => {
  expect(switchFrom(offer, '/Dump/30000001')).toMatchObject({
    tone: 'ok',
    code: 'place.switched',
    facts: { season: 'Straw 2025', location: 'WAT' },
  })
  expect(store.get(placeAtom)?.season.id).toBe('S0')
  // The outcome of the switch offers no place, so the next call goes back.
  switchFrom({ season: 'Straw 2025', location: 'WAT' }, offer.path)
  expect(store.get(placeAtom)).toEqual(here)
  expect(paths).toEqual([offer.path, '/Dump/30000001'])
})

it.each([
  ['nothing was offered', undefined],
  ['the person has no rights there', { ...offer, toLocation: 'ORW' }],
  ['the path leads elsewhere', { ...offer, path: 'https://example.com/' }],
])('is refused if %s', (_, offered) => {
  expect(switchFrom(offered, '/Issuance/')).toMatchObject({ tone: 'error', code: 'noOtherPlace' })
  expect(store.get(placeAtom)).toEqual(here)
  expect(paths).toEqual([])
})
