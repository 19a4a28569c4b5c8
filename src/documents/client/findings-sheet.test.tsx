import { act, renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import { useFindingsSheet } from './findings-sheet.tsx'

const view = { kind: 'issuance', step: 'ship', findings: [], mayGoOn: true, maySave: false } as const

it('resolves if the screen was left before the list was shown, so that later scans continue', async () => {
  const { result, unmount } = renderHook(() => useFindingsSheet())
  const { sheet } = result.current
  unmount()
  expect(await sheet.ask(view, new AbortController().signal)).toEqual({ type: 'leave' })
})

it('resolves the list of a second run when the first run closes its own', async () => {
  const { result } = renderHook(() => useFindingsSheet())
  const { sheet } = result.current
  const run = async () => {
    const reply = await sheet.ask(view, new AbortController().signal)
    sheet.close()
    return reply
  }
  const replies = await act(() => Promise.all([run(), run()]))
  expect(replies).toEqual([{ type: 'leave' }, { type: 'leave' }])
})
