import { createRoot } from 'react-dom/client'
import { expect, it, onTestFinished, vi } from 'vitest'
import { InputListener } from './input-listener.tsx'
import { InputProvider } from './input-provider.tsx'

it('handles a chord as soon as the screen is visible', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  onTestFinished(() => {
    root.unmount()
    place.remove()
    vi.unstubAllGlobals()
  })
  const chord = new KeyboardEvent('keydown', {
    key: 'k',
    code: 'KeyK',
    ctrlKey: true,
    bubbles: true,
    cancelable: true,
  })
  const seen = new Promise<void>((resolve) => {
    new MutationObserver((_, observer) => {
      observer.disconnect()
      document.body.dispatchEvent(chord)
      resolve()
    }).observe(place, { childList: true })
  })
  const shell = new Proxy({}, { get: () => () => undefined }) as never
  root.render(
    <InputProvider>
      <p>A screen</p>
      <InputListener shell={shell} owner={undefined} />
    </InputProvider>,
  )
  await seen
  expect(chord.defaultPrevented).toBe(true)
})
