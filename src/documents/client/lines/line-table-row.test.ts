import type { KeyboardEvent } from 'react'
import { expect, it } from 'vitest'
import { moveOfKey } from './line-table-row.tsx'

const row = document.createElement('div')
row.setAttribute('role', 'row')
const quantity = document.createElement('input')
const button = document.createElement('button')

const press = (target: HTMLElement, key: string, change: Partial<KeyboardEvent> = {}) =>
  moveOfKey({ target, key, ...change } as KeyboardEvent, 4, 30)

it.each([
  ['ArrowDown on a row', row, 'ArrowDown', { index: 5, quantity: false }],
  ['PageDown on a row', row, 'PageDown', { index: 19, quantity: false }],
  ['PageUp near the start', row, 'PageUp', { index: 0, quantity: false }],
  ['End on a row', row, 'End', { index: 29, quantity: false }],
  ['Enter on a row', row, 'Enter', { index: 4, quantity: true }],
  ['ArrowUp in a quantity', quantity, 'ArrowUp', { index: 3, quantity: true }],
  ['Home in a quantity, which is for its text', quantity, 'Home', undefined],
  ['ArrowDown on a button', button, 'ArrowDown', undefined],
])('%s', (_name, target, key, move) => {
  expect(press(target, key)).toEqual(move)
})

it('leaves keys with a modifier, and handled ones, alone', () => {
  expect(press(row, 'ArrowDown', { ctrlKey: true })).toBeUndefined()
  expect(press(row, 'ArrowDown', { defaultPrevented: true })).toBeUndefined()
})
