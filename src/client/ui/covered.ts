// How much of the page's top stays covered while it scrolls: the shell's head and a document's own bar.
import { type RefObject, useLayoutEffect, useState } from 'react'

/**
 * Keeps the custom property `--shell-top` at the height of the shell's sticky head, so that a bar can stand right below it,
 * and `--covered` at how much both cover together; answers the latter, in pixels. `there`: is the bar on the page yet?
 */
export function useCovered(bar: RefObject<HTMLElement | null>, there = true): number {
  const [covered, setCovered] = useState(0)
  useLayoutEffect(() => {
    if (!there) return undefined
    const shell = document.querySelector<HTMLElement>('.shell-top')
    const measure = () => {
      const above = shell?.offsetHeight ?? 0
      document.documentElement.style.setProperty('--shell-top', `${above}px`)
      const both = above + (bar.current?.offsetHeight ?? 0)
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
