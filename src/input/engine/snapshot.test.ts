import { expect, it } from 'vitest'
import type { EngineState } from './engine-state.ts'
import { createSnapshot } from './snapshot.ts'

const last = {
  id: '1',
  at: 1,
  tone: 'ok',
  code: 'scan-done',
  args: {},
  text: 'B1',
  raw: 'B1',
  kind: 'barcode',
} as const
const past: EngineState['past'] = []
const reading = (raw: string) => ({ raw, kind: 'barcode' as const })

it('returns the same object until a value changes', () => {
  const rest: EngineState = { quantity: '', depth: 0, held: false, past }
  let state = rest
  const snapshot = createSnapshot(() => ({ ...state }))
  const seen = [snapshot.get()]
  const turn = (next: EngineState) => {
    state = next
    snapshot.drop()
    const now = snapshot.get()
    const isNew = now !== seen.at(-1)
    seen.push(now)
    return isNew
  }
  expect(turn({ ...rest })).toBe(false)
  const read: EngineState = { ...rest, depth: 1, reading: reading('B1') }
  expect(turn(read)).toBe(true)
  expect(turn({ ...read, reading: reading('B1') })).toBe(false)
  expect(turn({ ...read, reading: reading('B2') })).toBe(true)
  expect(turn({ ...rest, last })).toBe(true)
  expect(turn({ ...rest, last: { ...last } })).toBe(true)
  expect(turn({ ...rest })).toBe(true)
  expect(turn({ ...rest, past: [last] })).toBe(true)
  expect(turn({ ...rest, quantity: '4' })).toBe(true)
})

it('builds no state before it is read', () => {
  let made = 0
  const snapshot = createSnapshot(() => {
    made += 1
    return { quantity: '', depth: 0, held: false, past }
  })
  snapshot.drop()
  snapshot.drop()
  expect(made).toBe(0)
  snapshot.get()
  snapshot.get()
  expect(made).toBe(1)
})
