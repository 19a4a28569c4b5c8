import { describe, expect, it } from 'vitest'
import type { HeaderFields } from '#core/kinds/header.ts'
import { kinds } from '#core/kinds/index.ts'
import { kindReports } from '#core/kinds/reports.ts'
import { kindRoutes } from '#core/wire/kind-routes.ts'
import { documentReport } from './document-report.ts'

const names = {
  location: (code: string) => code,
  variety: (code: string) => code,
  reason: (code: string) => code,
  storage: (place: string) => place,
  time: (moment: string) => moment,
}
const reportOf = (
  kind: keyof typeof kinds,
  header: Readonly<Record<string, unknown>>,
  lines: readonly Readonly<Record<string, unknown>>[] = [],
) => {
  const name = kindRoutes.find((routes) => routes.kind === kind)?.reports[0] ?? 'Returns'
  return documentReport(kind, name, header, lines, names)
}

describe.each(Object.keys(kindReports) as (keyof typeof kinds)[])('the report of a kind: %s', (kind) => {
  const fields: HeaderFields = kinds[kind].header
  const values = Object.fromEntries(Object.keys(fields).map((field) => [field, `value of ${field}`]))
  const { facts, notes } = reportOf(kind, values)
  const { facts: declared, leftOut = [] } = kindReports[kind]

  it('has every field of the form once, except those that it leaves out', () => {
    const printed = [...facts, ...notes].map(({ value }) => value).join('; ')
    const labelled = Object.entries(fields).filter(([, { label, role }]) => label !== undefined && !role)
    for (const [field] of labelled)
      expect(printed.split(`value of ${field}`)).toHaveLength(leftOut.includes(field) ? 1 : 2)
  })

  it('names only fields of the kind', () => {
    const used = [...leftOut, ...declared.map((fact) => (typeof fact === 'string' ? fact : fact.field))]
    expect(used.filter((field) => !Object.hasOwn(fields, field))).toEqual([])
  })

  it('has a title for each column, and sums of its quantities', () => {
    const line = Object.fromEntries(
      ['OrderQty', 'PickQty', 'ReceivedQty', 'Qty', 'ExpectedQty', 'VarianceQty'].map((each) => [
        each,
        1_000,
      ]),
    )
    const { columns, rows, totals = [] } = reportOf(kind, { Status: 'SHIPPED' }, [line, line])
    expect(columns.map(({ title }) => title)).not.toContain('')
    expect(rows.map((row) => row.length)).toEqual([columns.length, columns.length])
    const sums = kindReports[kind].columns.filter(({ as }) => as === 'sum').length
    expect(totals.filter((text) => /^(2,000|0)$/.test(text))).toHaveLength(sums)
  })
})
