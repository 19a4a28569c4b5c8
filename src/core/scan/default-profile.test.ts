import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parseScannerProfile } from '#core/wire/scanner-profile.ts'
import { defaultProfile } from './default-profile.ts'

const folder = new URL('../../../scanner-profiles/', import.meta.url)
const files = readdirSync(folder).filter((name) => name.endsWith('.json'))
const read = (name: string): unknown => JSON.parse(readFileSync(new URL(name, folder), 'utf8'))

describe('scanner profiles', () => {
  it.each(files)('%s matches the schema and has its id as file name', (name) => {
    const parsed = parseScannerProfile(read(name))
    expect(parsed).toMatchObject({ ok: true, profile: { id: name.replace('.json', '') } })
  })

  it.each(files)('%s does not delay shortcuts: its longest hold is short enough', (name) => {
    const parsed = parseScannerProfile(read(name))
    expect(parsed.ok && parsed.profile.timing.holdMs.max).toBeLessThanOrEqual(40)
  })

  it('include the default profile, with translations in the file', () => {
    const parsed = parseScannerProfile(read('generic-usb.json'))
    const translations = parsed.ok ? parsed.profile.translations : undefined
    expect(parsed).toEqual({ ok: true, profile: { ...defaultProfile, translations } })
    expect(translations).toHaveProperty('es')
  })

  it('report each error of an invalid file', () => {
    const parsed = parseScannerProfile({
      ...defaultProfile,
      id: 'Not An Id',
      timing: { ...defaultProfile.timing, gapMs: { min: 9, typical: 5, max: 1 } },
    })
    expect(parsed.ok).toBe(false)
    expect(!parsed.ok && parsed.issues.join('\n')).toMatch(/id: .*\n.*gapMs: /)
  })
})
