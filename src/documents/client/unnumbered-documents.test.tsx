import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { signInAtom } from '#app/state/session.ts'
import { store } from '#app/state/store.ts'
import {
  type ContractServer,
  dumpOf,
  issuanceOf,
  problemAnswer,
  startContractServer,
} from '#tests/support/contract-server.ts'
import { openScreens } from '#tests/support/document-screens.tsx'
import { newIssuance } from '#tests/support/outbox-device.ts'
import { notEnough, pendingPick, storageWith } from '#tests/support/pending-picks.ts'

const LOCAL = 'NEW-00000A'
const SAVED = 'Saved on this device. Not sent yet.'
const DUMPING = ['DUMPHOMEKEY', 'DUMPKEY', 'DUMPCREATEKEY'] as const

let server: ContractServer
beforeEach(async () => {
  store.set(signInAtom, 'good')
  server = await startContractServer()
  server.issuances.set('10000001', issuanceOf('10000001'))
  server.dumps.set('20000001', dumpOf('20000001'))
})
const makeUnavailable = (...calls: readonly string[]) => {
  for (const call of calls) server.answer(call, () => problemAnswer('unavailable'))
}
const madeHere = (more: Parameters<typeof pendingPick>[1] = {}) => {
  const { intent, document } = newIssuance(LOCAL)
  const lane = `issuance ${LOCAL}`
  const memory = storageWith(pendingPick('', { id: 'new', lane, intent, ...more }))
  memory.documents.set(lane, { lane, document, at: 0 })
  return memory.storage
}
const rows = async () => within(await screen.findByRole('list', { name: SAVED })).getAllByRole('link')

describe('a document that was created on this device', () => {
  it('is at the top of its list until the server has numbered it, and can be opened', async () => {
    makeUnavailable('POST issuance')
    const page = openScreens(server.base, '/Issuance/', { outbox: madeHere() })
    const [row] = await rows()
    expect(row).toHaveTextContent(`${LOCAL} ${SAVED}G1`)
    const other = await screen.findByRole('link', { name: /^10000001/ })
    expect(row?.compareDocumentPosition(other)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
    if (row) await page.user.click(row)
    expect(page.address()).toBe(`/Issuance/Edit/${LOCAL}`)
  })

  it('is replaced by the numbered document automatically', async () => {
    const release = server.hold('POST issuance')
    openScreens(server.base, '/Issuance/', { outbox: madeHere() })
    expect(await rows()).toHaveLength(1)
    release()
    expect(await screen.findByRole('link', { name: /^10000901/ })).toBeVisible()
    expect(screen.queryByText(LOCAL)).toBeNull()
  })

  it('is shown even if the list cannot be loaded', async () => {
    makeUnavailable('POST issuance', 'GET issuance')
    openScreens(server.base, '/Issuance/', { outbox: madeHere() })
    expect(await rows()).toHaveLength(1)
    expect(await screen.findByRole('alert')).toBeVisible()
  })

  it('opens the outbox if the server has refused it', async () => {
    const storage = madeHere({ state: 'refused', why: notEnough('B000000001') })
    const page = openScreens(server.base, '/Issuance/', { outbox: storage })
    const row = await screen.findByRole('link', { name: /Not sent: open the outbox/ })
    await page.user.click(row)
    expect(page.address()).toBe('/Outbox/')
  })

  it("is in no other list, and not in another person's list", async () => {
    makeUnavailable('POST issuance')
    const dumps = openScreens(server.base, '/Dump/', { keys: DUMPING, outbox: madeHere() })
    await screen.findByRole('link', { name: /^20000001/ })
    expect(screen.queryByText(LOCAL)).toBeNull()
    dumps.unmount()
    openScreens(server.base, '/Issuance/', { outbox: madeHere({ user: 'ravi' }) })
    await screen.findByRole('link', { name: /^10000001/ })
    expect(screen.queryByText(LOCAL)).toBeNull()
  })

  it('is in the list of dumps if it is a dump', async () => {
    makeUnavailable('POST dump')
    const page = openScreens(server.base, '/Dump/Edit/New', { keys: DUMPING })
    await page.user.type(await screen.findByLabelText(/^Authorized By/), 'Lena')
    await page.command('saveHeader')
    await waitFor(() => expect(page.address()).toMatch(/NEW-/), { timeout: 15_000 })
    await page.command('goToDump')
    const [row] = await rows()
    expect(row).toHaveTextContent(/^NEW-[0-9A-F]{6} Saved on this device. Not sent yet.Warehouse : WAT$/)
  })
})
