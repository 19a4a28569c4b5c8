// The layout for handhelds: of everything with a touch screen as its main input, and of narrow windows.
import { useEffect } from 'react'
import { useMedia } from './use-media.ts'
import './whole-page.css'

// The same query stands in style sheets.
const HANDHELD = '(pointer: coarse), (max-width: 599px)'

/** Has this screen the handheld's layout? Follows the window's size. */
export function useIsHandheld(): boolean {
  return useMedia(HANDHELD)
}

/** While shown, the screen has the page to itself: one bar above, no navigation below. */
export function useWholePage(wanted: boolean): void {
  useEffect(() => {
    if (!wanted) return undefined
    const { classList } = document.documentElement
    classList.add('whole-page')
    return () => classList.remove('whole-page')
  }, [wanted])
}
