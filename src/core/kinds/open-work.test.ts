import { describe, expect, it } from 'vitest'
import type { Ask } from '#core/wire/ask-of.ts'
import { FIRST_PAGE } from '#core/wire/paging.ts'
import { SECURITY_KEYS, type SecurityKey } from '#core/wire/security-keys.ts'
import type { Place } from './document.ts'
import { kinds } from './index.ts'
import type { Kind } from './kind.ts'
import { openWorkFor } from './open-work.ts'

const place: Place = { location: 'WH1', season: { id: '5', name: 'RASP 2026', commodity: 'RASP' } }
const holding = (...keys: readonly SecurityKey[]) => ({ keys: new Set(keys), readOnly: false })
const routesFor = (...keys: readonly SecurityKey[]) => openWorkFor(holding(...keys)).map(({ route }) => route)
// What an ask reads from an answer, whatever its type.
const readOf = (ask: Ask<number>, answer: unknown) => ask.read(answer as never)

describe('the work that waits', () => {
  it.each([
    [[], []],
    [['ISSUANCEADMINKEY'], ['issuance']],
    [['TRANSFERLOGADMINKEY'], ['transferOpen', 'transferReceiving']],
    [['ADJUSTINVENTORYKEY'], ['adjustTrim']],
    [
      ['ADJUSTINVENTORYKEY', 'ISSUANCEADMINKEY'],
      ['issuance', 'adjustTrim'],
    ],
    // Without the home key nothing of the area is shown.
    [['GROWERSTORAGEISSUANCEKEY'], []],
    [['GROWERSTORAGEHOMEKEY', 'GROWERSTORAGEISSUANCEKEY'], ['growerStorageIssuance']],
  ] as const)('with %j is in %j', (keys, routes) => {
    expect(routesFor(...keys)).toEqual(routes)
  })

  it('shows to who only reads, too', () => {
    const reader = { keys: new Set(SECURITY_KEYS), readOnly: true }
    expect(openWorkFor(reader)).toHaveLength(openWorkFor(holding(...SECURITY_KEYS)).length)
  })

  it('is asked for at the place, one row at most, and never includes what is done with', () => {
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

  it('is what the list shows that it opens', () => {
    for (const { kind, mode, view, count } of openWorkFor(holding(...SECURITY_KEYS))) {
      if (kind === 'request') continue
      const all: Kind = kinds[kind]
      const shown = all.wire.list(place, mode, { view, all: false, ...FIRST_PAGE, limit: 1 })
      expect(count(place).input, `${mode} ${kind} ${view}`).toEqual(shown.input)
    }
  })

  it('is not counted for who may not see the list', () => {
    expect(routesFor('DUMPHOMEKEY')).toEqual([])
    expect(routesFor('DUMPHOMEKEY', 'DUMPKEY')).toEqual(['dump'])
  })

  it('is the count over all pages of a list, and every open request', () => {
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
