import { beforeEach, expect, it } from 'vitest'
import { identityAtom } from '#app/state/session.ts'
import { store } from '#app/state/store.ts'
import { emptyLine } from '#core/kinds/document.ts'
import { createLineDraftStore } from './line-draft-store.ts'
import type { LineDrafts } from './line-drafts.ts'

// Two stores of one name stand for two tabs with the same document.

const NAME = 'issuance.10000001.lines.detail'
const drafts = (typed: Record<string, string>, more: Partial<LineDrafts> = {}): LineDrafts => ({
  added: [],
  typed,
  reasons: {},
  field: null,
  fieldSeen: null,
  ...more,
})

beforeEach(() => {
  localStorage.clear()
  store.set(identityAtom, { userName: 'pia', displayName: 'Pia', groups: [] })
})

it('keeps the input of both tabs, and a save removes only the own input', () => {
  const [one, other] = [createLineDraftStore(NAME), createLineDraftStore(NAME)]
  expect([one.read(), other.read()]).toEqual([undefined, undefined])
  one.write(drafts({ A: '10' }))
  other.write(drafts({ B: '20' }, { field: '4.5' }))
  expect(createLineDraftStore(NAME).read()).toEqual(drafts({ A: '10', B: '20' }, { field: '4.5' }))
  one.write(drafts({ A: '12', C: '7' }))
  expect(createLineDraftStore(NAME).read()).toEqual(drafts({ A: '12', B: '20', C: '7' }, { field: '4.5' }))
  one.write(undefined)
  expect(createLineDraftStore(NAME).read()).toEqual(drafts({ B: '20' }, { field: '4.5' }))
  other.write(undefined)
  expect(localStorage).toHaveLength(0)
})

it('keeps nothing of a new line that is saved', () => {
  const one = createLineDraftStore(NAME)
  const line = { ...emptyLine, id: null, barcode: 'B000000001' }
  one.write(drafts({}, { added: [{ line, typed: '0', reason: null }] }))
  expect(createLineDraftStore(NAME).read()?.added).toHaveLength(1)
  one.write(undefined)
  expect(localStorage).toHaveLength(0)
})

it("keeps the other tab's later input in a quantity that this tab has only read", () => {
  const one = createLineDraftStore(NAME)
  one.write(drafts({ A: '12' }))
  const other = createLineDraftStore(NAME)
  other.read()
  one.write(drafts({ A: '120' }))
  other.write(drafts({ A: '12', B: '7' }))
  expect(createLineDraftStore(NAME).read()?.typed).toEqual({ A: '120', B: '7' })
})

it("keeps the other tab's input in a line that this tab has saved since", () => {
  const one = createLineDraftStore(NAME)
  one.write(drafts({ A: '12' }))
  const other = createLineDraftStore(NAME)
  other.read()
  one.write(drafts({ A: '120' }))
  other.write(undefined)
  expect(createLineDraftStore(NAME).read()?.typed).toEqual({ A: '120' })
})

it("keeps the other tab's later input in an added line and in the header field", () => {
  const line = {
    id: null,
    barcode: '37809950',
    status: 'OPEN',
    ordered: 1,
    picked: null,
    received: null,
  } as const
  const plant = { variety: '', trimType: '', stockType: '', commodity: '' }
  const added = (typed: string) => ({
    added: [
      { line: { ...line, reason: '', storageLocation: '', available: null, plant }, typed, reason: null },
    ],
  })
  const one = createLineDraftStore(NAME)
  one.write(drafts({}, { ...added('1'), field: '4' }))
  const other = createLineDraftStore(NAME)
  other.read()
  one.write(drafts({}, { ...added('12'), field: '4.5' }))
  other.write(drafts({ A: '7' }, { ...added('1'), field: '4' }))
  expect(createLineDraftStore(NAME).read()).toEqual(drafts({ A: '7' }, { ...added('12'), field: '4.5' }))
  other.write(undefined)
  expect(createLineDraftStore(NAME).read()).toEqual(drafts({}, { ...added('12'), field: '4.5' }))
})
