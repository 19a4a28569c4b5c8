import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { type SignInService, signInServiceAtom } from '#app/api/sign-in.ts'
import { liveAtom, presenceAtom, publishNews } from '#app/state/live.ts'
import { store } from '#app/state/store.ts'
import { type ContractServer, issuanceOf, startContractServer } from '#tests/support/contract-server.ts'
import { lineOf, openScreens } from '#tests/support/document-screens.tsx'

let server: ContractServer
beforeEach(async () => {
  server = await startContractServer()
  store.set(presenceAtom, [])
  server.issuances.set(
    '10000001',
    issuanceOf('10000001', {}, [{ BarcodeID: 'B000000001', Qty: 40 }, { BarcodeID: 'B000000002' }]),
  )
})

const ravi = (more: object = {}) =>
  act(() =>
    publishNews({
      Type: 'presence',
      By: 'ravi.receiver',
      Tab: 'a',
      Kind: 'issuance',
      Number: '10000001',
      Barcode: null,
      Stage: 'detail',
      ...more,
    }),
  )

it('a person who has a document open is shown on its row of the list until they leave it', async () => {
  openScreens(server.base, '/Issuance')
  const row = (await screen.findByText('10000001')).closest('article') as HTMLElement
  expect(within(row).queryByTitle(/has it open/)).toBeNull()
  ravi()
  expect(within(row).getByTitle('ravi.receiver has it open')).toHaveTextContent('RR')
  ravi({ Number: null })
  expect(within(row).queryByTitle(/has it open/)).toBeNull()
})

it('a person at a line is shown on it once for all their pages; the own name is not shown', async () => {
  openScreens(server.base, '/Issuance/Grower/10000001')
  const [first, second] = [await lineOf('B000000001'), await lineOf('B000000002')]
  ravi({ Barcode: 'B000000001' })
  ravi({ Barcode: 'B000000001', Tab: 'b' })
  ravi({ Barcode: 'B000000002', By: 'pia' })
  expect(within(first).getAllByTitle('ravi.receiver is at this line')).toHaveLength(1)
  expect(within(second).queryByTitle(/is at this line/)).toBeNull()
  ravi({ Barcode: 'B000000002' })
  expect(within(second).getByTitle('ravi.receiver is at this line')).toBeVisible()
})

it('a page reports its document and line, and that it has left', async () => {
  store.set(signInServiceAtom, {
    tokens: { get: async () => 'token', replace: async () => undefined },
  } as unknown as SignInService)
  store.set(liveAtom, 'connected')
  onTestFinished(() => store.set(liveAtom, 'waiting'))
  server.answer('POST presence', () => ({}))
  const page = openScreens(server.base, '/Issuance/Grower/10000001')
  const reportedPlaces = () =>
    server.posts('presence').map(({ body: { Number, Barcode } }) => [Number, Barcode])
  await lineOf('B000000001')
  await waitFor(() => expect(reportedPlaces()[0]).toEqual(['10000001', null]))
  page.scan('B000000001')
  await waitFor(() => expect(reportedPlaces().at(-1)).toEqual(['10000001', 'B000000001']))
  page.unmount()
  await waitFor(() => expect(reportedPlaces().at(-1)).toEqual([null, null]))
})
