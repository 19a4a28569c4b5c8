// Checks the hash chains of the movements (docs/stock-ledger.md, Hash chains). The hashes are computed here:
// a function of the database could be replaced by whoever changes its rows.
import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Database } from './database.ts'
import type { Transaction } from './transaction.ts'

/** What is wrong in a chain: a movement's content or order, some that are gone, or one too many. */
export type ChainFault =
  | { readonly what: 'changed' | 'added'; readonly barcode: string; readonly movement: string }
  | { readonly what: 'missing'; readonly barcode: string; readonly from: number; readonly to: number }
  /** No movement of the barcode is wrong by itself, and the chain does not end with them. */
  | { readonly what: 'end'; readonly barcode: string }

/** The state of all chains at a time: the last movement of all, and a hash over the end of each chain. */
export interface ChainMark {
  readonly movement: number
  readonly hash: string
}

export interface ChainsVerified {
  readonly movements: number
  readonly lots: number
  readonly faults: readonly ChainFault[]
  /** To be kept outside of the database, for the next check. */
  readonly mark: ChainMark
  /** Whether the chains, up to the given mark, are those that it was taken of; undefined: none was given. */
  readonly asMarked: boolean | undefined
}

interface Row extends Record<string, unknown> {
  barcode: string
  id: string
  position: string
  hash: Buffer
  parts: (string | null)[]
}
interface End extends Record<string, unknown> {
  barcode: string
  movements: number
  hash: Buffer
}

// Barcodes per query.
const slice = 500

/**
 * Walks all chains in slices, in one snapshot; the server may work meanwhile. `since` is the mark of an
 * earlier check.
 */
export async function verifyChains(
  database: Pick<Database, 'transaction'>,
  since?: ChainMark,
): Promise<ChainsVerified> {
  const latest = await database.transaction(latestMovement)
  return database.transaction(async (transaction) => {
    await transaction.execute(sql`set transaction isolation level repeatable read, read only`)
    const faults: ChainFault[] = []
    const [now, then] = [new Marks(latest), new Marks(since?.movement ?? 0)]
    let movements = 0
    let lots = 0
    for (let after = ''; ; ) {
      const { rows: ends } = await transaction.execute<End>(
        sql`select barcode, movements, hash from movement_chain where barcode > ${after} order by barcode limit ${slice}`,
      )
      const last = ends.length === slice ? ends.at(-1)?.barcode : undefined
      const chains = chainsOf(ends, await movementsBetween(transaction, after, last))
      for (const [barcode, chain] of chains) {
        lots += 1
        movements += chain.rows.length
        faults.push(...faultsOf(barcode, chain))
        now.add(chain.rows)
        then.add(chain.rows)
      }
      if (last === undefined) break
      after = last
    }
    return {
      movements,
      lots,
      faults,
      mark: { movement: latest, hash: now.hash() },
      asMarked: since && then.hash() === since.hash,
    }
  })
}

// The last movement, while nobody writes one: all before it are committed or will never be.
async function latestMovement(transaction: Transaction): Promise<number> {
  await transaction.execute(sql`lock table movement in share mode`)
  const { rows } = await transaction.execute<{ latest: string }>(
    sql`select coalesce(max(id), 0) as latest from movement`,
  )
  return Number(rows[0]?.latest)
}

// The parts in the order of the function movement_hash.
async function movementsBetween(transaction: Transaction, after: string, last: string | undefined) {
  const time = (column: string) =>
    sql`to_char(${sql.identifier(column)} at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US')`
  const { rows } = await transaction.execute<Row>(sql`
    select barcode, id, position, hash, array[position::text, id::text, ${time('at')}, by, barcode,
      from_kind, from_owner, from_place, to_kind, to_owner, to_place, qty::text, reason,
      document_kind, document_number::text, line_id::text, ${time('claimed_at')}] as parts
    from movement where barcode > ${after} and ${last === undefined ? sql`true` : sql`barcode <= ${last}`}
    order by barcode, position, id`)
  return rows
}

interface Chain {
  readonly end: End | undefined
  readonly rows: Row[]
}

function chainsOf(ends: readonly End[], rows: readonly Row[]): Map<string, Chain> {
  const chains = new Map<string, Chain>(ends.map((end) => [end.barcode, { end, rows: [] }]))
  for (const row of rows) {
    const chain = chains.get(row.barcode) ?? { end: undefined, rows: [] }
    chain.rows.push(row)
    chains.set(row.barcode, chain)
  }
  return chains
}

function faultsOf(barcode: string, { end, rows }: Chain): ChainFault[] {
  const faults: ChainFault[] = []
  const written = end?.movements ?? 0
  let next = 1
  let previous: Buffer = Buffer.alloc(0)
  // After a gap the hash before is unknown: what follows is checked from the next movement on.
  let known = true
  for (const row of rows) {
    const position = Number(row.position)
    if (position < next || position > written) {
      faults.push({ what: 'added', barcode, movement: row.id })
      continue
    }
    if (position > next) {
      faults.push({ what: 'missing', barcode, from: next, to: position - 1 })
      known = false
    }
    if (known && !hashOf(row, previous).equals(row.hash)) {
      faults.push({ what: 'changed', barcode, movement: row.id })
    }
    next = position + 1
    previous = row.hash
    known = true
  }
  if (next <= written) faults.push({ what: 'missing', barcode, from: next, to: written })
  if (faults.length === 0 && !end?.hash.equals(previous)) faults.push({ what: 'end', barcode })
  return faults
}

function hashOf({ parts }: Row, previous: Buffer): Buffer {
  // Lengths in characters, as PostgreSQL counts them.
  const text = parts.map((part) => (part === null ? '-' : `${[...part].length}:${part}`)).join('')
  return createHash('sha256').update(previous).update(text).digest()
}

// The ends of all chains as they were at a movement.
class Marks {
  readonly #until: number
  readonly #ends: string[] = []

  constructor(until: number) {
    this.#until = until
  }

  add(rows: readonly Row[]): void {
    const last = rows.findLast(({ id }) => Number(id) <= this.#until)
    if (last) this.#ends.push(`${last.barcode} ${last.position} ${last.hash.toString('hex')}\n`)
  }

  hash(): string {
    const all = createHash('sha256')
    // One by one: the ends of some millions of lots are longer than a string may be.
    for (const end of this.#ends.toSorted()) all.update(end)
    return all.digest('hex')
  }
}
