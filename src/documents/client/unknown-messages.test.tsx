// A reply with status 200 and an unknown message: only a reload shows whether the change was made.
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { outbox } from '#app/outbox/page-outbox.ts'
import {
  type ContractServer,
  dumpOf,
  issuanceOf,
  problemAnswer,
  returnOf,
  startContractServer,
  stockOf,
} from '#tests/support/contract-server.ts'
import { lineOf, openScreens } from '#tests/support/document-screens.tsx'

const LOCKED = 'Issuance is locked by j.doe'
const FOREIGN = { extensions: [] }
let server: ContractServer
beforeEach(async () => {
  server = await startContractServer()
  server.stock.set('B000000001', stockOf())
  server.stock.set('B000000002', stockOf())
  const picked = { BarcodeID: 'B000000001', Status: 'PICKED', PickQty: 40 }
  server.issuances.set('10000001', issuanceOf('10000001', {}, [picked]))
})
const statusOf = () => server.issuances.get('10000001')?.header
const tone = (page: ReturnType<typeof openScreens>) => page.entries().at(-1)?.tone

describe('the end of a document', () => {
  const open = () => openScreens(server.base, '/Issuance/Grower/10000001', FOREIGN)

  it.each([
    ['ship', 'Failed to Ship Issuance'],
    ['cancel', 'Failed to Cancel Issuance'],
  ] as const)('%s has failed if the reloaded document is unchanged', async (verb, failed) => {
    if (verb === 'cancel') {
      const line = { BarcodeID: 'B000000001' }
      server.issuances.set('10000001', issuanceOf('10000001', {}, [line]))
    }
    server.answer('POST issuance', () => ({ Message: LOCKED }))
    const page = open()
    await lineOf('B000000001')
    const kept = vi.spyOn(outbox(), 'noteConfirmed')
    page.scan(verb === 'ship' ? '%T.SHIP' : '%T.CANCEL')
    if (verb === 'cancel') {
      await screen.findByRole('alertdialog')
      page.scan('%T.YES')
    }
    await waitFor(() => expect(page.outcome()).toBe(`${failed}. ${LOCKED}`))
    expect(tone(page)).toBe('error')
    // Nothing is offered again to a server that is restored from a backup.
    expect(kept).not.toHaveBeenCalled()
    expect(screen.queryByText(/SHIPPED|CANCELLED/)).toBeNull()
  })

  it('is done if the reloaded document has ended, whatever the message says', async () => {
    server.answer('POST issuance', () => {
      Object.assign(statusOf() ?? {}, { Status: 'SHIPPED' })
      return { Message: 'Stored by j.doe' }
    })
    const page = open()
    await lineOf('B000000001')
    page.scan('%T.SHIP')
    await waitFor(() => expect(page.outcome()).toMatch(/SHIPPED.* The server says: Stored by j.doe$/))
    expect(tone(page)).toBe('ok')
  })

  it('is unknown if the document cannot be reloaded', async () => {
    const page = open()
    await lineOf('B000000001')
    server.answer('POST issuance', () => ({ Message: LOCKED }))
    server.answer('GET issuance/:id', () => problemAnswer('unavailable'))
    page.scan('%T.SHIP')
    await waitFor(() =>
      expect(page.outcome()).toBe(
        `It is not known whether 10000001 was changed. The server says: ${LOCKED}. Look at the document before you try again.`,
      ),
    )
    expect(tone(page)).toBe('error')
  })

  it('of a return has failed if the document is still open, even with a neutral message', async () => {
    const line = { BarcodeID: 'B000000001', Status: 'OPEN', Qty: 4, ReasonCode: 'GOOD' }
    server.returns.set('30000001', returnOf('30000001', {}, [line]))
    server.answer('POST return', () => ({ Message: 'Period is closed' }))
    const keys = ['RETURNADMINKEY', 'GROWERRETURNADMINKEY'] as const
    const page = openScreens(server.base, '/Return/Grower/30000001', { ...FOREIGN, keys })
    await lineOf('B000000001')
    page.scan('%T.RETURN')
    await waitFor(() => expect(page.outcome()).toBe('Failed to Return. Period is closed'))
    expect(page.address()).toBe('/Return/Grower/30000001')
  })

  it('of a dump has failed if the document is still open, even if the message sounds like a success', async () => {
    const line = { BarcodeID: 'B000000001', Status: 'DUMPED', Qty: 4, DumpQty: 4 }
    server.dumps.set('40000001', dumpOf('40000001', {}, [line]))
    server.answer('POST dump', () => ({ Message: 'No success: locked by j.doe' }))
    const keys = ['DUMPHOMEKEY', 'DUMPKEY', 'DUMPCREATEKEY'] as const
    const page = openScreens(server.base, '/Dump/40000001/', { ...FOREIGN, keys })
    await lineOf('B000000001')
    page.scan('%T.DUMP')
    await waitFor(() => expect(page.outcome()).toMatch(/No success: locked by j.doe$/))
    expect(tone(page)).toBe('error')
    expect(page.address()).toBe('/Dump/40000001/')
  })
})

describe('a line', () => {
  const open = () => openScreens(server.base, '/Issuance/Edit/10000001', FOREIGN)
  const order = async () => {
    const page = open()
    await lineOf('B000000001')
    page.typeQuantity('5')
    page.scan('B000000002')
    return page
  }
  const answered = (message: string) => ({
    Message: '',
    TagNbr: 10_000_001,
    InventoryLines: [{ BarcodeID: 'B000000002', Message: message }],
  })

  it("stays if the reloaded document has it, with the server's message", async () => {
    server.answer('POST issuance', () => {
      const line = { BarcodeID: 'B000000002', Qty: 5, OrderQty: 5, ID: 77 }
      const [kept] = issuanceOf('', {}, [line]).lines
      if (kept) server.issuances.get('10000001')?.lines.push(kept)
      return answered('Held for you')
    })
    const page = await order()
    await waitFor(() => expect(page.outcome()).toBe('B000000002: ordered 5. The server says: Held for you'))
    expect(await lineOf('B000000002')).toHaveTextContent('RESERVED')
    expect(server.posts()).toHaveLength(1)
  })

  it.each([
    ['of the line', answered('Held for Hill Farm')],
    ['of the whole', { Message: 'Held for Hill Farm', TagNbr: 10_000_001 }],
  ])('is removed if the reloaded document does not have it: a message %s', async (_, answer) => {
    server.answer('POST issuance', () => answer)
    const page = await order()
    await page.says('Held for Hill Farm')
    expect(tone(page)).toBe('error')
    await waitFor(() => expect(screen.queryByRole('article', { name: 'B000000002' })).toBeNull())
  })

  it('is not deleted if the reloaded document still has it', async () => {
    server.answer('DELETE issuancedetail', () => ({ Message: LOCKED }))
    const page = open()
    await page.user.click(await screen.findByRole('button', { name: 'Delete B000000001' }))
    await screen.findByRole('alertdialog')
    page.scan('%T.YES')
    await waitFor(() => expect(page.outcome()).toBe(`Failed to Delete. ${LOCKED}`))
    expect(await lineOf('B000000001')).toBeVisible()
    expect(server.posts('POST issuance')).toEqual([])
  })
})

describe('a header', () => {
  it('is not saved if the reloaded header is unchanged', async () => {
    server.answer('POST issuance', () => ({ Message: LOCKED, TagNbr: 10_000_001 }))
    const page = openScreens(server.base, '/Issuance/Edit/10000001', FOREIGN)
    await page.user.click(await screen.findByRole('button', { name: /Edit details/ }))
    await page.user.type(await screen.findByRole('textbox', { name: 'Comment' }), 'gate 5')
    page.scan('%T.HEADER.SAVE')
    await waitFor(() => expect(page.outcome()).toBe(`Failed to Create/Update Issuance Header. ${LOCKED}`))
    expect(screen.getByRole('textbox', { name: 'Comment' })).toHaveValue('gate 5')
  })
})
