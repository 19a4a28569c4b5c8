// Measures the height that stays covered at the top of the page while scrolling: the shell's header and a
// document's bar.
import { type RefObject, useLayoutEffect, useState } from 'react'

/**
 * Sets the CSS property `--shell-top` to the height of the shell's sticky header, for a bar below it, and
 * `--covered` to the height of both. Returns the latter in pixels. `there`: is the bar rendered?
 */
export function useCoveredHeight(bar: RefObject<HTMLElement | null>, there = true): number {
  const [covered, setCovered] = useState(0)
  useLayoutEffect(() => {
    if (!there) return undefined
    const shell = document.querySelector<HTMLElement>('.shell-top')
    const measure = () => {
      // Reads both before writing: each property set on the root recalculates the page's styles.
      const above = shell?.offsetHeight ?? 0
      const both = above + (bar.current?.offsetHeight ?? 0)
      document.documentElement.style.setProperty('--shell-top', `${above}px`)
      document.documentElement.style.setProperty('--covered', `${both}px`)
      setCovered(both)
    }
    measure()
    const observer = new ResizeObserver(measure)
    if (shell) observer.observe(shell)
    if (bar.current) observer.observe(bar.current)
    return () => observer.disconnect()
  }, [bar, there])
  return covered
}
