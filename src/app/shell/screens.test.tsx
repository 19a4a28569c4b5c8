import { render, screen } from '@testing-library/react'
import { Provider } from 'jotai'
import { afterEach, describe, expect, it } from 'vitest'
import { Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import { isAppleHandheld } from '#app/state/handheld.ts'
import {
  groupsAtom,
  identityAtom,
  permissionsAtom,
  type Session,
  sessionAtom,
  userLocationsAtom,
} from '#app/state/session.ts'
import { store } from '#app/state/store.ts'
import { mayOpen } from '#core/kinds/engine.ts'
import { kinds } from '#core/kinds/index.ts'
import type { Kind } from '#core/kinds/kind.ts'
import { ROUTES, type RouteName } from '#core/wire/routes.ts'
import { SECURITY_KEYS, type SecurityKey } from '#core/wire/security-keys.ts'
import { MenuOnlyEntries } from './menu-only.tsx'
import { entriesFor, mayVisit } from './screens.tsx'

store.set(groupsAtom, { admin: ['supers', 'admins'], regular: ['users'], readOnly: [], entityAdmin: [] })
store.set(userLocationsAtom, [])

const sessionWith = (keys: readonly SecurityKey[], group = 'users'): Session => {
  store.set(identityAtom, { userName: 'pia', displayName: 'Pia', groups: [group] })
  store.set(
    permissionsAtom,
    keys.map((securityItem) => ({ id: null, roleName: '', securityItem })),
  )
  const session = store.get(sessionAtom)
  if (!session) throw new Error('no session')
  return session
}
const allKeysExcept = (...missing: readonly SecurityKey[]) =>
  SECURITY_KEYS.filter((key) => !missing.includes(key))

const issuance = ['ISSUANCEADMINKEY'] as const
const transfer = ['TRANSFERLOGADMINKEY'] as const
const trim = ['ADJUSTINVENTORYKEY'] as const
const dump = ['DUMPHOMEKEY'] as const
const returns = ['RETURNADMINKEY'] as const
const storedIssuance = ['GROWERSTORAGEHOMEKEY', 'GROWERSTORAGEISSUANCEKEY'] as const
const storedDump = ['GROWERSTORAGEHOMEKEY', 'GROWERSTORAGEDUMPKEY'] as const

// The keys that a route needs, all of them (part 1 section 6, part 2 section 6); other routes need none.
const keysOf: Partial<Record<RouteName, readonly SecurityKey[]>> = {
  issuance,
  issuanceEdit: issuance,
  issuanceDetail: issuance,
  issuanceDetailShort: issuance,
  transfer,
  transferOpen: transfer,
  transferReceiving: transfer,
  transferEdit: transfer,
  transferShip: transfer,
  transferReceive: transfer,
  adjustTrim: trim,
  adjustmentRequest: trim,
  dump,
  dumpNew: dump,
  dumpEdit: dump,
  dumpDetail: dump,
  return: returns,
  returnEdit: returns,
  returnDetail: returns,
  growerStorageIssuance: storedIssuance,
  growerStorageIssuanceEdit: storedIssuance,
  growerStorageIssuanceDetail: storedIssuance,
  growerStorageDump: storedDump,
  growerStorageDumpEdit: storedDump,
  growerStorageDumpDetail: storedDump,
}

const superAdmin = sessionWith(SECURITY_KEYS, 'supers')
// Routes that have a screen. A super-admin with every key may open each of them.
const built = (Object.keys(ROUTES) as RouteName[]).filter((route) => mayVisit(route, superAdmin) === true)

describe('the routes', () => {
  it('include those of this version', () => {
    expect(built).toEqual(
      expect.arrayContaining([
        'home',
        'initialize',
        'setup',
        'trimSeason',
        'dashboard',
        'adjustTrim',
        'adjustmentRequest',
        'transferOpen',
        'issuanceDetail',
        'releases',
        'healthCheck',
        'logOut',
      ]),
    )
  })

  it.each(built)('%s opens with exactly the keys of the specification', (route) => {
    const keys = keysOf[route] ?? []
    const group = route === 'releases' ? 'supers' : 'users'
    // A screen without its own key needs any key (part 1 section 2: 'A user with no access keys sees a
    // no-access view').
    const requiredKeys: readonly SecurityKey[] = keys.length > 0 ? keys : ['DUMPHOMEKEY']
    expect(mayVisit(route, sessionWith(requiredKeys, group))).toBe(true)
    for (const key of SECURITY_KEYS) {
      const verdict = mayVisit(route, sessionWith(allKeysExcept(key), group))
      expect(verdict === true, `${route} without ${key}`).toBe(!keys.includes(key))
      if (verdict !== true) expect(verdict).toEqual({ code: 'keyMissing', facts: { key } })
    }
  })

  it('open the release notes for super-admins only', () => {
    for (const group of ['users', 'admins']) {
      expect(mayVisit('releases', sessionWith(SECURITY_KEYS, group))).toEqual({ code: 'superAdminsOnly' })
    }
    expect(mayVisit('releases', sessionWith([], 'supers'))).toBe(true)
  })

  it('never hide documents that the server would show to the person', () => {
    const modes = Object.values<Kind>(kinds).flatMap((kind) => Object.values(kind.modes))
    for (const { access, lists, routes } of modes) {
      const itsRoutes = [...lists.map(({ route }) => route), routes.edit, routes.detail, routes.receive]
      for (const route of itsRoutes.filter((each) => each !== undefined && built.includes(each))) {
        for (const key of SECURITY_KEYS) {
          const { actor } = sessionWith(allKeysExcept(key))
          if (mayOpen(access, actor) === true) {
            expect(mayVisit(route ?? 'home', sessionWith(allKeysExcept(key))), `${route}, ${key}`).toBe(true)
          }
        }
      }
    }
  })
})

describe('the main navigation', () => {
  it.each([
    ['ADJUSTINVENTORYKEY', 'adjustTrim'],
    ['TRANSFERLOGADMINKEY', 'transfer'],
    ['ISSUANCEADMINKEY', 'issuance'],
    ['RETURNADMINKEY', 'return'],
    ['DUMPHOMEKEY', 'dump'],
  ] as const)('shows with %s the entry %s, if it has a screen', (key, route) => {
    const shown = (keys: readonly SecurityKey[]) => entriesFor(sessionWith(keys)).map((entry) => entry.route)
    expect(shown([key])).toEqual(built.includes(route) ? [route] : [])
    expect(shown(allKeysExcept(key))).not.toContain(route)
  })

  it('shows no entry for the keys of other areas', () => {
    const others = SECURITY_KEYS.filter((key) => key.startsWith('GROWER') || key.startsWith('NURSERY'))
    expect(entriesFor(sessionWith(others))).toEqual([])
  })
})

describe('the entries that only the menu has', () => {
  const own = Object.getOwnPropertyDescriptor(Navigator.prototype, 'userAgent')
  afterEach(() => {
    if (own) Object.defineProperty(Navigator.prototype, 'userAgent', own)
  })
  const shownTo = (keys: readonly SecurityKey[], group: string) => {
    sessionWith(keys, group)
    const { hook } = memoryLocation({ path: '/Setup/' })
    const view = render(
      <Provider store={store}>
        <Router hook={hook}>
          <ul>
            <MenuOnlyEntries />
          </ul>
        </Router>
      </Provider>,
    )
    const links = screen.queryAllByRole('link').map((link) => link.getAttribute('href'))
    view.unmount()
    return links
  }
  const ofBuilt = (...routes: readonly RouteName[]) =>
    routes.filter((route) => built.includes(route)).map((route) => ROUTES[route])

  it('are those with a screen that the person may open', () => {
    expect(shownTo(['DUMPHOMEKEY'], 'users')).toEqual(ofBuilt('dashboard', 'print', 'outbox', 'downloads'))
    expect(shownTo(['GROWERSTORAGEHOMEKEY'], 'users')).toEqual(
      ofBuilt('dashboard', 'growerStorage', 'print', 'outbox', 'downloads'),
    )
    expect(shownTo(SECURITY_KEYS, 'admins')).not.toContain(ROUTES.releases)
    expect(shownTo(SECURITY_KEYS, 'supers')).toContain(ROUTES.releases)
  })

  it('are none for a person without keys', () => {
    expect(shownTo([], 'users')).toEqual([])
    expect(mayVisit('setup', sessionWith([]))).toEqual({ code: 'noKeys' })
  })

  it('omit downloads where files cannot be stored', () => {
    Object.defineProperty(Navigator.prototype, 'userAgent', { configurable: true, get: () => 'iPhone' })
    expect(shownTo(SECURITY_KEYS, 'supers')).not.toContain(ROUTES.downloads)
  })

  it.each([
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)', 5, true],
    ['Mozilla/5.0 (iPad; CPU OS 12_5 like Mac OS X)', 5, true],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.0 Safari/605.1.15', 5, true],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.0 Safari/605.1.15', 0, false],
    ['Mozilla/5.0 (Linux; Android 13; TC22)', 5, false],
    ['Mozilla/5.0 (Windows NT 10.0; Win64; x64)', 10, false],
  ])('recognize an iPhone or iPad: %s with %d touch points', (userAgent, maxTouchPoints, expected) => {
    expect(isAppleHandheld({ userAgent, maxTouchPoints })).toBe(expected)
  })
})
