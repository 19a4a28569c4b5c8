import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { drawReliability } from '#tests/support/reliability/page.ts'
import { lastResult, PARTS } from '#tests/support/reliability/results.ts'

test('the reliability page matches the results of the last runs', () => {
  const page = readFileSync(new URL('../../docs/reliability.md', import.meta.url), 'utf8')
  expect(page, 'npm run reliability writes it anew').toBe(drawReliability())
})

test('no proof failed in its last run', () => {
  for (const part of PARTS) expect(lastResult(part)?.failed ?? 0, part).toBe(0)
})
