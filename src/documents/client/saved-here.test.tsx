import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import type { OutboxStorage } from '#app/outbox/storage.ts'
import { type ContractServer, issuanceOf, startContractServer } from '#tests/support/contract-server.ts'
import { lineOf, openScreens } from '#tests/support/document-screens.tsx'
import { memoryStorage } from '#tests/support/memory-storage.ts'

const FIRST = 'B000000001'

let server: ContractServer
beforeEach(async () => {
  server = await startContractServer()
  server.issuances.set('10000001', issuanceOf('10000001', {}, [{ BarcodeID: FIRST, Qty: 40 }]))
})

// A disk that stores slowly.
const slowDisk = () => {
  const { storage } = memoryStorage()
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  let asked = 0
  const append: OutboxStorage['append'] = async (...given) => {
    asked += 1
    await held
    return storage.append(...given)
  }
  return { storage: { ...storage, append }, release: () => release(), asked: () => asked }
}

it('1. nothing is reported, shown or sent before it is stored on the disk', async () => {
  server.hold('POST issuance')
  const disk = slowDisk()
  const page = openScreens(server.base, '/Issuance/Grower/10000001', { outbox: disk.storage })
  await lineOf(FIRST)
  page.scan(FIRST)
  await waitFor(() => expect(disk.asked()).toBe(1))
  await act(() => Promise.resolve())
  expect(page.outcome()).toBeUndefined()
  expect(screen.getByText('0 of 1 line')).toBeVisible()
  expect(screen.queryByText(/on this device/i)).toBeNull()
  expect(server.posts()).toEqual([])
  disk.release()
  await waitFor(() => expect(page.outcome()).toBe(`${FIRST}: 40 saved on this device.`))
  expect(screen.getByText('1 of 1 line')).toBeVisible()
})
