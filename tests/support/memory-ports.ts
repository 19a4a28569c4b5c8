import { type Account, isContra, stockAccount } from '#core/kinds/accounts.ts'
import { fieldNameOf } from '#core/kinds/header.ts'
import type { Kind } from '#core/kinds/kind.ts'
import type { StoredDocument, StoredLine } from '#core/kinds/stored.ts'
import { textOf, type Values } from '#core/kinds/values.ts'
import type { AdjustmentRequest } from '#core/wire/adjustment-request.ts'
import { DOCUMENT_KINDS, type Status } from '#core/wire/constants.ts'
import { SECURITY_KEYS, type SecurityKey } from '#core/wire/security-keys.ts'
import {
  type DocumentsPort,
  type HeaderRow,
  lineKeyOf,
  type NewDocument,
  type Stamp,
  type StoredRecord,
} from '#documents/server/documents-port.ts'
import type { AllPorts } from '#server/boot/ports.ts'
import type { AccountOf, Balance, LedgerPort, Movement } from '#server/domain/ledger.ts'
import type { Person } from '#server/domain/people.ts'

// The ports of the domain in memory, so that its rules run in milliseconds without a database.
// tests/integration tests locks and queries.

/** Returns a person with these keys, by default all, who works at these locations. */
export function personWith(
  keys: readonly SecurityKey[] = SECURITY_KEYS,
  locations: readonly string[] = ['WAT', 'SAL'],
): Person {
  return {
    username: 'ann',
    keys: new Set(keys),
    locations: new Set(locations),
    readOnly: false,
    isAdmin: false,
    rank: 0,
    maintains: { admin: false, entityAdmin: false },
  }
}

export interface Memory {
  readonly ports: AllPorts
  /** The plants in an account, and how many of them are held. */
  readonly balance: (barcode: string, account: Account) => { readonly qty: number; readonly reserved: number }
  readonly movements: readonly Movement[]
  /** The transfers for which a request was opened. */
  readonly requests: readonly string[]
  readonly document: (number: string) => StoredDocument
}

const keyOf = ({ barcode, account }: AccountOf) =>
  `${barcode} ${account.kind} ${account.owner} ${account.place}`

/** Creates a warehouse with this stock at WAT, whole plants by barcode. */
export function memoryWarehouse(stock: Readonly<Record<string, number>>): Memory {
  const balances = new Map<string, Balance>()
  const movements: Movement[] = []
  for (const [barcode, qty] of Object.entries(stock)) {
    const of = { barcode, account: stockAccount('WAT', 'A-01') }
    balances.set(keyOf(of), { ...of, qty, reserved: 0 })
  }
  const ledger: LedgerPort = {
    lock: async (giving, receiving) =>
      [...giving, ...receiving].map((of) => balances.get(keyOf(of)) ?? { ...of, qty: 0, reserved: 0 }),
    netInflows: async (watched) => ({
      latest: movements.length,
      went: watched.map((each) => {
        const is = (account: Account) => keyOf({ ...each, account }) === keyOf(each)
        const since = movements
          .slice(each.since)
          .filter(({ barcode, from, to }) => barcode === each.barcode && !isContra(from) && !isContra(to))
        return {
          ...each,
          qty: since.reduce((sum, { from, to, qty }) => sum + (is(to) ? qty : is(from) ? -qty : 0), 0),
        }
      }),
    }),
    write: async (changed, moved) => {
      for (const balance of changed) balances.set(keyOf(balance), balance)
      movements.push(...moved)
    },
  }

  const documents = new Map<string, StoredDocument>()
  const rows = new Map<string, HeaderRow>()
  let lastNumber = 0
  let lastLine = 0
  const get = (number: string): StoredDocument => {
    const found = documents.get(number)
    if (!found) throw new Error(`There is no ${number}`)
    return found
  }
  const recordOf = (kind: Kind, document: StoredDocument): StoredRecord => {
    const own: Values = rows.get(document.number) ?? {}
    const header = {
      ...Object.fromEntries(Object.entries(own).map(([name, value]) => [name, textOf(value)])),
      [fieldNameOf(kind.header, 'number')]: document.number,
      [fieldNameOf(kind.header, 'status')]: document.status,
      [fieldNameOf(kind.header, 'location')]: document.location,
      [fieldNameOf(kind.header, 'seasonId')]: document.seasonId,
      ...(kind.kind === 'return' && { ReturnedFromType: 'Grower' }),
    }
    const stored = { ...document, header }
    const lines = document.lines.map((line) =>
      Object.fromEntries(
        Object.entries(kind.line).map(([name, { toResponse }]) => [name, toResponse(line, stored)]),
      ),
    )
    return { document: stored, commodity: 'STRAW', owner: null, header, lines }
  }
  const find = async (kind: Kind, number: string) => {
    const found = documents.get(number)
    return found?.kind === kind.kind ? recordOf(kind, found) : null
  }
  const port: DocumentsPort = {
    scopeOf: async () => null,
    find,
    lock: find,
    list: async (kind, { statuses, at, offset, limit }) => {
      const records = [...documents.values()]
        .filter((each) => each.kind === kind.kind)
        .map((each) => recordOf(kind, each))
        .filter(({ document, header }) => {
          const here = Object.entries(at).every(([name, location]) => header[name] === location)
          return here && (statuses.length === 0 || statuses.includes(document.status))
        })
      return {
        records: records.slice(offset, offset + limit).map(({ header }) => header),
        total: records.length,
      }
    },
    create: async ({ kind, ...more }: NewDocument) => {
      lastNumber += 1
      const number = String((DOCUMENT_KINDS.indexOf(kind) + 1) * 10_000_000 + lastNumber)
      documents.set(number, { kind, ...more, number, header: {}, lines: [] })
      return number
    },
    insertHeader: async (_, number, row) => void rows.set(number, row),
    updateHeader: async (_, number, row) => void rows.set(number, { ...rows.get(number), ...row }),
    touch: async (number, status: Status, _stamp: Stamp) =>
      void documents.set(number, { ...get(number), status }),
    own: async () => {},
    saveLines: async (number, changed) => {
      const lines = new Map(get(number).lines.map((line) => [lineKeyOf(line), line]))
      const ids = new Map<string, string>()
      for (const line of changed) {
        const id = line.id ?? String((lastLine += 1))
        ids.set(lineKeyOf(line), id)
        lines.set(lineKeyOf(line), { ...line, id } satisfies StoredLine)
      }
      documents.set(number, { ...get(number), lines: [...lines.values()] })
      return ids
    },
    numberOfLine: async (kind, id) =>
      [...documents.values()].find((each) => each.kind === kind && each.lines.some((line) => line.id === id))
        ?.number ?? null,
    deleteLine: async (number, id) => {
      const { lines } = get(number)
      documents.set(number, { ...get(number), lines: lines.filter((line) => line.id !== id) })
    },
  }

  const requests: string[] = []
  const known = {
    references: {
      season: async (id: string) => (id === 'S1' ? { Id: 'S1' } : null),
      locations: async () => [{ Code: 'WAT' }, { Code: 'SAL' }],
      canBeIssuedTo: async (_: string, id: string) => id.startsWith('G'),
      reasonCodes: async () => [{ ReasonCode: 'DEAD' }],
      allReasonCodes: async () => ['DEAD'],
      lockIfActive: async () => true,
    },
    stock: {
      find: async (barcodes: readonly string[], { kind, owner }: Pick<Account, 'kind' | 'owner'>) =>
        barcodes.map((barcode) => {
          const here = [...balances.values()].filter(
            ({ account, ...each }) =>
              each.barcode === barcode && account.kind === kind && account.owner === owner,
          )
          return {
            barcode,
            commodity: barcode in stock ? 'STRAW' : '',
            accounts: here.map(({ account }) => account),
            stocked: here.filter(({ qty }) => qty > 0).map(({ account }) => account),
          }
        }),
      findUncounted: async (
        { number }: Pick<StoredDocument, 'number'>,
        { location, place }: { readonly location: string; readonly place?: string },
      ) => {
        const { lines } = get(number)
        const remaining = [...balances.values()].filter(
          ({ barcode, account, qty }) =>
            qty > 0 &&
            account.kind === 'stock' &&
            account.owner === location &&
            (place === undefined || account.place === place) &&
            !lines.some((line) => line.barcode === barcode && line.source.place === account.place),
        )
        return { first: remaining[0]?.barcode ?? null, n: remaining.length }
      },
      hasPlace: async (_: string, place: string) => place === 'A-01',
    },
    requests: {
      find: async (): Promise<null> => null,
      lock: async (): Promise<null> => null,
      insert: async (_: string, transfer: string) => void requests.push(transfer),
      list: async (): Promise<readonly AdjustmentRequest[]> => [],
    },
    documents: port,
    ledger,
  }
  return {
    // Ports that documents do not use are missing.
    ports: known as unknown as AllPorts,
    balance: (barcode, account) => balances.get(keyOf({ barcode, account })) ?? { qty: 0, reserved: 0 },
    movements,
    requests,
    document: get,
  }
}
