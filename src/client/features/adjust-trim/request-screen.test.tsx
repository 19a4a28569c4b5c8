import { act, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { onAnswer } from '#client/api/client.ts'
import { startContractServer } from '#tests/support/contract-server.ts'
import { openScreens } from '#tests/support/document-screens.tsx'

it('a request shows the newest read, though an older one is answered last', async () => {
  const server = await startContractServer()
  const answerNow = (Status: string) => ({
    Adjustment: { RequestID: 7, TransferNbr: '20000001', Status, OriginLocationID: 'WAT', TrimSeason: 'S1' },
    AdjustmentLines: [{ LineID: 1, BarcodeID: 'B000000001', ShippedQty: 40, ReceivedQty: 37, Status: '' }],
  })
  server.answer('GET adjustmentrequest/:id', () => answerNow('OPEN'))
  openScreens(server.base, '/AdjustmentRequests/7')
  await screen.findByRole('article', { name: 'B000000001' })
  const held: (() => void)[] = []
  const answerWith = (Status: string) =>
    server.answer('GET adjustmentrequest/:id', async () => {
      await new Promise<void>((resolve) => held.push(resolve))
      return answerNow(Status)
    })
  answerWith('OPEN')
  window.dispatchEvent(new Event('online'))
  await waitFor(() => expect(held).toHaveLength(1))
  answerWith('CLOSED')
  window.dispatchEvent(new Event('online'))
  await waitFor(() => expect(held).toHaveLength(2))
  held[1]?.()
  expect((await screen.findAllByText('CLOSED')).length).toBeGreaterThan(0)
  let arrived = false
  onAnswer(() => {
    arrived = true
  })
  held[0]?.()
  await waitFor(() => expect(arrived).toBe(true))
  await act(() => new Promise((resolve) => setTimeout(resolve)))
  expect(screen.queryAllByText('CLOSED').length).toBeGreaterThan(0)
})
