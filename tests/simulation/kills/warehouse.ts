// Fills a warehouse with enough plants of every kind for clerks whose servers or databases are killed.

import { type Account, issuedAccount, stockAccount } from '#core/kinds/accounts.ts'
import { SECURITY_KEYS } from '#core/wire/security-keys.ts'
import type { Database } from '#server/database/database.ts'
import { signIn, type Tokens } from '#tests/support/sign-in.ts'
import { barcodeOf, Clerk, fillWarehouse, giveKeys, moreLots } from '#tests/support/warehouse.ts'
import { foundBy, shelfOf } from '../rounds-of-work.ts'

/** Number of clients that work at the same time. */
export const clients = 6
const first = 101
const plantsEach = 1_000_000
const usernames = ['sam.super', 'ada.admin', 'lena.lead', 'pia.picker']

/** The account that adjustments change. */
export const correctedAccount = stockAccount('SAL', 'C-01')
/** The account of a shelf that counts change. */
export function shelfAccount(shelf: string): Account {
  return stockAccount('WAT', shelf)
}

/** The two barcodes of a client. Each group of kills has its own, so that a check reads few rows. */
export function barcodesOf(group: number, client: number): readonly [string, string] {
  const number = first + (group * clients + client) * 2
  return [barcodeOf(number), barcodeOf(number + 1)]
}

/** Fills an empty database for this number of groups. */
export async function fillForKills(database: Database, groups: number): Promise<void> {
  const numbers = Array.from({ length: groups * clients }, (_, at) => first + at * 2)
  const lots = moreLots(first, groups * clients * 2, plantsEach)
  const account = issuedAccount('Grower', 'G1')
  await fillWarehouse(database, [
    ...lots,
    // Plants for returns, for counts, and for adjustments at the other location.
    ...lots.map((lot) => ({ ...lot, account })),
    ...numbers.flatMap((number) =>
      moreLots(number, 2, foundBy(0)).map((lot) => ({
        ...lot,
        account: shelfAccount(shelfOf(barcodeOf(number))),
      })),
    ),
    ...numbers.flatMap((number) =>
      moreLots(number, 1, 0).map((lot) => ({ ...lot, account: correctedAccount })),
    ),
  ])
  for (const username of usernames) await giveKeys({ database }, username, SECURITY_KEYS)
  await database.pool.query("insert into person_location (username, location) values ('pia.picker', 'SAL')")
}

/** The clerks of all clients. `address` returns the current address of the server. */
export function openClerks(address: () => string) {
  const tokens = new Map<string, Tokens>()
  const call = (
    username: string | undefined,
    method: string,
    path: string,
    options: { body?: unknown; key?: string } = {},
  ) =>
    fetch(`${address()}/api/${path}`, {
      method,
      headers: {
        authorization: `Bearer ${tokens.get(username ?? '')?.accessToken}`,
        'content-type': 'application/json',
        ...(options.key !== undefined && { 'idempotency-key': options.key }),
      },
      ...(options.body !== undefined && { body: JSON.stringify(options.body) }),
    })
  const clerks = usernames.map((username) => new Clerk({ call }, username))
  return {
    /** Signs in every user who has no token yet. */
    signIn: async () => {
      for (const username of usernames) {
        if (!tokens.has(username)) tokens.set(username, await signIn(address(), username))
      }
    },
    clerkOf: (client: number): Clerk => {
      const clerk = clerks[client % clerks.length]
      if (!clerk) throw new Error('There are clerks for every client')
      return clerk
    },
  }
}
