// Accounts and movements in memory, behind the domain's ports. The domain posts months of work here in a
// fraction of a second; the loader then writes the result in a few statements.
import { type Account, isContra } from '#core/kinds/accounts.ts'
import type { AccountOf, Balance, LedgerPort, Movement } from '#server/domain/ledger.ts'
import type { PlantFacts, StockPort } from '#server/domain/stock.ts'

interface PostedMovement extends Movement {
  /** ISO 8601. */
  readonly at: string
}

export interface Book {
  readonly ledger: LedgerPort
  readonly stock: Pick<StockPort, 'find' | 'record'>
  /** Sets the time of all later movements, ISO 8601. */
  readonly setTime: (moment: string) => void
  readonly plants: () => readonly PlantFacts[]
  readonly balances: () => readonly Balance[]
  /** Oldest first. */
  readonly movements: () => readonly PostedMovement[]
}

export function openBook(): Book {
  const plants = new Map<string, PlantFacts>()
  /** By barcode and account. */
  const balances = new Map<string, Map<string, Balance>>()
  const movements: PostedMovement[] = []
  let moment = ''

  const accountsOf = (barcode: string) => {
    const known = balances.get(barcode) ?? new Map<string, Balance>()
    balances.set(barcode, known)
    return known
  }
  const put = (balance: Balance) => accountsOf(balance.barcode).set(keyOf(balance.account), balance)
  const get = ({ barcode, account }: AccountOf) => balances.get(barcode)?.get(keyOf(account))

  return {
    ledger: {
      lock: async (giving, receiving) => {
        for (const of of receiving) if (!get(of)) put({ ...of, qty: 0, reserved: 0 })
        return [...giving, ...receiving].flatMap((of) => get(of) ?? [])
      },
      netInflows: async (watched) => ({
        latest: movements.length,
        went: watched.map((each) => ({ ...each, qty: netInflow(each, movements.slice(each.since)) })),
      }),
      write: async (changed, posted) => {
        for (const balance of changed) put(balance)
        for (const movement of posted) movements.push({ ...movement, at: moment })
      },
    },
    stock: {
      record: async (recorded) => {
        for (const plant of recorded) if (!plants.has(plant.barcode)) plants.set(plant.barcode, plant)
      },
      find: async (barcodes, { kind, owner }) =>
        barcodes.flatMap((barcode) => {
          const plant = plants.get(barcode)
          if (!plant) return []
          const ownedBalances = [...accountsOf(barcode).values()]
            .filter(({ account }) => account.kind === kind && account.owner === owner)
            .sort((one, other) => other.qty - other.reserved - (one.qty - one.reserved))
          return [
            {
              barcode,
              commodity: plant.commodity,
              accounts: ownedBalances.map(({ account }) => account),
              stocked: ownedBalances.filter(({ qty }) => qty > 0).map(({ account }) => account),
            },
          ]
        }),
    },
    setTime: (next) => {
      moment = next
    },
    plants: () => [...plants.values()],
    balances: () => [...balances.values()].flatMap((accounts) => [...accounts.values()]),
    movements: () => movements.toSorted((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0)),
  }
}

// Plants added to an account minus those removed. Corrections are excluded.
function netInflow({ barcode, account }: AccountOf, movements: readonly Movement[]): number {
  const key = keyOf(account)
  return movements.reduce((sum, { from, to, qty, ...movement }) => {
    if (movement.barcode !== barcode || isContra(from) || isContra(to)) return sum
    return sum + (keyOf(to) === key ? qty : keyOf(from) === key ? -qty : 0)
  }, 0)
}

const keyOf = ({ kind, owner, place }: Account): string => JSON.stringify([kind, owner, place])
