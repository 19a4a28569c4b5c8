// Verifies the hash chains of the movements (docs/stock-ledger.md, Hash chains).
// Hashes are computed here, because an attacker who edits rows could also replace a database function.
import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Database } from './database.ts'
import type { Transaction } from './transaction.ts'

/** A chain fault: a changed, added or missing movement, or a wrong chain end. */
export type ChainFault =
  | { readonly what: 'changed' | 'added'; readonly barcode: string; readonly movement: string }
  | { readonly what: 'missing'; readonly barcode: string; readonly from: number; readonly to: number }
  /** Every movement is valid, but the stored chain end does not match the last one. */
  | { readonly what: 'end'; readonly barcode: string }

/** The state of all chains at a time: the id of the last movement, and a hash over all chain ends. */
export interface ChainMark {
  readonly movement: number
  readonly hash: string
}

export interface ChainVerification {
  readonly movements: number
  readonly lots: number
  readonly faults: readonly ChainFault[]
  /** Store it outside the database for the next check. */
  readonly mark: ChainMark
  /** Whether the chains up to the given mark still match it; undefined if no mark was given. */
  readonly matchesMark: boolean | undefined
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
const barcodesPerQuery = 500

/** Verifies all chains in one snapshot while the server runs. `since`: the mark of an earlier check. */
export async function verifyChains(
  database: Pick<Database, 'transaction'>,
  since?: ChainMark,
): Promise<ChainVerification> {
  const latest = await database.transaction(latestMovement)
  return database.transaction(async (transaction) => {
    await transaction.execute(sql`set transaction isolation level repeatable read, read only`)
    const faults: ChainFault[] = []
    const [latestEnds, markedEnds] = [new ChainEnds(latest), new ChainEnds(since?.movement ?? 0)]
    let movements = 0
    let lots = 0
    for (let after = ''; ; ) {
      const { rows: ends } = await transaction.execute<End>(
        sql`select barcode, movements, hash from movement_chain where barcode > ${after} order by barcode limit ${barcodesPerQuery}`,
      )
      const last = ends.length === barcodesPerQuery ? ends.at(-1)?.barcode : undefined
      const chains = chainsOf(ends, await movementsBetween(transaction, after, last))
      for (const [barcode, chain] of chains) {
        lots += 1
        movements += chain.rows.length
        faults.push(...faultsOf(barcode, chain))
        latestEnds.add(chain.rows)
        markedEnds.add(chain.rows)
      }
      if (last === undefined) break
      after = last
    }
    return {
      movements,
      lots,
      faults,
      mark: { movement: latest, hash: latestEnds.hash() },
      matchesMark: since && markedEnds.hash() === since.hash,
    }
  })
}

// Reads the last movement under a lock, so that no earlier movement can commit afterwards.
async function latestMovement(transaction: Transaction): Promise<number> {
  await transaction.execute(sql`lock table movement in share mode`)
  const { rows } = await transaction.execute<{ latest: string }>(
    sql`select coalesce(max(id), 0) as latest from movement`,
  )
  return Number(rows[0]?.latest)
}

// `parts` has the order of the SQL function movement_hash.
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
  // After a gap the previous hash is unknown, so the check resumes with the next movement.
  let isPreviousKnown = true
  for (const row of rows) {
    const position = Number(row.position)
    if (position < next || position > written) {
      faults.push({ what: 'added', barcode, movement: row.id })
      continue
    }
    if (position > next) {
      faults.push({ what: 'missing', barcode, from: next, to: position - 1 })
      isPreviousKnown = false
    }
    if (isPreviousKnown && !hashOf(row, previous).equals(row.hash)) {
      faults.push({ what: 'changed', barcode, movement: row.id })
    }
    next = position + 1
    previous = row.hash
    isPreviousKnown = true
  }
  if (next <= written) faults.push({ what: 'missing', barcode, from: next, to: written })
  if (faults.length === 0 && !end?.hash.equals(previous)) faults.push({ what: 'end', barcode })
  return faults
}

function hashOf({ parts }: Row, previous: Buffer): Buffer {
  // Counts characters, as PostgreSQL does.
  const text = parts.map((part) => (part === null ? '-' : `${[...part].length}:${part}`)).join('')
  return createHash('sha256').update(previous).update(text).digest()
}

// Hashes the ends of all chains as they were at a movement.
class ChainEnds {
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
    // Hash ends one by one: joined, the ends of millions of lots exceed the maximum string length.
    for (const end of this.#ends.toSorted()) all.update(end)
    return all.digest('hex')
  }
}
