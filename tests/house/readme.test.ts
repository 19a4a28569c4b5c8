import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { settingNames } from '#server/boot/environment.ts'
import { diagramNames, drawReadme } from '#tests/support/readme.ts'

const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')

describe('README', () => {
  it.each(diagramNames)('draws the transitions of %s', (name) => {
    expect(readme).toContain(`<!-- diagram:${name} -->`)
  })

  it('draws them as the tables have them today (npm run readme mends it)', () => {
    expect(drawReadme(readme)).toBe(readme)
  })

  it.each(settingNames)('explains the setting %s', (name) => {
    expect(readme).toContain(`\`${name}\``)
  })
})
