import { afterEach, expect, it } from 'vitest'
import { layHandsOn } from '#tests/support/scanner.ts'
import { keepEarlyKeys } from './early-keys.ts'
import { listenForScans } from './wedge.ts'

let stop: () => void = () => undefined
afterEach(() => {
  stop()
  document.body.replaceChildren()
})

const listen = () => {
  const scans: string[] = []
  const keys: string[] = []
  stop = listenForScans(window, {
    onScan: ({ text }) => void scans.push(text),
    onShortcutKey: ({ key }) => void keys.push(key),
  })
  return { scans, keys }
}

it('hears what was scanned and typed before the listener was there, in order and for what it was', () => {
  const hands = layHandsOn(window)
  const early = keepEarlyKeys(window)
  hands.scan('B000000001')
  hands.scan('10000123')
  hands.press('4')
  const heard = listen()
  early.playAgain()
  expect(heard).toEqual({ scans: ['B000000001', '10000123'], keys: ['4'] })
})

it('leaves what is typed into a field to the field', () => {
  const field = document.createElement('input')
  document.body.append(field)
  field.focus()
  const hands = layHandsOn(window)
  const early = keepEarlyKeys(window)
  hands.press('4', '2')
  const heard = listen()
  early.playAgain()
  expect(field).toHaveValue('42')
  expect(heard).toEqual({ scans: [], keys: [] })
})

it('keeps nothing once it has ended', () => {
  const hands = layHandsOn(window)
  const early = keepEarlyKeys(window)
  early.end()
  hands.scan('B000000001')
  const heard = listen()
  early.playAgain()
  expect(heard.scans).toEqual([])
})
