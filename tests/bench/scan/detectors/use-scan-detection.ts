import { createRequire } from 'node:module'
import type { Detector } from './detector.ts'

/** use-scan-detection in a React component, listening on the document as its README shows. It counts Shift as a character: taken out. */
export const useScanDetection: Detector = {
  name: 'use-scan-detection',
  attach: async ({ window }, _clock, report) => {
    const { createElement } = await import('react')
    const { createRoot } = await import('react-dom/client')
    const { flushSync } = await import('react-dom')
    const hook: { default: (options: Readonly<Record<string, unknown>>) => void } = createRequire(
      import.meta.url,
    )('use-scan-detection')
    const Listener = (): null => {
      hook.default({ onComplete: (text: string) => report(text.replaceAll('Shift', '')), minLength: 2 })
      return null
    }
    const root = createRoot(window.document.createElement('div'))
    flushSync(() => root.render(createElement(Listener)))
    return () => flushSync(() => root.unmount())
  },
}
