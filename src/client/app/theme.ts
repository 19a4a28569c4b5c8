import { preferencesAtom } from '#client/state/preferences.ts'
import { store } from '#client/state/store.ts'

/**
 * Applies the chosen theme, contrast and text size, now and on every change; `system` follows the device.
 * Returns a function that stops it.
 */
export function followLook(): () => void {
  const { dataset, style } = document.documentElement
  const apply = () => {
    const { theme, contrast, textSize } = store.get(preferencesAtom)
    Object.assign(dataset, { theme, contrast, text: textSize > 125 ? 'large' : 'usual' })
    style.fontSize = `${textSize}%`
    // For layouts a larger text is a narrower window.
    window.dispatchEvent(new Event('resize'))
  }
  apply()
  return store.sub(preferencesAtom, apply)
}
