import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { signInAtom } from '#app/state/session.ts'
import { store } from '#app/state/store.ts'
import {
  type ContractServer,
  issuanceOf,
  problemAnswer,
  startContractServer,
} from '#tests/support/contract-server.ts'
import { openScreens } from '#tests/support/document-screens.tsx'
import { notEnough, pendingPick, storageWith } from '#tests/support/pending-picks.ts'

const FIRST = 'B000000001'
const REFUSED = `Issuance 10000001, ${FIRST}: ${FIRST} is no longer on the document. Nothing was changed.`

let server: ContractServer
beforeEach(async () => {
  store.set(signInAtom, 'good')
  server = await startContractServer()
  server.issuances.set('10000001', issuanceOf('10000001', {}, [{ BarcodeID: 'B000000002', Qty: 40 }]))
})

describe('13. a refusal finds a person', () => {
  it('when its screen is closed: it is reported on the current screen with a link to its document', async () => {
    const page = openScreens(server.base, '/Issuance/', { outbox: storageWith(pendingPick(FIRST)).storage })
    await waitFor(() => expect(page.outcome()).toBe(REFUSED))
    const explained = await page.whyNot()
    expect(explained?.steps.slice(0, 2)).toEqual(['openDocument', 'goToOutbox'])
  })

  it('after a reload or on the next day: it is reported once at startup', async () => {
    const refused = pendingPick(FIRST, { state: 'refused', why: notEnough(FIRST) })
    const page = openScreens(server.base, '/Issuance/', { outbox: storageWith(refused).storage })
    await waitFor(() => expect(page.outcome()).toMatch(/^The server did not accept 1 change/))
  })

  it('is reported only on its own document if that is open', async () => {
    const memory = storageWith(pendingPick(FIRST))
    const page = openScreens(server.base, '/Issuance/Grower/10000001', { outbox: memory.storage })
    const own = `${FIRST} is no longer on the document. Nothing was changed.`
    await waitFor(() => expect(page.outcome()).toBe(own))
    await act(() => Promise.resolve())
    expect(page.outcome()).toBe(own)
    expect(memory.open()).toEqual([])
  })

  it.each([
    [
      'key_missing',
      'Your permission for this was withdrawn. Your work is kept here. It is sent when an administrator grants it again.',
    ],
    [
      'location_not_allowed',
      'Your access to this location was withdrawn. Your work is kept here. It is sent when an administrator grants it again.',
    ],
    [
      'read_only',
      'Your account is read-only now. Your work is kept here. It is sent when an administrator changes that.',
    ],
    [
      'person_inactive',
      'Your account is deactivated. Your work is kept here. It is sent when an administrator activates the account again.',
    ],
    [
      'group_missing',
      'Your account is in no group that may do this. Your work is kept here. It is sent when an administrator changes that.',
    ],
  ] as const)(
    'of several documents for one missing right (%s) is reported once, with the number of pending changes',
    async (code, why) => {
      const lanes = ['10000001', '10000002', '10000003', '10000004', '10000005']
      for (const number of lanes)
        server.issuances.set(number, issuanceOf(number, {}, [{ BarcodeID: FIRST, Qty: 40 }]))
      server.answer('POST issuance', () => problemAnswer(code))
      const waiting = lanes.map((number) => pendingPick(FIRST, { id: number, lane: `issuance ${number}` }))
      const page = openScreens(server.base, '/Issuance/', { outbox: storageWith(...waiting).storage })
      const expected = `5 changes are on this device only. ${why}`
      await waitFor(() => expect(page.outcome()).toBe(expected))
      expect(page.entries().map(({ code }) => code)).toEqual(['outbox.held.all'])
    },
  )

  it('of another user is not reported', async () => {
    const others = pendingPick(FIRST, { user: 'ravi', state: 'refused', why: notEnough(FIRST) })
    const page = openScreens(server.base, '/Outbox/', { outbox: storageWith(others).storage })
    await screen.findByText(/^ravi has/)
    expect(page.outcome()).toBeUndefined()
  })
})
