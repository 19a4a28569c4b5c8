import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { onAnswer } from '#app/api/client.ts'
import { publishNews } from '#app/state/live.ts'
import { formatMoment } from '#app/ui/format-moment.ts'
import { type ContractServer, startContractServer } from '#tests/support/contract-server.ts'
import { openScreens } from '#tests/support/document-screens.tsx'

it('a request shows the newest read even when an older one is answered last', async () => {
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

describe('a question about a line that another user decides', () => {
  const [ONE, TWO] = ['B000000001', 'B000000002']
  const AT = new Date(new Date().setHours(7, 39, 0, 0)).toISOString()
  let server: ContractServer
  beforeEach(async () => {
    server = await startContractServer()
  })
  const answerWith = (first: string, second: string) =>
    server.answer('GET adjustmentrequest/:id', () => ({
      Adjustment: {
        RequestID: 7,
        TransferNbr: '20000001',
        Status: first !== '' && second !== '' ? 'CLOSED' : 'OPEN',
        OriginLocationID: 'WAT',
        TrimSeason: 'S1',
        LastChangedBy: 'lena.lead',
        LastChangedDateTime: AT,
      },
      AdjustmentLines: [
        { LineID: 1, BarcodeID: ONE, ShippedQty: 40, ReceivedQty: 43, Qty: 60, Status: first },
        { LineID: 2, BarcodeID: TWO, ShippedQty: 40, ReceivedQty: 50, Qty: 10, Status: second },
      ],
    }))
  const open = async () => {
    answerWith('', '')
    const page = openScreens(server.base, '/AdjustmentRequests/7')
    const line = within(await screen.findByRole('article', { name: ONE }))
    await page.user.click(line.getByRole('button', { name: /^Reject/ }))
    await screen.findByRole('alertdialog', { name: `Reject ${ONE}? Stock stays at 60.` })
    return page
  }
  const anotherUserDecides = (first: string, second: string) => {
    answerWith(first, second)
    act(() =>
      publishNews({
        Type: 'change',
        Kind: 'request',
        Number: '7',
        Step: 'decide',
        By: 'lena.lead',
        At: AT,
        Key: '',
      }),
    )
  }

  it('closes, names the user who decided the line, and focuses the next line', async () => {
    const page = await open()
    anotherUserDecides('ACCEPT', '')
    await waitFor(() =>
      expect(page.outcome()).toBe(
        `${ONE} was accepted by lena.lead at ${formatMoment(AT)}. Your question was closed: nothing was done. Decide the next line.`,
      ),
    )
    expect(page.entries()[0]?.tone).toBe('error')
    expect(screen.queryByRole('alertdialog')).toBeNull()
    expect(server.posts()).toEqual([])
    expect(screen.getByRole('article', { name: TWO })).toHaveFocus()
  })

  it('names no user when several lines were decided, and reports that no line is left', async () => {
    const page = await open()
    anotherUserDecides('ACCEPT', 'REJECT')
    await waitFor(() =>
      expect(page.outcome()).toBe(
        `${ONE} was accepted meanwhile. Your question was closed: nothing was done. Request 7 is CLOSED: every line is decided.`,
      ),
    )
    expect(screen.queryByRole('alertdialog')).toBeNull()
    expect(server.posts()).toEqual([])
  })

  it('stays open when another line is decided', async () => {
    await open()
    anotherUserDecides('', 'ACCEPT')
    await within(screen.getByRole('article', { name: TWO, hidden: true })).findByText('ACCEPT')
    expect(screen.getByRole('alertdialog', { name: `Reject ${ONE}? Stock stays at 60.` })).toBeVisible()
  })
})
