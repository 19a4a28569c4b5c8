import { describe, expect, it } from 'vitest'
import { type Document, emptyLine, type Line } from '#core/kinds/document.ts'
import { dump } from '#core/kinds/dump/rules.ts'
import { issuance } from '#core/kinds/issuance/rules.ts'
import { transfer } from '#core/kinds/transfer/rules.ts'
import type { Entry } from '#core/kinds/worksheet.ts'
import { planLineAction } from './plan-line-action.ts'

const barcode = 'B000000001'
const lineOf = (change: Partial<Line>): Line => ({ ...emptyLine, id: '1', barcode, ordered: 40, ...change })
const entryOf = (line: Line, typed: string | null = null): Entry => ({
  key: barcode,
  line,
  typed,
  reason: null,
  isSearching: false,
  isUnconfirmed: false,
  problem: null,
})
const documentOf = (kind: Document['kind'], status: Document['status']): Document => ({
  kind,
  mode: 'inventory',
  number: '1',
  status,
  header: {},
  lines: [],
})
const reserved = lineOf({ status: 'RESERVED' })
const picked = lineOf({ status: 'PICKED', picked: 40 })

const planPick = (
  line: Line,
  given?: number,
  { typed = null as string | null, forScans = null as number | null } = {},
) =>
  planLineAction(
    { kind: issuance, stage: 'detail' },
    documentOf('issuance', 'RESERVED'),
    entryOf(line, typed),
    { given, forScans },
  )

describe('a pick', () => {
  it('saves the ordered quantity, or the typed one without a question on its own line', () => {
    expect(planPick(reserved)).toEqual({ type: 'save', quantity: 40 })
    expect(planPick(reserved, undefined, { typed: '40' })).toEqual({ type: 'save', quantity: 40 })
  })

  it('refuses input that is no quantity', () => {
    expect(planPick(reserved, undefined, { typed: 'x' })).toMatchObject({
      type: 'refuseInput',
      refusal: { code: 'quantityNotNumber' },
    })
  })

  it('asks about another quantity, but not about the kept one', () => {
    expect(planPick(reserved, 38)).toEqual({ type: 'askAboutChange', proposal: 40, quantity: 38 })
    expect(planPick(reserved, 38, { forScans: 38 })).toEqual({ type: 'save', quantity: 38 })
  })

  it('asks before it replaces a saved quantity, also with the kept one', () => {
    expect(planPick(picked, 38, { forScans: 38 })).toMatchObject({ type: 'askAboutChange' })
  })

  it('focuses a line that is done with this quantity', () => {
    expect(planPick(picked)).toEqual({ type: 'alreadyDone', quantity: 40 })
    expect(planPick(picked, 40)).toEqual({ type: 'alreadyDone', quantity: 40 })
  })

  it('is refused on a cancelled line', () => {
    expect(planPick(lineOf({ status: 'CANCELLED' }), 5)).toMatchObject({
      type: 'refuse',
      refusal: { code: 'lineNotWhileStatus' },
    })
  })
})

describe('a quantity of 0', () => {
  it('needs an answer in the editor: save or delete', () => {
    const line = entryOf(lineOf({ status: 'RESERVED' }))
    expect(
      planLineAction({ kind: issuance, stage: 'edit' }, documentOf('issuance', 'RESERVED'), line, {
        given: 0,
        forScans: null,
      }),
    ).toEqual({ type: 'askAboutZero' })
  })

  it('is never picked', () => {
    expect(planPick(reserved, 0)).toMatchObject({ type: 'refuseZero', refusal: { code: 'quantityZero' } })
  })

  it('can be received, after the question about the change', () => {
    const shipped = entryOf(lineOf({ status: 'SHIPPED', picked: 40 }))
    expect(
      planLineAction({ kind: transfer, stage: 'receive' }, documentOf('transfer', 'SHIPPED'), shipped, {
        given: 0,
        forScans: null,
      }),
    ).toEqual({ type: 'askAboutChange', proposal: 40, quantity: 0 })
  })
})

describe('a line without a proposed quantity', () => {
  const plan = (given?: number) =>
    planLineAction(
      { kind: transfer, stage: 'edit' },
      documentOf('transfer', 'OPEN'),
      entryOf(lineOf({ id: null, ordered: 0 })),
      { given, forScans: null },
    )

  it('saves the given quantity', () => {
    expect(plan(5)).toMatchObject({ type: 'save', quantity: 5 })
  })

  it('of a dump does not need its reason yet', () => {
    expect(
      planLineAction(
        { kind: dump, stage: 'edit' },
        documentOf('dump', 'OPEN'),
        entryOf(lineOf({ id: null, ordered: 0 })),
        { given: 5, forScans: null },
      ),
    ).toMatchObject({ type: 'save', quantity: 5 })
  })
})
