import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { startContractServer } from '#tests/support/contract-server.ts'
import { openScreens } from '#tests/support/document-screens.tsx'

it('says of a line that got fewer plants how many it was to have, and why', async () => {
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
