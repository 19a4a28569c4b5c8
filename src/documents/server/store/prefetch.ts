// Prefetches the rows a change needs in the same round trip that claims its idempotency key.
// Its ports return each prefetched result once, before anything is written.
import { type DocumentPorts, type LockedRecord, lineKeyOf } from '#documents/server/documents-port.ts'
import { lockSources } from '#server/database/ledger-store.ts'
import type { Transaction } from '#server/database/transaction.ts'
import { clientOf } from '#server/database/transaction-client.ts'
import type { AccountOf, Balance } from '#server/domain/ledger.ts'
import { foldUsername, type UserRights } from '#server/domain/people.ts'
import type { Prefetch } from '#server/domain/prefetch.ts'
import type { FoundPlants } from '#server/domain/stock.ts'
import { allocateLineIds, insertLines } from './document-store.ts'

interface Prefetched {
  readonly username: string
  readonly rights: Promise<ReadonlyMap<string, UserRights>>
  readonly wanted: Prefetch | undefined
  record: Promise<LockedRecord | null> | undefined
  balances: Promise<readonly Balance[]> | undefined
  plants: Promise<readonly FoundPlants[]> | undefined
  ids: Promise<readonly string[]> | undefined
}

const prefetchedOf = new WeakMap<object, Prefetched>()
/**
 * Sends the reads of a user's change and returns their promise, which rejects if any read fails.
 * The queries lock no document if the request does not hold its key (`trimline.free`).
 */
export function prefetch(
  transaction: Transaction,
  ports: DocumentPorts,
  username: string,
  wanted: Prefetch | undefined,
): Promise<unknown> {
  const client = clientOf(transaction)
  if (!client) return Promise.resolve()
  const folded = foldUsername(username)
  const locksLines = wanted !== undefined && wanted.lines.length > 0
  const read: Prefetched = {
    username: folded,
    rights: ports.people.rightsOf([folded]),
    wanted,
    record: wanted && ports.documents.lock(wanted.kind, wanted.number),
    balances: locksLines ? lockSources(client.queries, wanted.number, wanted.lines) : undefined,
    plants: wanted?.plants && ports.stock.find(wanted.plants.barcodes, wanted.plants.of),
    ids: wanted?.newLines === undefined ? undefined : allocateLineIds(client.queries, wanted.newLines),
  }
  prefetchedOf.set(client.transactionId, read)
  return Promise.all([read.rights, read.record, read.balances, read.plants, read.ids])
}

/** Returns the ports of a change, which use the prefetched rows of its transaction. */
export function withPrefetched<Given extends DocumentPorts>(transaction: Transaction, ports: Given): Given {
  const turn = clientOf(transaction)?.transactionId
  const read = turn && prefetchedOf.get(turn)
  if (!read) return ports
  const { people, documents, stock, ledger } = ports
  return {
    ...ports,
    people: {
      ...people,
      rightsOf: (usernames) =>
        usernames.length === 1 && usernames[0] === read.username ? read.rights : people.rightsOf(usernames),
    },
    documents: {
      ...documents,
      lock: (kind, number) => {
        const { record, wanted } = read
        if (!record || wanted?.kind !== kind || wanted.number !== number) return documents.lock(kind, number)
        read.record = undefined
        return record
      },
      saveLines: async (number, lines, stamp) => {
        const ids = (await read.ids) ?? []
        read.ids = undefined
        const added = lines.filter(({ id }) => id === null)
        if (added.length === 0 || added.length > ids.length) return documents.saveLines(number, lines, stamp)
        const numbered = added.map((line, at) => ({ ...line, id: ids[at] ?? '' }))
        const known = lines.filter(({ id }) => id !== null)
        const saved = await documents.saveLines(number, known, stamp)
        await insertLines(transaction, number, numbered, stamp)
        return new Map([...saved, ...numbered.map((line) => [lineKeyOf(line), line.id] as const)])
      },
    },
    stock: {
      ...stock,
      find: async (barcodes, of) => {
        const { plants, wanted } = read
        if (!plants || !isSame(wanted?.plants, { barcodes, of })) return stock.find(barcodes, of)
        read.plants = undefined
        return plants
      },
    },
    ledger: {
      ...ledger,
      lock: async (giving, receiving) => {
        const balances = receiving.length === 0 ? await read.balances : undefined
        read.balances = undefined
        return balances && coversAccounts(balances, giving) ? balances : ledger.lock(giving, receiving)
      },
    },
  }
}

const isSame = (one: Prefetch['plants'], { barcodes, of }: NonNullable<Prefetch['plants']>): boolean =>
  one?.of.kind === of.kind && one.of.owner === of.owner && one.barcodes.join(' ') === barcodes.join(' ')

function coversAccounts(balances: readonly Balance[], accounts: readonly AccountOf[]): boolean {
  const keyOf = ({ barcode, account: { kind, owner, place } }: AccountOf) =>
    JSON.stringify([barcode, kind, owner, place])
  const known = new Set(balances.map(keyOf))
  return accounts.every((of) => known.has(keyOf(of)))
}
