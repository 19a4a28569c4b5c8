import { describe, expect, it } from 'vitest'
import {
  type Account,
  adjustedAccount,
  dumpedAccount,
  growerStorageAccount,
  issuedAccount,
  owedAccount,
  stockAccount,
  transitAccount,
} from './accounts.ts'
import { correctionFlow, countedFlow, decisionFlows } from './adjustment/effects.ts'
import { emptyLine } from './document.ts'
import type { Balances, Flow } from './effects.ts'
import { kinds } from './index.ts'
import type { Kind } from './kind.ts'
import type { StoredDocument, StoredLine } from './stored.ts'

const shelf = stockAccount('WAT', 'A-01')
const line = (change: Partial<StoredLine> = {}): StoredLine => ({
  ...emptyLine,
  id: '1',
  barcode: 'A000000001',
  ordered: 10,
  held: 10,
  source: shelf,
  isReplant: false,
  ...change,
})
const document = (change: Partial<StoredDocument> = {}): StoredDocument => ({
  kind: 'issuance',
  mode: 'inventory',
  number: '20000001',
  status: 'RESERVED',
  location: 'WAT',
  seasonId: 'S1',
  header: { IssueToType: 'Nursery', IssueToNbr: 'N1', DestinationLocationID: 'SAL', ReturnedFromNbr: 'G1' },
  lines: [],
  ...change,
})
const balances = (qty: number, netInflow = 0): Balances => ({
  quantity: () => qty,
  available: () => qty,
  latest: 7,
  netInflowSince: () => netInflow,
})

const flowsOf = (kind: Kind, step: string, of: StoredLine, on = document()): readonly Flow[] => {
  const effect = kind.effects.document[step]
  return effect === undefined || effect === 'none' ? [] : effect.of(on, of, balances(0))
}

describe('ledger effects of steps', () => {
  it('moves the reserved plants of an issuance to its destination', () => {
    expect(flowsOf(kinds.issuance, 'ship', line({ held: 8 }))).toEqual([
      { from: shelf, to: issuedAccount('Nursery', 'N1'), qty: 8 },
    ])
    expect(flowsOf(kinds.issuance, 'cancel', line())).toEqual([])
  })

  it('moves received plants to the destination and takes a surplus from the owed account', () => {
    const of = (received: number) => flowsOf(kinds.transfer, 'complete', line({ picked: 10, received }))
    const to = stockAccount('SAL', 'A-01')
    const flows = (arrived: number, owed: number) => [
      { from: transitAccount('20000001'), to, qty: arrived },
      { from: owedAccount('WAT', '20000001'), to, qty: owed },
    ]
    expect(of(10)).toEqual(flows(10, 0))
    expect(of(7)).toEqual(flows(7, 0))
    expect(of(12)).toEqual(flows(10, 2))
  })

  it('moves returned plants to grower storage, or writes them off', () => {
    const issued = issuedAccount('Grower', 'G1')
    const of = (InventoryEffect: string) =>
      flowsOf(
        kinds.return,
        'post',
        line({ source: issued }),
        document({ header: { InventoryEffect, ReturnedFromNbr: 'G1' } }),
      )
    expect(of('GROWERSTORAGE')).toEqual([{ from: issued, to: growerStorageAccount('WAT', 'G1'), qty: 10 }])
    expect(of('DUMP')).toEqual([{ from: issued, to: dumpedAccount('WAT'), qty: 10 }])
  })

  it.each(Object.values<Kind>(kinds).map((kind) => [kind.kind, kind] as const))(
    'locks every account of its flows: %s',
    (_, { effects }) => {
      const lines = Object.values(effects.lines).flatMap(({ flows }) => flows ?? [])
      const whole = Object.values(effects.document).flatMap((effect) => (effect === 'none' ? [] : effect))
      const of = line({ picked: 10, received: 12 })
      for (const flows of [...lines, ...whole]) {
        const locked = flows.between(document(), of)
        for (const { from, to } of flows.of(document(), of, balances(5))) {
          expect(locked).toEqual(expect.arrayContaining([from, to]))
        }
      }
    },
  )

  it('takes plants from the shelf of the line, or in grower storage from the account of the grower', () => {
    const stored = document({ mode: 'growerStorage' })
    const sourceOf = (kind: Kind, on: StoredDocument, place: string): Account | null =>
      kind.effects.source(on, place)
    expect(sourceOf(kinds.issuance, document(), 'A-01')).toEqual(shelf)
    expect(sourceOf(kinds.issuance, document(), '')).toBeNull()
    expect(sourceOf(kinds.issuance, stored, '#GR7')).toEqual(growerStorageAccount('WAT', 'N1'))
    expect(sourceOf(kinds.dump, stored, '#GR7')).toEqual(growerStorageAccount('WAT', '7'))
  })
})

describe('corrections', () => {
  it('move the difference to the current balance', () => {
    const adjusted = adjustedAccount('WAT')
    expect(correctionFlow(shelf, 12, balances(10))).toEqual({ from: adjusted, to: shelf, qty: 2 })
    expect(correctionFlow(shelf, 12, balances(15))).toEqual({ from: shelf, to: adjusted, qty: 3 })
    expect(correctionFlow(shelf, 12, balances(12)).qty).toBe(0)
  })

  it('move a shortfall or a surplus of a transfer when it is decided', () => {
    const on = document({ header: { TransferNbr: '20000001' } })
    const lineWithReceived = (received: number) => line({ picked: 10, received })
    expect(decisionFlows('accept').of(on, lineWithReceived(7), balances(0))).toEqual([
      { from: transitAccount('20000001'), to: shelf, qty: 3 },
    ])
    expect(decisionFlows('reject').of(on, lineWithReceived(12), balances(0))).toEqual([
      { from: adjustedAccount('WAT'), to: owedAccount('WAT', '20000001'), qty: 2 },
    ])
  })

  it('add the movements since the count to the counted quantity', () => {
    const counted = line({ counted: { by: 'ann', after: 3 } })
    expect(countedFlow(counted, 60, balances(70, 20))).toEqual({
      from: adjustedAccount('WAT'),
      to: shelf,
      qty: 10,
    })
  })

  it('of an accepted count line set the balance to the counted quantity plus later movements', () => {
    const on = document({ header: { OfKind: 'count' } })
    const counted = line({ picked: 100, received: 60, counted: { by: 'ann', after: 3 } })
    // 30 of the counted 60 plants were sold after the count, so 30 remain.
    expect(decisionFlows('accept').of(on, counted, balances(70, -30))).toEqual([
      { from: shelf, to: adjustedAccount('WAT'), qty: 40 },
    ])
    expect(decisionFlows('reject').of(on, counted, balances(70, -30))).toEqual([])
  })
})
