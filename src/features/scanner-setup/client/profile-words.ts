import type { ScannerProfile } from '#core/wire/scanner-profile.ts'
import { currentLanguage } from '#text/say.ts'

/**
 * Returns a profile's name and setup steps in the user's language, or in English if it has no translation.
 */
export function profileWords({
  label,
  deviceSetup,
  translations,
}: Pick<ScannerProfile, 'label' | 'deviceSetup' | 'translations'>): Pick<
  ScannerProfile,
  'label' | 'deviceSetup'
> {
  const [language = ''] = currentLanguage().locale.split('-')
  return translations?.[language] ?? { label, deviceSetup }
}
