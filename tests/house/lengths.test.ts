import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

// A longer file usually contains a second idea. Generated files (migrations and their snapshots) and data
// have no limit.

const MOST_LINES = 600
const src = join(import.meta.dirname, '../../src')

it('no file in src that is written by hand has over 600 lines', () => {
  const written = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ts|tsx|mjs|css|sql)$/.test(name))
    .filter((name) => !name.startsWith(join('server', 'database', 'migrations')))
  expect(written.length).toBeGreaterThan(500)
  const tooLong = written
    .map((name) => ({ name, lines: readFileSync(join(src, name), 'utf8').trimEnd().split('\n').length }))
    .filter(({ lines }) => lines > MOST_LINES)
  expect(tooLong).toEqual([])
})
