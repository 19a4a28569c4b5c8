import { expect, test } from 'vitest'
import { stockAccount } from '#core/kinds/accounts.ts'
import { emptyLine } from '#core/kinds/document.ts'
import { issuance } from '#core/kinds/issuance/rules.ts'
import type { StoredDocument, StoredLine } from '#core/kinds/stored.ts'
import { openLedger } from '#server/domain/ledger.ts'
import { changeLines, type ResolvedLine } from './change-lines.ts'
import type { LineBody } from './read-body.ts'

const lineOn = (at: number): StoredLine => ({
  ...emptyLine,
  id: String(at),
  barcode: `B${at}`,
  status: 'RESERVED',
  ordered: 5,
  held: 5,
  storageLocation: 'A-01',
  source: stockAccount('WAT', 'A-01'),
  isReplant: false,
})

const documentOf = (lines: readonly StoredLine[]): StoredDocument => ({
  kind: 'issuance',
  mode: 'inventory',
  number: '10000001',
  status: 'RESERVED',
  header: { IssueToType: 'Grower', IssueToNbr: 'G1', InventoryLocation: 'WAT' },
  location: 'WAT',
  seasonId: 'S1',
  lines,
})

const picked = (line: StoredLine, more: Partial<LineBody> = {}): ResolvedLine => ({
  request: {
    id: line.id,
    barcode: line.barcode,
    to: 'PICKED',
    quantity: 4,
    seen: null,
    storageLocation: '',
    isReplant: false,
    reason: null,
    ...more,
  },
  line: { ok: true, value: line },
})

const ledgerOf = ({ lines }: StoredDocument) =>
  openLedger(
    {
      lock: async (giving) => giving.map((of) => ({ ...of, qty: 100, reserved: 5 })),
      netInflows: async () => ({ latest: 0, went: [] }),
      write: async () => {},
    },
    lines.map(({ barcode, source }) => ({ barcode, account: source })),
  )
const stamp = { by: 'ann', claimedAt: null }

test('changes many lines in linear time', async () => {
  const lines = 300
  let reads = 0
  const document = documentOf(
    Array.from({ length: lines }, (_, at) => ({
      ...lineOn(at),
      get barcode() {
        reads += 1
        return `B${at}`
      },
    })),
  )
  const resolved = document.lines.map((line) => picked(line))
  const ledger = await ledgerOf(document)
  reads = 0
  const { document: after, outcomes } = changeLines(issuance, ledger, document, resolved, stamp)
  expect(outcomes.every(({ result }) => result.ok)).toBe(true)
  expect(after.lines.map(({ picked: count, held }) => [count, held])).toEqual(
    document.lines.map(() => [4, 4]),
  )
  expect(reads).toBeLessThan(20 * lines)
})

test('a step of a saved line takes its reason, but neither another shelf nor a replant mark', async () => {
  const document = documentOf([lineOn(1)])
  const resolved = document.lines.map((line) =>
    picked(line, { reason: 'UNSOLD', storageLocation: 'B-02', isReplant: true }),
  )
  const { document: after } = changeLines(issuance, await ledgerOf(document), document, resolved, stamp)
  expect(after.lines).toMatchObject([{ reason: 'UNSOLD', storageLocation: 'A-01', isReplant: false }])
})
