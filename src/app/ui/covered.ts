// The height at the top of the page that stays covered while scrolling: the shell's header and a document's
// bar.
import { type RefObject, useLayoutEffect, useState } from 'react'

/**
 * Keeps the CSS property `--shell-top` at the height of the shell's sticky header, for a bar below it, and
 * `--covered` at the height of both; returns the latter in pixels. `there`: is the bar rendered?
 */
export function useCovered(bar: RefObject<HTMLElement | null>, there = true): number {
  const [covered, setCovered] = useState(0)
  useLayoutEffect(() => {
    if (!there) return undefined
    const shell = document.querySelector<HTMLElement>('.shell-top')
    const measure = () => {
      // Both are read before one is written: each property that the root gets makes the page's styles anew.
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
