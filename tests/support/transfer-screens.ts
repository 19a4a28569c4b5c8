import { type Answer, type ContractServer, problemAnswer, startContractServer } from './contract-server.ts'

/** The header of a transfer that is in transit from SAL to WAT. */
export function transferHeader(number: string, change: Readonly<Record<string, string>> = {}) {
  return {
    TransferNbr: number,
    OriginLocationID: 'SAL',
    DestinationLocationID: 'WAT',
    ExpectedShipDate: '2026-11-20',
    ExpectedArrivalDate: '2026-11-21',
    ReceiptPlantTemperature: '4',
    Status: 'SHIPPED',
    TrimSeasonID: 'S1',
    ...change,
  }
}

/** A transfer line of 40 plants. */
export function transferLine(barcode: string, id: number, status = 'SHIPPED') {
  return { ID: id, BarcodeID: barcode, Status: status, Qty: 40, OrderQty: 40, PickQty: 40 }
}

/** The answer to a saved transfer. */
export const transferSaved: Answer = ({ body }) => ({
  Message: '',
  TransferNbr: body.TransferHeader.TransferNbr || 20000009,
  TransferLines: body.TransferLines.map((each: { ID: number; BarcodeID: string; Status: string }) => ({
    ...each,
    Message: `Transfer Line ${each.Status} successfully`,
  })),
})

/** Starts a server with two transfers in transit to WAT: 20000001 with two lines, 20000002 with one. */
export async function startTransfers(): Promise<ContractServer> {
  const server = await startContractServer()
  server.answer('GET transfers', () => ({
    Records: [transferHeader('20000001'), transferHeader('20000002')],
    TotalRowCount: 2,
  }))
  server.answer('GET transfers/:id', ({ path }) => {
    if (path.endsWith('20000001')) {
      return {
        TransferHeader: transferHeader('20000001'),
        TransferLines: [transferLine('B000000001', 1), transferLine('B000000002', 2)],
      }
    }
    return path.endsWith('20000002')
      ? { TransferHeader: transferHeader('20000002'), TransferLines: [transferLine('B000000003', 3)] }
      : problemAnswer('not_found')
  })
  server.answer('POST transfers', transferSaved)
  return server
}
