import { describe, expect, it } from 'vitest'
import type { Batch, Operation } from './operation.ts'
import { NO_CHANGES } from './state.ts'
import { packedIn, packedWriting, storedWriting, withRestored } from './stored-writing.ts'

const operation = (id: string, more: Partial<Operation<string>> = {}): Operation<string> => ({
  id,
  seq: 1,
  user: 'pia',
  lane: 'doc',
  at: 0,
  intent: id,
  state: 'here',
  ...more,
})
const batch = (key: string, ...operations: string[]): Batch<string> => ({
  key,
  lane: 'doc',
  user: 'pia',
  operations,
  request: '',
  at: 0,
})

describe('a write', () => {
  it('is stored unchanged if the storage has no newer version', () => {
    const writing = { ...NO_CHANGES, put: [operation('a', { rev: 1 })], batches: [batch('a', 'a')] }
    expect(storedWriting(writing, [operation('a')], new Set(['a']))).toBe(writing)
  })

  it('keeps a newer version, and restores nothing that another page has deleted', () => {
    const writing = {
      ...NO_CHANGES,
      put: [operation('a', { rev: 1 }), operation('b')],
      batches: [batch('a', 'a'), batch('b', 'b')],
    }
    const newer = operation('a', { rev: 2, state: 'sent' })
    expect(storedWriting(writing, [newer, undefined], new Set(['a', undefined]))).toEqual({
      put: [newer],
      gone: ['b'],
      batches: [batch('a', 'a')],
      batchesGone: ['b'],
    })
  })

  it('replaces the operation that it repeats, whatever its version', () => {
    const writing = { ...NO_CHANGES, put: [operation('a2', { was: 'a' })], gone: ['a'] }
    expect(storedWriting(writing, [operation('a', { rev: 5 })], new Set())).toBe(writing)
  })

  it('does not delete an operation without the batch that contains it', () => {
    const batches = [batch('a', 'a', 'b'), batch('c', 'c')]
    const packed = packedIn(batches, { ...NO_CHANGES, gone: ['b', 'c', 'd'], batchesGone: ['c'] })
    expect(packed).toEqual([batch('a', 'a', 'b')])
    const writing = { ...NO_CHANGES, gone: ['b', 'c'], batchesGone: ['c'] }
    expect(withRestored(writing, [operation('b')], packed)).toEqual({
      put: [operation('b')],
      gone: ['c'],
      batches: packed,
      batchesGone: ['c'],
      back: ['b'],
    })
    expect(withRestored(writing, [], packed)).toBe(writing)
  })
})

describe('a batch', () => {
  it('is stored with its operations marked as sent, under its lane', () => {
    const one = batch('a', 'a')
    expect(packedWriting(one, [operation('a', { lane: 'doc NEW', rev: 1 })], [])).toEqual({
      ...NO_CHANGES,
      put: [operation('a', { state: 'sent', rev: 2 })],
      batches: [one],
    })
  })

  it('is not stored if an operation is gone or in another batch', () => {
    const both = batch('a+1', 'a', 'b')
    expect(packedWriting(both, [operation('a')], [])).toEqual({
      ...NO_CHANGES,
      put: [operation('a')],
      gone: ['b'],
    })
    const other = batch('b', 'b')
    expect(packedWriting(both, [operation('a'), operation('b')], [other, batch('c', 'c')])).toEqual({
      ...NO_CHANGES,
      put: [operation('a'), operation('b')],
      batches: [other],
    })
  })
})
