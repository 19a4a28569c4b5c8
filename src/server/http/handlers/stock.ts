import type { CallRequest } from '#core/wire/call.ts'
import type { Calls } from '#core/wire/calls.ts'
import { growerIdOf } from '#core/wire/grower-key.ts'
import { pageAnswer } from '#server/domain/paging.ts'
import type { Person } from '#server/domain/people.ts'
import { canSeeGrowerStorage, maySeeGrowerStorage, maySeeStock } from '#server/domain/stock-access.ts'
import type { Handlers } from '../handlers.ts'
import { type HandlerParts, readIfPermitted } from './context.ts'

/** Handles searches of stock and grower storage (part 2 section 7). */
export function stockHandlers<Transaction>(parts: HandlerParts<Transaction>) {
  const { ports } = parts
  return {
    'plantinventory.search': ({ query, user }) => {
      const inGrowerStorage = query.storagetype === 'GROWERSTORAGE'
      const may = inGrowerStorage ? maySeeGrowerStorage : maySeeStock
      return readIfPermitted(parts, user, atLocation(may, query), async () => {
        const found = await ports.stock.search({
          ...filterOf(query),
          storageType: query.storagetype,
          place: inGrowerStorage ? growerIdOf(query.storagelocation) : query.storagelocation,
          known: query.known,
        })
        // Without a page the response is the specification's plain list.
        return query.limit === undefined ? [...found.records] : pageAnswer(found)
      })
    },
    plantholders: ({ query, user }) =>
      readIfPermitted(parts, user, atLocation(maySeeStock, query), async (person) => {
        const found = await ports.stock.holders({
          barcode: query.barcodeid,
          location: query.inventorylocation,
          seasonId: query.trimseasonid,
        })
        const visible = found.filter(
          ({ StorageType }) => StorageType === 'INVENTORY' || canSeeGrowerStorage(person),
        )
        return { Result: visible }
      }),
    growerdetails: ({ query, user }) =>
      readIfPermitted(parts, user, atLocation(maySeeGrowerStorage, query), async () => {
        const { Records, ...more } = pageAnswer(
          await ports.stock.search({
            ...filterOf(query),
            storageType: 'GROWERSTORAGE',
            place: growerIdOf(query.returnedfromnbr),
          }),
        )
        return { Result: Records, ...more }
      }),
  } satisfies Handlers<Transaction>
}

type StockQuery = Omit<CallRequest<Calls['growerdetails']>['query'], 'trimseasonid' | 'returnedfromnbr'>

interface AtLocation {
  readonly inventorylocation: string
}

// Checks the user's right at the location of a query.
const atLocation =
  (may: typeof maySeeStock, { inventorylocation }: AtLocation) =>
  (person: Person) =>
    may(person, inventorylocation)

const filterOf = (query: StockQuery) => ({
  location: query.inventorylocation,
  commodity: query.commodity,
  barcode: query.barcodeid,
  varietyCode: query.varietycode,
  trimType: query.trimtype,
  stockType: query.stocktype,
  page:
    query.limit === undefined ? undefined : { offset: query.offset, limit: query.limit, after: query.after },
})
