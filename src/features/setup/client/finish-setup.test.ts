import { beforeEach, expect, it } from 'vitest'
import { createClient, installClient } from '#app/api/client.ts'
import { sources } from '#app/api/master-data.ts'
import { createQueryClient } from '#app/api/query-client.ts'
import type { PrintServer } from '#core/wire/print-server.ts'
import { type ContractServer, problemAnswer, startContractServer } from '#tests/support/contract-server.ts'
import { finishSetup } from './finish-setup.ts'

let server: ContractServer
const place = { location: 'WAT', season: { id: '1', name: 'Straw', commodity: 'STRAW' } } as const
beforeEach(async () => {
  server = await startContractServer()
  const tokens = { get: () => Promise.resolve('token'), replace: () => Promise.resolve(undefined) }
  installClient(createClient({ apiBase: server.base, tokens }))
})

it('loads the print servers each time, and uses the cached ones if that fails', async () => {
  const queryClient = createQueryClient()
  const printers = (...names: readonly string[]) =>
    server.answer('GET printservers', () => ({
      Records: names.map((PrintLocation) => ({ ID: PrintLocation, PrintServer: 'dock', PrintLocation })),
    }))
  const known = () =>
    queryClient
      .getQueryData<readonly PrintServer[]>(sources.printServers('WAT').key)
      ?.map(({ PrintLocation }) => PrintLocation)
  printers('Dock')
  expect(await finishSetup(queryClient, place)).toEqual({ ok: true, value: true })
  printers('Dock', 'Office')
  await finishSetup(queryClient, place)
  expect(known()).toEqual(['Dock', 'Office'])
  server.answer('GET printservers', () => problemAnswer('location_not_allowed'))
  expect(await finishSetup(queryClient, place)).toEqual({ ok: true, value: true })
  expect(known()).toEqual(['Dock', 'Office'])
})
