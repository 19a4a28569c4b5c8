import type { SecurityKey } from '#core/wire/security-keys.ts'
import { type ContractServer, dumpOf, startContractServer, stockOf } from './contract-server.ts'
import { openScreens } from './document-screens.tsx'

const ALL: readonly SecurityKey[] = ['DUMPHOMEKEY', 'DUMPKEY', 'DUMPCREATEKEY']

/** Starts a server with an empty dump, 30000001, and three barcodes in stock. */
export async function startDumps(): Promise<ContractServer> {
  const server = await startContractServer()
  for (const barcode of ['B000000001', 'B000000002', 'B000000003']) server.stock.set(barcode, stockOf())
  server.dumps.set('30000001', dumpOf('30000001'))
  return server
}

/** Opens a dump screen with these keys, by default with all of them. */
export function openDumps(server: ContractServer, path: string, keys = ALL) {
  return openScreens(server.base, path, { keys })
}

/** Returns the sent changes of dumps: the header's status, or lines as 'OPEN/B000000001 DUMPED 10 DEAD'. */
export function sentOf(server: ContractServer): readonly string[] {
  return server
    .posts('dump')
    .map(({ body }) =>
      body.DumpLogLines.length === 0
        ? body.DumpHeader.Status
        : body.DumpLogLines.map(
            (line: Readonly<Record<string, string>>) =>
              `${body.DumpHeader.Status}/${line.BarcodeID} ${line.Status} ${line.DumpQty} ${line.ReasonCode}`,
          ).join(),
    )
}
