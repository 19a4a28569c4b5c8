import type { Detector } from './detector.ts'

/** The common solution: characters less than 100 ms apart, ended by Enter, Tab or 100 ms without a key. */
export const fixedGap: Detector = {
  name: 'fixed 100 ms gap',
  attach: ({ window }, clock, report) => {
    let text = ''
    let last = Number.NEGATIVE_INFINITY
    let timer: number | undefined
    const end = (): void => {
      if (timer !== undefined) clock.clear(timer)
      timer = undefined
      if (text.length >= 3) report(text.toUpperCase())
      text = ''
    }
    const onKey = (event: KeyboardEvent): void => {
      const now = clock.now()
      if (now - last > 100) text = ''
      if (event.key === 'Enter' || event.key === 'Tab') {
        end()
        return
      }
      if (event.key.length !== 1) return
      text += event.key
      last = now
      if (timer !== undefined) clock.clear(timer)
      timer = clock.set(end, 100)
    }
    window.document.addEventListener('keydown', onKey)
    return () => window.document.removeEventListener('keydown', onKey)
  },
}
