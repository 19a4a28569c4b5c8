import { afterEach, expect, it } from 'vitest'
import { createKeyboardUser } from '#tests/support/scanner.ts'
import { recordEarlyKeys, replayEarlyKeys } from './early-keys.ts'
import { createKeyRecorder } from './key-recorder.ts'
import { listenForScans } from './wedge.ts'

let stop: () => void = () => undefined
afterEach(() => {
  stop()
  document.body.replaceChildren()
})

const codeOf = (key: string) => (key === 'Enter' ? key : /\d/.test(key) ? `Digit${key}` : `Key${key}`)

const listen = () => {
  const scans: string[] = []
  const keys: string[] = []
  stop = listenForScans(window, {
    onScan: ({ text }) => void scans.push(text),
    onShortcutKey: ({ key }) => void keys.push(key),
  })
  return { scans, keys }
}

it('replays earlier scans and typed keys in order, with their meaning', () => {
  const hands = createKeyboardUser(window)
  recordEarlyKeys(window)
  hands.scan('B000000001')
  hands.scan('10000123')
  hands.press('4')
  const heard = listen()
  replayEarlyKeys(window)
  expect(heard).toEqual({ scans: ['B000000001', '10000123'], keys: ['4'] })
})

it('takes over the keys recorded in the page’s head, once', () => {
  const hands = createKeyboardUser(window)
  window.earlyKeys = createKeyRecorder(window)
  hands.scan('B000000001')
  recordEarlyKeys(window)
  hands.scan('B000000002')
  const heard = listen()
  replayEarlyKeys(window)
  recordEarlyKeys(window)
  replayEarlyKeys(window)
  expect(heard.scans).toEqual(['B000000001', 'B000000002'])
})

it('replays a code however long the app took to load, but not the single keys before it', () => {
  recordEarlyKeys(window)
  const start = performance.now() - 60_000
  const press = (key: string, at: number) => {
    for (const type of ['keydown', 'keyup']) {
      const event = new KeyboardEvent(type, { key, code: codeOf(key), bubbles: true })
      Object.defineProperty(event, 'timeStamp', { value: start + at })
      document.body.dispatchEvent(event)
    }
  }
  press('7', 0)
  for (const [index, key] of [...'B000000001', 'Enter'].entries()) press(key, 2000 + index * 10)
  press('8', 4000)
  const heard = listen()
  replayEarlyKeys(window)
  expect(heard).toEqual({ scans: ['B000000001'], keys: [] })
})

it('leaves keys in a field to the field', () => {
  const field = document.createElement('input')
  document.body.append(field)
  field.focus()
  const hands = createKeyboardUser(window)
  recordEarlyKeys(window)
  hands.press('4', '2')
  const heard = listen()
  replayEarlyKeys(window)
  expect(field).toHaveValue('42')
  expect(heard).toEqual({ scans: [], keys: [] })
})

it('does not press the focused Sign in with the Enter of a code, but with a person’s Enter', () => {
  const button = document.createElement('button')
  document.body.append(button)
  button.focus()
  const pressed: boolean[] = []
  button.addEventListener('keydown', ({ key, defaultPrevented }) => {
    if (key === 'Enter') pressed.push(!defaultPrevented)
  })
  const keeping = createKeyRecorder(window)
  stop = keeping.stop
  const hands = createKeyboardUser(window)
  hands.scan('B000000001')
  hands.press('Enter')
  expect(pressed).toEqual([false, true])
})

it('drops older keys that were pressed for something else', () => {
  recordEarlyKeys(window)
  const old = new KeyboardEvent('keydown', { key: '7', code: 'Digit7', bubbles: true })
  Object.defineProperty(old, 'timeStamp', { value: performance.now() - 60_000 })
  document.body.dispatchEvent(old)
  createKeyboardUser(window).press('4')
  const heard = listen()
  replayEarlyKeys(window)
  expect(heard.keys).toEqual(['4'])
})

it('replays keys once', () => {
  const hands = createKeyboardUser(window)
  recordEarlyKeys(window)
  hands.scan('B000000001')
  replayEarlyKeys(window)
  const heard = listen()
  replayEarlyKeys(window)
  hands.scan('B000000002')
  expect(heard.scans).toEqual(['B000000002'])
})

it('presses no element that has the focus by then', () => {
  const button = document.createElement('button')
  const field = document.createElement('input')
  const form = document.createElement('form')
  form.append(field)
  document.body.append(button, form)
  const pressed: string[] = []
  form.addEventListener('keydown', ({ key }) => void pressed.push(key))
  button.focus()
  recordEarlyKeys(window)
  createKeyboardUser(window).press('Tab', 'Enter')
  field.focus()
  listen()
  replayEarlyKeys(window)
  expect(pressed).toEqual([])
})
