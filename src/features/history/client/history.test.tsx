import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { publishNews } from '#app/state/live.ts'
import { startContractServer } from '#tests/support/contract-server.ts'
import { openScreens } from '#tests/support/document-screens.tsx'

it('shows for a short line how many plants were wanted, and the reason', async () => {
  const server = await startContractServer()
  const entry = (ID: string, more: object) => ({
    ID,
    Event: 'LINE',
    At: '2026-11-20T10:00:00.000Z',
    ClaimedAt: '',
    By: 'pia.picker',
    BarcodeID: 'B000000001',
    DocumentKind: 'issuance',
    DocumentNbr: '10000001',
    Status: 'PICKED',
    ...more,
  })
  server.answer('GET history/:id', () => ({
    Records: [
      entry('l1', { Qty: 3725, WantedQty: 4075, ReasonCode: 'ROT', ReasonDescript: 'Rotten' }),
      entry('l2', { Qty: 40 }),
    ],
    TotalRowCount: 2,
  }))
  openScreens(server.base, '/History/Document/10000001')
  const [short, full] = await screen.findAllByRole('listitem')
  expect(within(short ?? document.body).getByText('3,725 of 4,075 plants, short by 350')).toBeVisible()
  expect(within(short ?? document.body).getByText('Reason: Rotten')).toBeVisible()
  expect(within(full ?? document.body).queryByText(/short/)).toBeNull()
})

it('shows the newest read even when an older one is answered last', async () => {
  const server = await startContractServer()
  const held: ((By: string) => void)[] = []
  server.answer('GET history/:id', async () => {
    const By = await new Promise<string>((answer) => held.push(answer))
    return { Records: [{ ID: '1', Event: 'CREATED', At: '2026-11-20T10:00:00.000Z', By }], TotalRowCount: 1 }
  })
  openScreens(server.base, '/History/Document/10000001')
  const answer = async (read: number, By: string) => {
    await waitFor(() => expect(held.length).toBeGreaterThan(read))
    held[read]?.(By)
  }
  await answer(0, 'first')
  expect(await screen.findByText(/first/)).toBeVisible()
  const refetchOnReturn = () => act(() => void window.dispatchEvent(new Event('visibilitychange')))
  refetchOnReturn()
  await waitFor(() => expect(held).toHaveLength(2))
  refetchOnReturn()
  await answer(2, 'third')
  expect(await screen.findByText(/third/)).toBeVisible()
  await answer(1, 'second')
  await act(() => new Promise((resolve) => setTimeout(resolve)))
  expect(screen.getByText(/third/)).toBeVisible()
})

it.each([
  ['a document', '/History/Document/10000001'],
  ['a barcode', '/History/Barcode/B000000001'],
])('shows another user’s changes of %s', async (_name, path) => {
  const server = await startContractServer()
  let By = 'first'
  server.answer('GET history/:id', () => ({
    Records: [{ ID: '1', Event: 'CREATED', At: '2026-11-20T10:00:00.000Z', By }],
    TotalRowCount: 1,
  }))
  openScreens(server.base, path)
  expect(await screen.findByText(/first/)).toBeVisible()
  By = 'second'
  const news = { By: 'ravi', At: '2026-11-22T10:00:00.000Z', Key: '' }
  act(() => publishNews({ Type: 'change', Kind: 'issuance', Number: '10000001', Step: 'pick', ...news }))
  expect(await screen.findByText(/second/)).toBeVisible()
})
