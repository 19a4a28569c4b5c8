import { expect, test } from 'vitest'
import { stockAccount } from '#core/kinds/accounts.ts'
import { emptyLine } from '#core/kinds/document.ts'
import { issuance } from '#core/kinds/issuance/rules.ts'
import type { StoredDocument, StoredLine } from '#core/kinds/stored.ts'
import { openLedger } from '#server/domain/ledger.ts'
import { changeLines } from './change-lines.ts'

const lines = 300

test('changes many lines in linear time', async () => {
  let reads = 0
  const line = (at: number): StoredLine => ({
    ...emptyLine,
    id: String(at),
    status: 'RESERVED',
    ordered: 5,
    held: 5,
    source: stockAccount('WAT', 'A-01'),
    isReplant: false,
    get barcode() {
      reads += 1
      return `B${at}`
    },
  })
  const document: StoredDocument = {
    kind: 'issuance',
    mode: 'inventory',
    number: '10000001',
    status: 'RESERVED',
    header: { IssueToType: 'Grower', IssueToNbr: 'G1', InventoryLocation: 'WAT' },
    location: 'WAT',
    seasonId: 'S1',
    lines: Array.from({ length: lines }, (_, at) => line(at)),
  }
  const resolved = document.lines.map((each) => ({
    request: {
      id: each.id,
      barcode: each.barcode,
      to: 'PICKED' as const,
      quantity: 4,
      seen: null,
      storageLocation: '',
      isReplant: false,
      reason: null,
    },
    line: { ok: true as const, value: each },
  }))
  const ledger = await openLedger(
    {
      lock: async (giving) => giving.map((of) => ({ ...of, qty: 100, reserved: 5 })),
      netInflows: async () => ({ latest: 0, went: [] }),
      write: async () => {},
    },
    document.lines.map(({ barcode, source }) => ({ barcode, account: source })),
  )
  reads = 0
  const { document: after, outcomes } = changeLines(issuance, ledger, document, resolved, {
    by: 'ann',
    claimedAt: null,
  })
  expect(outcomes.every(({ result }) => result.ok)).toBe(true)
  expect(after.lines.map(({ picked, held }) => [picked, held])).toEqual(document.lines.map(() => [4, 4]))
  expect(reads).toBeLessThan(20 * lines)
})
