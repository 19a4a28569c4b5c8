// How much of the page's top stays covered while it scrolls: the shell's head and a document's own bar.
import { type RefObject, useLayoutEffect, useState } from 'react'

/**
 * Keeps the custom property `--shell-top` at the height of the shell's sticky head, in pixels, so that a bar can stand right
 * below it, and answers how much both cover together.
 */
export const useCovered = (bar: RefObject<HTMLElement | null>): number => {
  const [covered, setCovered] = useState(0)
  useLayoutEffect(() => {
    const shell = document.querySelector<HTMLElement>('.top')
    const measure = () => {
      const above = shell?.offsetHeight ?? 0
      document.documentElement.style.setProperty('--shell-top', `${above}px`)
      setCovered(above + (bar.current?.offsetHeight ?? 0))
    }
    measure()
    const observer = new ResizeObserver(measure)
    if (shell) observer.observe(shell)
    if (bar.current) observer.observe(bar.current)
    return () => observer.disconnect()
  }, [bar])
  return covered
}
