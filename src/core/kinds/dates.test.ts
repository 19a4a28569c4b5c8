import { describe, expect, it } from 'vitest'
import type { Place } from './document.ts'
import { dump } from './dump/rules.ts'
import type { HeaderForm } from './header.ts'
import { issuance } from './issuance/rules.ts'
import { returns } from './return/rules.ts'
import { transfer } from './transfer/rules.ts'

const place: Place = { location: 'WAT', season: { id: 'S1', name: 'Straw 2026', commodity: 'STRAW' } }
const outOfRange = { code: 'dateWrong', facts: { first: '2000', last: '2099' } }
const forms: readonly (readonly [string, HeaderForm, Readonly<Record<string, string>>, readonly string[]])[] =
  [
    ['issuance', issuance.modes.inventory.form, { IssueToType: 'Grower', IssueToNbr: 'G1' }, ['IssueDate']],
    ['return', returns.modes.inventory.form, { ReturnedFromNbr: 'G1' }, ['ReturnedDate']],
    ['dump', dump.modes.inventory.form, { AuthorizedBy: 'Ann' }, ['AuthorizedDate']],
    [
      'transfer',
      transfer.modes.inventory.form,
      { DestinationLocationID: 'SAL' },
      ['ExpectedShipDate', 'ExpectedArrivalDate'],
    ],
  ]

describe.each(forms)('dates in a header: %s', (_, form, entered, names) => {
  const values = { ...form.start(place, { keys: new Set(), readOnly: false }, '2026-11-21'), ...entered }

  it('are valid in a new header', () => expect(form.check(values)).toBe(true))

  it.each(['0002-11-20', '1999-12-31', '2100-01-01', '9999-12-31'])('are refused if they are %s', (day) => {
    for (const name of names) expect(form.check({ ...values, [name]: day })).toEqual(outOfRange)
  })

  it('are valid with a time of day', () => {
    for (const name of names) expect(form.check({ ...values, [name]: '2026-11-21T00:00:00Z' })).toBe(true)
  })
})
