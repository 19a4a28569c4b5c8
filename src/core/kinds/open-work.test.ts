import { describe, expect, it } from 'vitest'
import { FIRST_PAGE } from '#core/wire/paging.ts'
import type { PreparedCall } from '#core/wire/prepared-call.ts'
import { SECURITY_KEYS, type SecurityKey } from '#core/wire/security-keys.ts'
import type { Place } from './document.ts'
import { kinds } from './index.ts'
import type { Kind } from './kind.ts'
import { openWorkFor } from './open-work.ts'

const place: Place = { location: 'WH1', season: { id: '5', name: 'RASP 2026', commodity: 'RASP' } }
const holding = (...keys: readonly SecurityKey[]) => ({ keys: new Set(keys), readOnly: false })
const routesFor = (...keys: readonly SecurityKey[]) => openWorkFor(holding(...keys)).map(({ route }) => route)
// Parses a response of any type.
const readOf = (ask: PreparedCall<number>, answer: unknown) => ask.read(answer as never)

describe('openWorkFor', () => {
  it.each([
    [[], []],
    [['ISSUANCEADMINKEY'], ['issuance']],
    [['TRANSFERLOGADMINKEY'], ['transferOpen', 'transferReceiving']],
    [['ADJUSTINVENTORYKEY'], ['adjustTrim']],
    [
      ['ADJUSTINVENTORYKEY', 'ISSUANCEADMINKEY'],
      ['issuance', 'adjustTrim'],
    ],
    // Without the home key the area is hidden.
    [['GROWERSTORAGEISSUANCEKEY'], []],
    [['GROWERSTORAGEHOMEKEY', 'GROWERSTORAGEISSUANCEKEY'], ['growerStorageIssuance']],
  ] as const)('returns for the keys %j the lists %j', (keys, routes) => {
    expect(routesFor(...keys)).toEqual(routes)
  })

  it('returns the same lists for a read-only person', () => {
    const reader = { keys: new Set(SECURITY_KEYS), readOnly: true }
    expect(openWorkFor(reader)).toHaveLength(openWorkFor(holding(...SECURITY_KEYS)).length)
  })

  it('requests at most one row at the place, without finished statuses', () => {
    for (const { kind, count } of openWorkFor(holding(...SECURITY_KEYS))) {
      const { query } = count(place).input as { query: Record<string, string> }
      expect(Object.values(query), kind).toContain('WH1')
      expect(query.status?.split(','), kind).toBeDefined()
      for (const done of ['', 'CANCELLED', 'DUMPED', 'POSTED', 'CLOSED', 'RECEIVED']) {
        expect(query.status?.split(','), kind).not.toContain(done)
      }
      if (kind !== 'request') expect(query).toMatchObject({ offset: 0, limit: 1 })
    }
  })

  it('sends the same request as the list that it opens', () => {
    for (const { kind, mode, view, count } of openWorkFor(holding(...SECURITY_KEYS))) {
      if (kind === 'request') continue
      const all: Kind = kinds[kind]
      const shown = all.wire.list(place, mode, { view, all: false, ...FIRST_PAGE, limit: 1 })
      expect(count(place).input, `${mode} ${kind} ${view}`).toEqual(shown.input)
    }
  })

  it('leaves out lists that the person may not see', () => {
    expect(routesFor('DUMPHOMEKEY')).toEqual([])
    expect(routesFor('DUMPHOMEKEY', 'DUMPKEY')).toEqual(['dump'])
  })

  it('returns the total over all pages of a list, and the number of open requests', () => {
    const counts = openWorkFor(holding(...SECURITY_KEYS))
    const page = { Records: [], TotalRowCount: 73 }
    const [issuances] = counts
    expect(issuances && readOf(issuances.count(place), page)).toBe(73)
    const requests = counts.find(({ kind }) => kind === 'request')
    const open = { RequestID: '1', Status: 'OPEN' }
    expect(requests && readOf(requests.count(place), { Records: [open, open] })).toBe(2)
    expect(requests && readOf(requests.count(place), { Records: null })).toBe(0)
  })
})
