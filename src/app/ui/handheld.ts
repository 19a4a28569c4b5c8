// Selects the handheld layout: for devices with a touch screen as main input, and for narrow windows.
import { useEffect } from 'react'
import { useMedia } from './use-media.ts'
import './whole-page.css'

// Style sheets contain the same query.
const HANDHELD = '(pointer: coarse), (width < 40rem)'

/** Does this screen have the handheld layout? Follows the window's size. */
export function useIsHandheld(): boolean {
  return useMedia(HANDHELD)
}

/** Gives a mounted screen the whole page: one bar above, no navigation below. */
export function useWholePage(wanted: boolean): void {
  useEffect(() => {
    if (!wanted) return undefined
    const { classList } = document.documentElement
    classList.add('whole-page')
    return () => classList.remove('whole-page')
  }, [wanted])
}
