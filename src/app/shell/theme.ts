import { preferencesAtom } from '#app/state/preferences.ts'
import { store } from '#app/state/store.ts'

// The chosen size is a percentage of the device's text size, which may be large already.
const LARGE = { percent: 125, pixels: 20 }
const isLarge = (percent: number) => {
  const { fontSize } = getComputedStyle(document.documentElement)
  return percent > LARGE.percent || (fontSize.endsWith('px') && Number.parseFloat(fontSize) > LARGE.pixels)
}

/**
 * Applies theme, contrast and text size, now and after each change; `system` follows the device. Returns a
 * function that stops it.
 */
export function applyAppearance(): () => void {
  const { dataset, style } = document.documentElement
  const apply = () => {
    const { theme, contrast, textSize } = store.get(preferencesAtom)
    style.fontSize = `${textSize}%`
    Object.assign(dataset, { theme, contrast, text: isLarge(textSize) ? 'large' : 'usual' })
    // A larger text affects layouts like a narrower window.
    window.dispatchEvent(new Event('resize'))
  }
  apply()
  return store.sub(preferencesAtom, apply)
}
