import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { en } from './en.ts'
import { enStart } from './en-start.ts'
import { say, sayCode, speak } from './say.ts'

beforeAll(() => speak(en))
afterAll(() => speak({ ...en, ...enStart }))

describe('a sentence with a number in it', () => {
  it('speaks of one, and of several', () => {
    expect(say('linesNotPicked', { open: 1 })).toBe('1 line is not picked yet. Scan it, then ship.')
    expect(say('linesNotPicked', { open: 2 })).toBe('2 lines are not picked yet. Scan them, then ship.')
    expect(say('documents.progress', { done: 0, total: 1 })).toBe('0 of 1 line')
    expect(say('documents.progress', { done: 0, total: 0 })).toBe('0 of 0 lines')
  })

  it('takes a number that has come as text', () => {
    expect(sayCode('documents.orderedAll', { n: '1' })).toBe('1 line saved.')
  })
})

it('ends a sentence once, however the fact before its full stop ends', () => {
  const said = (what: string) => say('withReason', { what, reason: 'Quantity is missing' })
  expect(said('Request Failed!')).toBe('Request Failed! Quantity is missing')
  expect(said('Failed to Update')).toBe('Failed to Update. Quantity is missing')
  expect(said('Nothing was changed.')).toBe('Nothing was changed. Quantity is missing')
})

it('leaves nothing of its braces behind, whatever facts there are', () => {
  const left = Object.keys(en).filter((code) => /[{}|]/.test(sayCode(code)))
  expect(left).toEqual([])
})
