// Tests automatic printing when a document is shipped or received: opt-in, once per document, and always
// announced.
import { cleanup, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { storeAutomaticPrinting } from '#app/state/automatic-printing.ts'
import { type PrintRequest, requestPrint } from '#app/state/printing.ts'
import { jobStore } from '#features/printing/client/jobs/job-store.ts'
import { type ContractServer, issuanceOf, problemAnswer } from '#tests/support/contract-server.ts'
import type { OpenOptions } from '#tests/support/document-screens.tsx'
import { openScreens, result } from '#tests/support/document-screens.tsx'
import { startFakeDatabase } from '#tests/support/fake-database.ts'
import type { PrintAgent } from '#tests/support/print-agent.ts'
import {
  notice,
  type PrintDesk,
  recordOf,
  startAgent,
  startPrintDesk,
  testAgentOptions,
} from '#tests/support/print-desk.ts'
import { transferHeader, transferLine, transferSaved } from '#tests/support/transfer-screens.ts'

let desk: PrintDesk
let server: ContractServer
let proposals: Record<string, unknown>[]
beforeEach(async () => {
  startFakeDatabase()
  desk = await startPrintDesk()
  server = desk.server
  proposals = []
  server.answer('GET printersetup', () => ({ Printers: [], Proposals: proposals }))
  server.issuances.set(
    '10000130',
    issuanceOf('10000130', { Status: 'RESERVED' }, [
      { BarcodeID: 'B123456789', Status: 'PICKED', OrderQty: 5, PickQty: 5 },
    ]),
  )
})
const shipped = (more: object = {}) => ({
  Work: 'Grower Issuance',
  PrintServer: '1',
  Template: '',
  OnShip: true,
  OnReceive: false,
  ...more,
})
const open = (options: OpenOptions = {}) =>
  openScreens(server.base, '/Issuance/Grower/10000130', {
    extensions: ['printing', 'printers', 'details'],
    printing: testAgentOptions,
    ...options,
  })
const ship = async (view: ReturnType<typeof open>) => {
  await screen.findByRole('button', { name: /^Ship/ })
  await view.command('ship')
}
const asked = (path: string) => server.asked.filter((each) => each.path === path)
const ended = (more: Partial<Extract<PrintRequest, { kind: 'ended' }>> = {}) =>
  ({ kind: 'ended', moment: 'receive', report: 'Transfers', number: '20000001', items: [], ...more }) as const

// Prints another document to prove that the first one did not print.
const expectOnlyNextPrint = async (agent: PrintAgent) => {
  requestPrint(ended())
  expect(await notice('Submitted 1 copy to printer')).toBeVisible()
  expect(agent.printed).toHaveLength(1)
  return jobStore().read()
}
const onlyNextJob = [{ work: { report: 'Transfers' } }]

describe('a shipped document', () => {
  it('prints its report on the default printer if the location has chosen it, and announces it', async () => {
    const agent = await startAgent()
    desk.printers(recordOf(agent.port, { ID: 2, PrintLocation: 'Office' }), recordOf(agent.port))
    proposals = [shipped()]
    await ship(open())
    expect(await notice('Automatic printing on Dock: Grower Issuance 10000130')).toBeVisible()
    expect(await notice('Submitted 1 copy to printer')).toBeVisible()
    expect(agent.printed.map(({ printer }) => printer)).toEqual(['Dock'])
  })

  it('does not print unless automatic printing is switched on', async () => {
    const agent = await startAgent()
    desk.printers(recordOf(agent.port))
    proposals = [shipped({ OnShip: false }), shipped({ Work: 'Transfers', OnReceive: true })]
    const view = open()
    await ship(view)
    await view.says('SHIPPED')
    expect(await expectOnlyNextPrint(agent)).toMatchObject(onlyNextJob)
  })

  it('does not print or load printer setups on a server without the printer extension', async () => {
    const view = open({ extensions: ['printing', 'details'] })
    await ship(view)
    await view.says('SHIPPED')
    expect(asked('printersetup')).toEqual([])
  })

  it('prints once when the response to Ship was lost and Ship is retried', async () => {
    const agent = await startAgent()
    desk.printers(recordOf(agent.port))
    proposals = [shipped()]
    let lost = 1
    server.answer('POST issuance', () => {
      lost -= 1
      return lost >= 0 ? problemAnswer('unavailable') : undefined
    })
    const view = open()
    await ship(view)
    await view.says('not')
    expect(agent.printed).toEqual([])
    await view.command('ship')
    expect(await notice('Submitted 1 copy to printer')).toBeVisible()
    expect(agent.printed).toHaveLength(1)
  })

  it('does not print on a workstation where automatic printing is switched off', async () => {
    const agent = await startAgent()
    desk.printers(recordOf(agent.port))
    proposals = [shipped(), shipped({ Work: 'Transfers', OnReceive: true })]
    const view = open()
    storeAutomaticPrinting('WAT', 'Grower Issuance', 'ship', false)
    await ship(view)
    await view.says('SHIPPED')
    expect(await expectOnlyNextPrint(agent)).toMatchObject(onlyNextJob)
  })

  it('without a printer reports that it was not printed and opens no tab', async () => {
    desk.printers()
    proposals = [shipped({ PrintServer: '' })]
    await ship(open())
    await result(/^Not printed automatically, there is no printer for it: Grower Issuance 10000130/)
    expect(desk.opened).toEqual([])
  })
})

describe('a received transfer', () => {
  it('prints its report and one label per received plant when the location has chosen both', async () => {
    const agent = await startAgent()
    desk.printers(recordOf(agent.port))
    proposals = [
      shipped({ Work: 'Transfers', OnReceive: true }),
      shipped({ Work: 'Labels', OnReceive: true }),
    ]
    const line = { ...transferLine('B123456789', 1, 'RECEIVED'), Qty: 3, OrderQty: 3, PickQty: 3 }
    server.answer('GET transfers/:id', () => ({
      TransferHeader: transferHeader('20000001'),
      TransferLines: [{ ...line, ReceivedQty: 3 }],
    }))
    server.answer('POST transfers', transferSaved)
    const view = openScreens(server.base, '/ReceiveInventory/20000001', {
      extensions: ['printing', 'printers', 'details'],
      printing: testAgentOptions,
    })
    await screen.findByText('1 of 1 line')
    const begins = notice('Automatic printing on Dock: Transfers 20000001')
    view.scan('%T.RECEIVE')
    await view.says('Transfer Received Successfully')
    await begins
    await waitFor(() =>
      expect(agent.printed.map(({ bytes }) => bytes.toString()).toSorted()).toEqual(['%PDF-1.7', '3 labels']),
    )
    expect(asked('printlabels').map(({ query }) => query.barcodeid)).toEqual(['B123456789*3'])
    expect(await notice('Labels Printed')).toBeVisible()
    await waitFor(async () =>
      expect((await jobStore().read()).map(({ state }) => state)).toEqual(['printed', 'printed']),
    )
  })
})

describe('a repeated end event', () => {
  it('prints once per work, in the same page and in another page of the device', async () => {
    const agent = await startAgent()
    desk.printers(recordOf(agent.port))
    proposals = [
      shipped({ Work: 'Transfers', OnReceive: true }),
      shipped({ Work: 'Labels', OnReceive: true }),
    ]
    const items = [{ barcode: 'B123456789', labels: 3 }]
    openScreens(server.base, '/Print/', {
      extensions: ['printing', 'printers'],
      printing: testAgentOptions,
    })
    await screen.findByRole('heading', { name: 'Automatic printing' })
    requestPrint(ended({ items }))
    requestPrint(ended({ items }))
    expect(await notice('Labels Printed')).toBeVisible()
    cleanup()
    const jobs = jobStore()
    openScreens(server.base, '/Print/', {
      extensions: ['printing', 'printers'],
      printing: testAgentOptions,
      jobs,
    })
    await screen.findByRole('heading', { name: 'Automatic printing' })
    requestPrint(ended({ items }))
    requestPrint(ended({ number: '20000002' }))
    expect(await notice('Automatic printing on Dock: Transfers 20000002')).toBeVisible()
    expect(await notice('Submitted 1 copy to printer')).toBeVisible()
    expect(agent.printed.map(({ bytes }) => bytes.toString())).toEqual(['%PDF-1.7', '3 labels', '%PDF-1.7'])
  })
})
