import { renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import { useFindingsSheet } from './findings-sheet.tsx'

const view = { kind: 'issuance', step: 'ship', findings: [], mayGoOn: true, maySave: false } as const

it('answers for a screen that was left before the list was shown, so that later scans go on', async () => {
  const { result, unmount } = renderHook(() => useFindingsSheet())
  const { sheet } = result.current
  unmount()
  expect(await sheet.ask(view, new AbortController().signal)).toEqual({ type: 'leave' })
})
