import { expect, onTestFinished, test } from 'vitest'
import { loadScannerProfile } from '#input/devices/scanner-profiles.ts'
import { loadLanguage } from '#text/languages.ts'
import { profileWords } from './profile-words.ts'

test('a profile is shown in the language of the user; a site profile without translations is shown as written', async () => {
  const generic = await loadScannerProfile('generic-usb')
  if (!generic) throw new Error('There is no generic profile.')
  const { translations: _, ...ofSite } = generic
  expect(profileWords(generic).label).toBe('Any keyboard scanner (USB)')
  await loadLanguage('es')
  onTestFinished(() => loadLanguage('en'))
  expect(profileWords(generic).label).toBe('Cualquier escáner de teclado (USB)')
  expect(profileWords(generic).deviceSetup[1]).toBe('Elija la interfaz de teclado USB (HID keyboard).')
  expect(profileWords(ofSite)).toEqual({ label: ofSite.label, deviceSetup: ofSite.deviceSetup })
})
