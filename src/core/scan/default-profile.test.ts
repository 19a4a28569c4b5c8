import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parseScannerProfile } from '#core/wire/scanner-profile.ts'
import { defaultProfile } from './default-profile.ts'

const folder = new URL('../../../scanner-profiles/', import.meta.url)
const files = readdirSync(folder).filter((name) => name.endsWith('.json'))
const read = (name: string): unknown => JSON.parse(readFileSync(new URL(name, folder), 'utf8'))

describe('scanner profiles', () => {
  it.each(files)('%s fits the schema and is named after its id', (name) => {
    const parsed = parseScannerProfile(read(name))
    expect(parsed).toMatchObject({ ok: true, profile: { id: name.replace('.json', '') } })
  })

  it.each(files)(
    '%s leaves a person’s shortcuts alive: its keys are no longer held than a person’s',
    (name) => {
      const parsed = parseScannerProfile(read(name))
      expect(parsed.ok && parsed.profile.timing.holdMs.max).toBeLessThanOrEqual(40)
    },
  )

  it('the default is the generic one; its other languages come with the file', () => {
    const parsed = parseScannerProfile(read('generic-usb.json'))
    const translations = parsed.ok ? parsed.profile.translations : undefined
    expect(parsed).toEqual({ ok: true, profile: { ...defaultProfile, translations } })
    expect(translations).toHaveProperty('es')
  })

  it('say what is wrong with a file', () => {
    const parsed = parseScannerProfile({
      ...defaultProfile,
      id: 'Not An Id',
      timing: { ...defaultProfile.timing, gapMs: { min: 9, typical: 5, max: 1 } },
    })
    expect(parsed.ok).toBe(false)
    expect(!parsed.ok && parsed.issues.join('\n')).toMatch(/id: .*\n.*gapMs: /)
  })
})
