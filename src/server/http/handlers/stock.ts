import { growerNamed } from '#contract/grower-key.ts'
import { succeed } from '#contract/result.ts'
import { listIssued } from '#server/domain/issued.ts'
import { mayLookIntoGrowerStorage, mayLookIntoStock } from '#server/domain/stock-access.ts'
import type { Handlers } from '../handlers.ts'
import { asPerson, type HandlerParts } from './context.ts'

/** Searches of stock, grower storage and issued plants (part 2 section 7). */
export function stockHandlers<Transaction>(parts: HandlerParts<Transaction>) {
  const { ports } = parts
  return {
    'plantinventory.search': ({ query, user }) =>
      asPerson(parts, ports, user, async (person) => {
        const inGrowerStorage = query.storagetype === 'GROWERSTORAGE'
        const allowed = inGrowerStorage
          ? mayLookIntoGrowerStorage(person, query.inventorylocation)
          : mayLookIntoStock(person, query.inventorylocation)
        if (!allowed.ok) return allowed
        const found = await ports.stock.search({
          location: query.inventorylocation,
          commodity: query.commodity,
          storageType: query.storagetype,
          place: inGrowerStorage ? growerNamed(query.storagelocation) : query.storagelocation,
          barcode: query.barcodeid,
          known: query.known,
          varietyCode: query.varietycode,
          trimType: query.trimtype,
          stockType: query.stocktype,
          page: pageOf(query),
        })
        // Without a page the reply is the bare list of the specification.
        return succeed(
          query.limit === undefined ? found.records : { Records: found.records, TotalRowCount: found.total },
        )
      }),
    plantholders: ({ query, user }) =>
      asPerson(parts, ports, user, async (person) => {
        const allowed = mayLookIntoStock(person, query.inventorylocation)
        if (!allowed.ok) return allowed
        const found = await ports.stock.holders({
          barcode: query.barcodeid,
          location: query.inventorylocation,
          seasonId: query.trimseasonid,
        })
        return succeed({ Result: [...found] })
      }),
    growerdetails: ({ query, user }) =>
      asPerson(parts, ports, user, async (person) => {
        const allowed = mayLookIntoGrowerStorage(person, query.inventorylocation)
        if (!allowed.ok) return allowed
        const found = await ports.stock.search({
          location: query.inventorylocation,
          commodity: query.commodity,
          storageType: 'GROWERSTORAGE',
          place: growerNamed(query.returnedfromnbr),
          barcode: query.barcodeid,
          varietyCode: query.varietycode,
          trimType: query.trimtype,
          stockType: query.stocktype,
          page: pageOf(query),
        })
        return succeed({ Result: found.records, TotalRowCount: found.total })
      }),
    'issuance.issued': ({ query, user }) =>
      asPerson(parts, ports, user, (person) =>
        listIssued(ports.issued, person, query.storagetype, {
          location: query.inventorylocation,
          seasonId: query.trimseasonid,
          issueToType: query.issuetotype,
          issueToNumber: query.issuetonbr,
          barcode: query.barcodeid,
          varietyCode: query.varietycode,
          trimType: query.trimtype,
          stockType: query.stocktype,
        }),
      ),
  } satisfies Handlers<Transaction>
}

const pageOf = ({ offset, limit }: { readonly offset: number; readonly limit?: number | undefined }) =>
  limit === undefined ? undefined : { offset, limit }
