import { beforeEach, describe, expect, it } from 'vitest'
import { createClient } from '#app/api/client.ts'
import type { SecurityKey } from '#core/wire/security-keys.ts'
import { type ContractServer, startContractServer } from '#tests/support/contract-server.ts'
import { findDocument } from './find-document.ts'
import { findElsewhere } from './find-elsewhere.ts'

let server: ContractServer
beforeEach(async () => {
  server = await startContractServer()
})

const lookupOf = (...keys: readonly SecurityKey[]) => ({
  perform: createClient({
    apiBase: server.base,
    tokens: { get: () => Promise.resolve('token'), replace: () => Promise.resolve(undefined) },
  }),
  place: { location: 'WAT', season: { id: 'S1', name: 'Straw 2026', commodity: 'STRAW' } },
  actor: { keys: new Set(keys), readOnly: false },
})

describe('a document number from anywhere', () => {
  beforeEach(() =>
    server.answer('GET adjustmentrequest/:id', ({ path }) => ({
      Adjustment: path.endsWith('/50000007')
        ? { RequestID: 50000007, TransferNbr: '20000001', Status: 'OPEN', OriginLocationID: 'WAT' }
        : null,
      AdjustmentLines: [],
    })),
  )

  it('finds an adjustment request', async () => {
    const { found } = await findDocument('50000007', lookupOf('ADJUSTINVENTORYKEY'))
    expect(found).toMatchObject([
      {
        label: 'Adjustment request 50000007, OPEN',
        route: 'adjustmentRequest',
        parameters: { number: '50000007' },
      },
    ])
  })

  it('does not request an adjustment request if the person may not open one', async () => {
    const { found, problems } = await findDocument('50000007', lookupOf('RETURNADMINKEY'))
    expect({ found, problems }).toEqual({ found: [], problems: [] })
    expect(server.asked.some(({ path }) => path.startsWith('adjustmentrequest'))).toBe(false)
  })
})

describe('a document of another location', () => {
  /** A transfer from ORW; only people of its two locations can see it. */
  const transferTo = (destination: string, status: string) =>
    server.answer('GET transfers/:id', ({ query }) => ({
      TransferHeader: ['ORW', destination].includes(query['inventorylocation'] ?? '')
        ? {
            TransferNbr: '20000003',
            Status: status,
            OriginLocationID: 'ORW',
            DestinationLocationID: destination,
            TrimSeasonID: 'S1',
          }
        : null,
      TransferLines: [],
    }))
  const lookFrom = (...locations: readonly string[]) =>
    findElsewhere('20000003', { ...lookupOf('TRANSFERLOGADMINKEY'), locations })

  it.each([
    [
      'in transit, to one of the person’s locations',
      'SHIPPED',
      ['WAT', 'SAL'],
      { nextLocation: 'SAL', hasRights: true },
    ],
    ['in transit, to another location', 'SHIPPED', ['WAT', 'ORW'], { nextLocation: 'SAL', hasRights: false }],
    ['not picked yet', 'RESERVED', ['WAT', 'SAL'], { nextLocation: 'ORW', hasRights: false }],
    ['received', 'RECEIVED', ['WAT', 'SAL'], { nextLocation: 'SAL', hasRights: true }],
  ])('is found with the location of its next step: %s', async (_, status, locations, expected) => {
    transferTo('SAL', status)
    expect(await lookFrom(...locations)).toMatchObject({
      label: `Transfer 20000003, ${status}, ORW to SAL`,
      ...expected,
    })
  })

  it('is not found by a person of other locations', async () => {
    transferTo('SAL', 'SHIPPED')
    expect(await lookFrom('WAT', 'FLC')).toBeUndefined()
  })
})
