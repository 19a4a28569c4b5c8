import { describe, expect, test } from 'vitest'
import { BARCODE_PATTERN } from '#core/wire/codes.ts'
import { COMMODITIES } from '#core/wire/constants.ts'
import { LIMITS } from '#core/wire/limits.ts'
import { demoUsers } from '#server/identity/demo-users.ts'
import { locations, reasonCodes, trimTypes, varieties } from './catalogue.ts'
import { generateDemo } from './generate.ts'
import type { PlannedDocument } from './plan.ts'

const today = '2026-11-21'
const data = generateDemo({ today, users: demoUsers })

const planned = (kind: PlannedDocument['kind']) => data.documents.filter((plan) => plan.kind === kind)

// The actions on a document with their locations.
const actionsOf = ({ kind, location, fields, created, steps }: PlannedDocument) => [
  // An adjustment request is created by the last step of its transfer.
  ...(kind === 'request' ? [] : [{ ...created, location }]),
  ...steps.map(({ by, at, to }) => ({
    by,
    at,
    location: to === 'RECEIVED' ? fields.DestinationLocationID : location,
  })),
]

describe('the generator', () => {
  test('returns the same data for the same seed and day', () => {
    expect(generateDemo({ today, users: demoUsers })).toEqual(data)
  })

  test('returns different stock and documents for another seed, but the same company', () => {
    const other = generateDemo({ today, users: demoUsers, seed: 1 })
    expect(other.lots).not.toEqual(data.lots)
    expect(other.documents).not.toEqual(data.documents)
    expect(other.seasons).toEqual(data.seasons)
    expect(other.people).toEqual(data.people)
  })

  test.each([
    ['2026-11-21', 'STRAW 2025-26', 'STRAW 2026-27'],
    ['2026-07-01', 'STRAW 2025-26', 'STRAW 2026-27'],
    ['2026-06-30', 'STRAW 2024-25', 'STRAW 2025-26'],
    ['2099-12-31', 'STRAW 2098-99', 'STRAW 2099-00'],
  ])('on %s the seasons are %s and %s', (day, previous, current) => {
    const names = generateDemo({ today: day, users: [] }).seasons.map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining([previous, current]))
    expect(names).toHaveLength(8)
  })

  test.each(['2024-02-29', '2026-01-01', '2026-07-02'])('dates all actions before %s begins', (day) => {
    const { lots, corrections, documents } = generateDemo({ today: day, users: demoUsers })
    const moments = [
      ...lots.map(({ openedAt }) => openedAt),
      ...corrections.map(({ at }) => at),
      ...documents.flatMap(actionsOf).map(({ at }) => at),
    ]
    expect(moments.filter((moment) => moment >= day)).toEqual([])
    expect(moments.filter((moment) => new Date(moment).toISOString() !== moment)).toEqual([])
  })
})

describe('the data', () => {
  test('has the expected number of records of each kind', () => {
    expect(data.seasons).toHaveLength(2 * COMMODITIES.length)
    expect(locations).toHaveLength(3)
    expect(Object.values(varieties).flat()).toHaveLength(40)
    expect(data.growers).toHaveLength(60)
    expect(data.nurseries).toHaveLength(12)
    expect(new Set(data.lots.map(({ plant }) => plant.barcode)).size).toBe(5_000)
    expect(new Set(reasonCodes.map(({ type }) => type))).toEqual(new Set(['DUMP', 'INVENTORY']))
  })

  test('uses ten capitals and digits for barcodes, and one set of plant facts per barcode', () => {
    const plants = new Map<string, object>()
    for (const { plant } of data.lots) {
      expect(plant.barcode).toMatch(BARCODE_PATTERN)
      expect(plant.barcode).toBe(plant.barcode.toUpperCase())
      expect(plants.get(plant.barcode) ?? plant).toEqual(plant)
      plants.set(plant.barcode, plant)
    }
  })

  test('uses unique codes in capitals', () => {
    const codes = [
      ...locations.map(({ code }) => code),
      ...Object.values(varieties).flatMap((list) => list.map(([code]) => code)),
      ...trimTypes.map(({ name }) => name),
    ]
    expect(codes.filter((code) => code !== code.toUpperCase())).toEqual([])
    expect(new Set(codes).size).toBe(codes.length)
    const reasons = reasonCodes.map(({ type, code }) => `${type} ${code}`)
    expect(new Set(reasons).size).toBe(reasons.length)
    expect(reasons.filter((code) => code !== code.toUpperCase())).toEqual([])
  })

  test('uses unique names for growers, nurseries and varieties', () => {
    for (const names of [
      data.growers.map(({ name }) => name),
      data.nurseries.map(({ name }) => name),
      Object.values(varieties).flatMap((list) => list.map(([, name]) => name)),
    ]) {
      expect(new Set(names).size).toBe(names.length)
    }
  })

  test('uses valid time zones', () => {
    for (const { timeZone } of locations) {
      expect(() => new Intl.DateTimeFormat('en', { timeZone })).not.toThrow()
    }
  })

  test('uses varieties, trim types and seasons of the plants’ commodity', () => {
    for (const { plant, season } of data.lots) {
      expect(varieties[plant.commodity].map(([code]) => code)).toContain(plant.varietyCode)
      expect(trimTypes.find(({ name }) => name === plant.trimType)?.of).toContain(plant.commodity)
      expect([season.id, season.commodity]).toEqual([plant.seasonId, plant.commodity])
    }
  })

  test('each commodity has commercial and foundation stock at each location', () => {
    for (const commodity of COMMODITIES) {
      for (const { code } of locations) {
        for (const stockType of ['COMMERCIAL', 'FOUNDATION']) {
          const matchingLots = data.lots.filter(
            ({ plant, location, quantity }) =>
              plant.commodity === commodity &&
              location === code &&
              plant.stockType === stockType &&
              quantity > 0,
          )
          expect(matchingLots.length, `${stockType} ${commodity} at ${code}`).toBeGreaterThan(3)
        }
      }
    }
  })

  test('uses whole quantities, mostly 100 to 10,000, with a few small or zero ones', () => {
    const quantities = data.lots.map(({ quantity }) => quantity)
    expect(quantities.filter((quantity) => !Number.isInteger(quantity) || quantity < 0)).toEqual([])
    const share = (fits: (quantity: number) => boolean) => quantities.filter(fits).length / quantities.length
    expect(share((quantity) => quantity >= 100 && quantity < 10_000)).toBeGreaterThan(0.9)
    expect(share((quantity) => quantity > 0 && quantity < 25)).toBeGreaterThan(0.02)
    expect(share((quantity) => quantity === 0)).toBeGreaterThan(0.005)
  })

  test('limits texts as the header form does', () => {
    const longest = (kind: PlannedDocument['kind'], name: string) =>
      Math.max(...planned(kind).map(({ fields }) => fields[name]?.length ?? Number.NaN))
    const days = (kind: PlannedDocument['kind'], name: string) =>
      planned(kind).map(({ fields }) => fields[name] ?? '')
    expect(longest('issuance', 'ReferenceNbr')).toBeLessThanOrEqual(LIMITS.reference)
    expect(longest('issuance', 'Comments')).toBeLessThanOrEqual(LIMITS.comments)
    expect(longest('dump', 'AuthorizedBy')).toBeLessThanOrEqual(LIMITS.authorizedBy)
    expect(longest('return', 'ReturnedBy')).toBeLessThanOrEqual(LIMITS.returnedBy)
    expect(longest('return', 'RefNbr')).toBeLessThanOrEqual(LIMITS.reference)
    expect(longest('transfer', 'CarrierName')).toBeLessThanOrEqual(LIMITS.carrierName)
    expect(longest('transfer', 'TruckID')).toBeLessThanOrEqual(LIMITS.truckId)
    for (const day of [...days('issuance', 'IssueDate'), ...days('dump', 'AuthorizedDate')]) {
      expect(day).toMatch(/^\d{4}-\d{2}-\d{2}$/)
    }
    for (const { fields } of planned('transfer')) {
      const { ExpectedShipDate = '', ExpectedArrivalDate = '' } = fields
      expect(ExpectedShipDate <= ExpectedArrivalDate && ExpectedShipDate !== '').toBe(true)
    }
  })

  test('lets every user act only at their own locations', () => {
    const allowed = data.people.flatMap(({ username, locations: codes }) =>
      codes.map((code) => `${username} ${code}`),
    )
    const acted = data.documents.flatMap(actionsOf).map(({ by, location }) => `${by} ${location}`)
    expect(allowed).toEqual(expect.arrayContaining([...new Set(acted)]))
  })

  test('lets only users with the dump key end dumps', () => {
    const dumpers = data.people.filter(({ keys }) => keys.includes('DUMPKEY')).map(({ username }) => username)
    const ended = planned('dump').flatMap(({ steps }) => steps.filter(({ to }) => to !== 'OPEN'))
    expect(ended.length).toBeGreaterThan(0)
    expect(dumpers).toEqual(expect.arrayContaining([...new Set(ended.map(({ by }) => by))]))
  })
})

describe('the people', () => {
  const person = (role: string) => data.people.find((each) => each.role === role)

  test('has one user per role, and only one without rights', () => {
    expect(data.people.map(({ username }) => username)).toEqual(demoUsers.map(({ username }) => username))
    const idle = data.people.filter(({ keys, locations: codes }) => keys.length === 0 || codes.length === 0)
    expect(idle.map(({ role }) => role)).toEqual(['no access'])
  })

  test('lets the picker issue to growers and nurseries, but not transfer or dump', () => {
    expect(person('picker')?.keys).toEqual(
      expect.arrayContaining(['ISSUANCEADMINKEY', 'GROWERISSUANCEADMINKEY', 'NURSERYISSUANCEADMINKEY']),
    )
    expect(person('picker')?.keys).not.toContain('DUMPKEY')
    expect(person('picker')?.keys).not.toContain('TRANSFERLOGADMINKEY')
  })

  test('lets the receiver transfer and take returns, but not issue', () => {
    expect(person('receiver')?.keys).toEqual(
      expect.arrayContaining(['TRANSFERLOGADMINKEY', 'RETURNADMINKEY']),
    )
    expect(person('receiver')?.keys).not.toContain('ISSUANCEADMINKEY')
  })
})
