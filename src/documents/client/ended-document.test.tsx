// A document that another person ends while changes to it are pending here: one outcome; the work is listed.
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { signInAtom } from '#app/state/session.ts'
import { store } from '#app/state/store.ts'
import { formatMoment } from '#app/ui/format-moment.ts'
import {
  type ContractServer,
  issuanceOf,
  problemAnswer,
  startContractServer,
} from '#tests/support/contract-server.ts'
import { openScreens } from '#tests/support/document-screens.tsx'
import { pendingPick, storageWith } from '#tests/support/pending-picks.ts'

const SHELVES = ['F-06', 'C-19', 'A-01', 'B-02', 'D-04', 'E-05', 'G-07', 'H-08', 'K-09', 'L-10']
const barcodeOf = (index: number) => `B0000000${10 + index}`
const CANCELLED_AT = new Date(new Date().setHours(7, 39, 0, 0)).toISOString()
const CAUSE = `Issuance 10000001 was cancelled by lena.lead at ${formatMoment(CANCELLED_AT)}.`
const PUT_BACK = `Put back: ${SHELVES.map((shelf) => `${shelf} 10`).join(', ')}.`

let server: ContractServer
beforeEach(async () => {
  store.set(signInAtom, 'good')
  server = await startContractServer()
  const lines = SHELVES.map((StorageLocation, index) => ({
    BarcodeID: barcodeOf(index),
    Qty: 10,
    Status: 'CANCELLED',
    StorageLocation,
  }))
  const ended = { Status: 'CANCELLED', LastChangedBy: 'lena.lead', LastChangedDateTime: CANCELLED_AT }
  server.issuances.set('10000001', issuanceOf('10000001', ended, lines))
  server.answer('POST issuance', () => problemAnswer('state_conflict', 'Not while 10000001 is CANCELLED.'))
})

// Ten picks of ten plants that were made offline.
const tenPicks = () =>
  storageWith(
    ...SHELVES.map((storageLocation, index) => {
      const pick = pendingPick(barcodeOf(index))
      if (pick.intent.type !== 'line') throw new Error('It is a pick')
      const line = { ...pick.intent.line, id: String(index + 1), ordered: 10, storageLocation }
      return { ...pick, intent: { ...pick.intent, line, quantity: 10 } }
    }),
  )
const errors = ({ entries }: ReturnType<typeof openScreens>) =>
  entries().filter(({ tone }) => tone === 'error')

describe('the cancellation of a document with ten pending picks', () => {
  it('is one outcome with its cause and the plants to put back, if the document is open', async () => {
    const memory = tenPicks()
    const page = openScreens(server.base, '/Issuance/Grower/10000001', { outbox: memory.storage })
    await waitFor(() => expect(page.outcome()).toBe(`${CAUSE} ${PUT_BACK}`))
    await waitFor(() => expect(memory.open()).toEqual([]))
    expect(errors(page)).toHaveLength(1)
    // The document shows the cancellation, so nothing was sent.
    expect(server.posts('issuance')).toEqual([])
  })

  it('is one outcome if the document is closed, and the outbox can print it', async () => {
    const memory = tenPicks()
    const lines = [...memory.operations.values()].flatMap(({ intent }) =>
      'line' in intent ? intent.line : [],
    )
    memory.documents.set('issuance 10000001', {
      lane: 'issuance 10000001',
      document: {
        kind: 'issuance',
        mode: 'inventory',
        number: '10000001',
        status: 'RESERVED',
        header: { TagNbr: '10000001', InventoryLocation: 'WAT' },
        lines,
      },
      at: 1,
    })
    const page = openScreens(server.base, '/Outbox/', { outbox: memory.storage })
    await waitFor(() => expect(page.outcome()).toBe(`${CAUSE} ${PUT_BACK}`))
    expect(errors(page)).toHaveLength(1)
    expect(screen.getAllByText(`${CAUSE} ${PUT_BACK}`).length).toBeGreaterThan(0)
    expect(screen.getByRole('button', { name: 'Print this list' })).toBeVisible()
    expect(server.posts('issuance')).toHaveLength(1)
  })

  it('stays in the outbox after the document has shown it', async () => {
    const memory = tenPicks()
    const first = openScreens(server.base, '/Issuance/Grower/10000001', { outbox: memory.storage })
    await waitFor(() => expect(memory.open()).toEqual([]))
    first.unmount()
    const page = openScreens(server.base, '/Outbox/', { outbox: memory.storage })
    const list = within(await screen.findByRole('region', { name: 'Issuance 10000001' }))
    expect(list.getByText(`${CAUSE} ${PUT_BACK}`)).toBeVisible()
    expect(list.getAllByRole('listitem')).toHaveLength(10)
    expect(screen.queryByText('The outbox is empty')).toBeNull()
    await page.command('sendAgain')
    await waitFor(() => expect(page.outcome()).toBe(CAUSE))
    expect(server.posts('issuance')).toEqual([])
  })
})

it('the conflict of one line names no line that the person has not worked on', async () => {
  const lines = [0, 1, 2, 3].map((index) => ({ BarcodeID: barcodeOf(index), Qty: 40 }))
  server.issuances.set('10000001', issuanceOf('10000001', {}, lines))
  const page = openScreens(server.base, '/Issuance/Grower/10000001', { outbox: storageWith().storage })
  await screen.findByRole('article', { name: barcodeOf(0) })
  const changed = lines.map((line, index) => ({ ...line, Qty: index === 0 ? 40 : 15 }))
  server.issuances.set('10000001', issuanceOf('10000001', {}, changed))
  server.answer('POST issuance', () => problemAnswer('state_conflict', 'Not now'))
  page.scan(barcodeOf(0))
  await waitFor(() => expect(page.outcome()).toContain('Not now'))
  for (const index of [1, 2, 3]) expect(page.outcome()).not.toContain(barcodeOf(index))
})
