import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { STATUSES } from '#core/wire/constants.ts'
import { SECURITY_KEYS } from '#core/wire/security-keys.ts'
import { lineOf } from '#tests/support/kind-work.ts'
import type { Actor, Document, Line } from './document.ts'
import {
  afterLineStep,
  documentAllows,
  documentStepFor,
  lineAllows,
  lineStepFor,
  mayAct,
  mayOpen,
} from './engine.ts'
import { kinds } from './index.ts'
import { issuance } from './issuance/rules.ts'

const line = (barcode: string, change: Partial<Line> = {}) =>
  lineOf(barcode, { status: 'RESERVED', ...change })
const document = (change: Partial<Document> = {}): Document => ({
  kind: 'issuance',
  mode: 'inventory',
  number: '10000001',
  status: 'RESERVED',
  header: { IssueToType: 'Grower', IssueToNbr: '7' },
  lines: [line('A000000001'), line('B000000001')],
  ...change,
})
const actor = (keys: readonly (typeof SECURITY_KEYS)[number][], readOnly = false): Actor => ({
  keys: new Set(keys),
  readOnly,
})

describe('issuance: statuses', () => {
  it('refuses to ship until every line is picked, with the number of other lines', () => {
    expect(documentAllows(issuance, 'ship', document())).toEqual({
      code: 'linesNotPicked',
      facts: { open: 2 },
    })
    expect(documentAllows(issuance, 'ship', document({ lines: [] }))).toEqual({ code: 'noLines' })
    const picked = [line('A000000001', { status: 'PICKED', picked: 10 })]
    expect(documentAllows(issuance, 'ship', document({ lines: picked }))).toBe(true)
  })

  it.each(STATUSES)(
    'allows edit, cancel and pick of a document in %s only if that status is open',
    (status) => {
      const open = status === 'OPEN' || status === 'RESERVED'
      const one = document({ status })
      expect(documentAllows(issuance, 'edit', one) === true).toBe(open)
      expect(documentAllows(issuance, 'cancel', one) === true).toBe(open)
      expect(lineAllows(issuance, 'pick', one, line('A000000001'), 5) === true).toBe(open)
      expect(lineAllows(issuance, 'order', one, line('A000000001'), 5) === true).toBe(open)
      expect(lineAllows(issuance, 'delete', one, line('A000000001'), 5) === true).toBe(open)
    },
  )

  it('refuses to pick 0 plants, or an unsaved line', () => {
    expect(lineAllows(issuance, 'pick', document(), line('A000000001'), 0)).toEqual({ code: 'quantityZero' })
    expect(lineAllows(issuance, 'pick', document(), line('A000000001', { id: null }), 4)).toMatchObject({
      code: 'lineNotWhileStatus',
    })
  })

  it('finds the step for a status change in a request', () => {
    expect(documentStepFor(issuance, null, 'OPEN')).toBe('create')
    expect(documentStepFor(issuance, 'RESERVED', 'RESERVED')).toBe('edit')
    expect(documentStepFor(issuance, 'RESERVED', 'SHIPPED')).toBe('ship')
    expect(documentStepFor(issuance, 'SHIPPED', 'CANCELLED')).toBeUndefined()
    expect(lineStepFor(issuance, 'RESERVED', 'PICKED')).toBe('pick')
    expect(lineStepFor(issuance, 'SHIPPED', 'PICKED')).toBeUndefined()
  })
})

describe('line steps', () => {
  it('change only the line of their storage location if the barcode has several lines', () => {
    const ann = line('A000000001', { id: '1', status: 'OPEN', storageLocation: '#GR1' })
    const bob = line('A000000001', { id: '2', status: 'OPEN', storageLocation: '#GR2' })
    const both = document({ kind: 'dump', mode: 'growerStorage', status: 'OPEN', lines: [ann, bob] })
    expect(afterLineStep(kinds.dump, 'dump', both, { ...bob, ordered: 4 }).lines).toEqual([
      ann,
      { ...bob, status: 'DUMPED', ordered: 4 },
    ])
    expect(afterLineStep(kinds.dump, 'delete', both, bob).lines).toEqual([ann])
    const alone = { ...both, lines: [ann] }
    expect(afterLineStep(kinds.dump, 'save', alone, bob).lines).toEqual([ann, bob])
  })
})

describe('issuance: access', () => {
  const { inventory, growerStorage } = issuance.modes
  it('needs a key for the list, and the key of the destination type for steps', () => {
    expect(mayOpen(inventory.access, actor([]))).toEqual({
      code: 'keyMissing',
      facts: { key: 'ISSUANCEADMINKEY' },
    })
    const growers = actor(['ISSUANCEADMINKEY', 'GROWERISSUANCEADMINKEY'])
    expect(mayAct(inventory.access, growers, 'create', {})).toBe(true)
    expect(mayAct(inventory.access, growers, 'ship', { IssueToType: 'Grower' })).toBe(true)
    expect(mayAct(inventory.access, growers, 'ship', { IssueToType: 'Nursery' })).toEqual({
      code: 'keyMissing',
      facts: { key: 'NURSERYISSUANCEADMINKEY' },
    })
    expect(mayAct(inventory.access, actor(['ISSUANCEADMINKEY']), 'create', {})).toMatchObject({
      code: 'keyMissing',
    })
  })

  it('grants the issuance keys to everyone with access to grower storage', () => {
    const both = actor(['GROWERSTORAGEHOMEKEY', 'GROWERSTORAGEISSUANCEKEY'])
    expect(growerStorage && mayAct(growerStorage.access, both, 'ship', { IssueToType: 'Grower' })).toBe(true)
    expect(growerStorage && mayOpen(growerStorage.access, actor(['GROWERSTORAGEHOMEKEY']))).toMatchObject({
      facts: { key: 'GROWERSTORAGEISSUANCEKEY' },
    })
  })

  it('refuses every step of a read-only person, even with all keys', () => {
    const reader = actor(SECURITY_KEYS, true)
    for (const kind of Object.values(kinds)) {
      for (const mode of Object.values(kind.modes)) {
        expect(mayOpen(mode.access, reader)).toBe(true)
        for (const step of [...Object.keys(kind.documentSteps), ...Object.keys(kind.lineSteps)]) {
          expect(mayAct(mode.access, reader, step, {})).toEqual({ code: 'readOnlyAccess' })
        }
      }
    }
  })
})

describe('every kind', () => {
  it('starts each step from a status that another step can reach', () => {
    for (const kind of Object.values(kinds)) {
      const reached = new Set<string | null>([null])
      for (const { to } of Object.values(kind.documentSteps)) if (to !== 'same') reached.add(to)
      for (const { documentTo } of Object.values(kind.lineSteps))
        if (typeof documentTo === 'string' && documentTo !== 'same') reached.add(documentTo)
      for (const { from } of Object.values(kind.documentSteps)) {
        for (const status of from) expect(reached).toContain(status)
      }
    }
  })

  it('refuses all steps of an issuance in a final status', () => {
    const final = ['SHIPPED', 'CANCELLED'] as const
    fc.assert(
      fc.property(
        fc.constantFrom(...final),
        fc.constantFrom('edit' as const, 'ship' as const, 'cancel' as const),
        (status, step) => {
          expect(documentAllows(issuance, step, document({ status }))).toMatchObject({
            code: 'notWhileStatus',
          })
        },
      ),
    )
  })
})
