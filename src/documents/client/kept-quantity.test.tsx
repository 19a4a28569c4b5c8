import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { kinds } from '#core/kinds/index.ts'
import type { Kind } from '#core/kinds/kind.ts'
import { stageOf, takesQuantities } from '#core/kinds/screens.ts'
import type { ContractServer } from '#tests/support/contract-server.ts'
import { openEditor, quantityOf, startEditor } from '#tests/support/issuance-editor.ts'

let server: ContractServer
beforeEach(async () => {
  server = await startEditor()
})
const sign = '25 for every scan. Stop: -'

const openKeeping = async () => {
  const page = openEditor(server)
  await screen.findByText('No lines yet')
  page.scan('%T.Q.25.KEEP')
  expect(await screen.findByText(sign)).toBeVisible()
  return page
}

describe('the same quantity for all scans', () => {
  it('orders each line immediately; a number before a scan is used for its line only', async () => {
    const page = await openKeeping()
    page.scan('B000000001', 1000)
    await waitFor(() => expect(page.outcome()).toBe('B000000001: ordered 25.'))
    page.typeQuantity('7')
    page.scan('B000000002', 2000)
    await waitFor(() => expect(page.outcome()).toBe('B000000002: ordered 7.'))
    page.scan('B000000003', 3000)
    await waitFor(() => expect(page.outcome()).toBe('B000000003: ordered 25.'))
    expect(screen.getByText(sign)).toBeVisible()
    expect(page.bugs).toEqual([])
  })

  it('does not change a line that already has a quantity', async () => {
    const page = await openKeeping()
    page.typeQuantity('7')
    page.scan('B000000001', 1000)
    await waitFor(() => expect(page.outcome()).toBe('B000000001: ordered 7.'))
    page.scan('B000000001', 3000)
    await waitFor(() => expect(page.outcome()).toBe('B000000001 is on the list already. Enter its quantity.'))
    expect(await quantityOf('B000000001')).toHaveValue('7')
  })

  it('stays after a refusal', async () => {
    const page = await openKeeping()
    page.scan('125000111', 1000)
    await waitFor(() => expect(page.outcome()).not.toContain('Each scan'))
    page.scan('%T.OK', 2000)
    page.scan('B000000002', 3000)
    await waitFor(() => expect(page.outcome()).toBe('B000000002: ordered 25.'))
    expect(screen.getByText(sign)).toBeVisible()
  })

  it('cannot be 0', async () => {
    const page = openEditor(server)
    await screen.findByText('No lines yet')
    page.scan('%T.Q.0.KEEP')
    await waitFor(() =>
      expect(page.outcome()).toBe(
        '0 cannot be the quantity of the next scans. Nothing was changed; choose a quantity of 1 or more.',
      ),
    )
    expect(screen.queryByText(/each until/)).toBeNull()
  })

  it("ends by its button, by scan, and with the document; the document's other screen keeps it", async () => {
    const page = await openKeeping()
    await page.user.click(screen.getByRole('button', { name: 'End the same quantity' }))
    await waitFor(() => expect(screen.queryByText(sign)).toBeNull())
    page.scan('%T.Q.25.KEEP', 1000)
    await screen.findByText(sign)
    page.scan('%T.Q.END', 2000)
    await waitFor(() => expect(screen.queryByText(sign)).toBeNull())
    expect(page.outcome()).toBe('Each scan has its own quantity again.')
    page.scan('%T.Q.25.KEEP', 3000)
    await screen.findByText(sign)
    await page.command('goToDetail')
    await screen.findByText('No lines yet')
    expect(await screen.findByText(sign)).toBeVisible()
    page.unmount()
    openEditor(server)
    await screen.findByText('No lines yet')
    expect(screen.queryByText(sign)).toBeNull()
  })

  it('works on every screen whose line step writes a quantity', () => {
    const taking = Object.values<Kind>(kinds).flatMap((kind) =>
      (['edit', 'detail', ...(kind.stages.receive ? (['receive'] as const) : [])] as const).map(
        (stage) => `${kind.kind}.${stage} ${takesQuantities(kind, stageOf(kind, stage))}`,
      ),
    )
    expect(taking.toSorted()).toEqual([
      'count.detail true',
      'count.edit true',
      'dump.detail true',
      'dump.edit true',
      'issuance.detail true',
      'issuance.edit true',
      'return.detail true',
      'return.edit true',
      'transfer.detail true',
      'transfer.edit true',
      'transfer.receive true',
    ])
  })
})
