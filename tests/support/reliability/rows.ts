// The rows of a proof's table, from the tests that ran.
import type { runVitest } from '#tests/support/runners.mjs'

export type RunTest = NonNullable<Awaited<ReturnType<typeof runVitest>>['tests']>[number]

/**
 * Returns a row for each case: number, title, number of passed tests, and figures. `caseOf` finds the number
 * and title in the title of a `describe`; tests without a case have no row. A case in several files is one
 * row, under its first title.
 */
export function rowsOf(tests: readonly RunTest[], caseOf: RegExp): string[][] {
  const cases = new Map<string, { readonly name: string; readonly of: readonly RunTest[] }>()
  for (const test of tests) {
    const found = test.titles.map((each) => caseOf.exec(each)).find((match) => match !== null)
    const [, number = '', name = ''] = found ?? []
    if (!found) continue
    const before = cases.get(number)
    cases.set(number, { name: before?.name ?? name, of: [...(before?.of ?? []), test] })
  }
  const rows = [...cases].map(([number, { name, of }]) => {
    const passed = of.filter((test) => test.passed).length
    return [number, name, `${passed} of ${of.length}`, of.flatMap(({ figures }) => figures).join('; ')]
  })
  return rows.toSorted(([one = ''], [other = '']) => Number(one) - Number(other))
}
