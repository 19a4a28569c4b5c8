import type { ScannerProfile } from '#core/wire/scanner-profile.ts'
import { spoken } from '#text/say.ts'

/**
 * A profile's name and its device's setup in the person's language; in English where the profile has no
 * other.
 */
export function profileWords({
  label,
  deviceSetup,
  translations,
}: Pick<ScannerProfile, 'label' | 'deviceSetup' | 'translations'>): Pick<
  ScannerProfile,
  'label' | 'deviceSetup'
> {
  const [language = ''] = spoken().locale.split('-')
  return translations?.[language] ?? { label, deviceSetup }
}
