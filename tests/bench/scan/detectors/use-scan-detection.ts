import type { Detector } from './detector.ts'

/**
 * use-scan-detection in a React component that listens on the document, as in its README. Removes 'Shift',
 * which it reports as a character.
 */
export const scanDetectionHook: Detector = {
  name: 'use-scan-detection',
  attach: async ({ window }, _clock, report) => {
    const { createElement } = await import('react')
    const { createRoot } = await import('react-dom/client')
    const { flushSync } = await import('react-dom')
    const { default: hook } = await import('use-scan-detection')
    // A CommonJS module: Node wraps its default export once more.
    const useScanDetection = typeof hook === 'function' ? hook : Reflect.get(hook, 'default')
    const Listener = (): null => {
      useScanDetection({
        onComplete: (text: { toString(): string }) => report(text.toString().replaceAll('Shift', '')),
        minLength: 2,
      })
      return null
    }
    const root = createRoot(window.document.createElement('div'))
    flushSync(() => root.render(createElement(Listener)))
    return () => flushSync(() => root.unmount())
  },
}
