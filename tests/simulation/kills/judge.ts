// Compares the database with the answers that clients got, by SQL of its own instead of the server's.
import type { Pool } from 'pg'
import { type Answered, answeredNumber, foundBy } from '../rounds-of-work.ts'
import type { Sent } from './journal.ts'
import { correctedAccount, shelfAccount } from './warehouse.ts'

/** The findings, a sentence each. */
export interface Verdict {
  /** Answered, but not in the database. */
  readonly lost: readonly string[]
  /** In the database more than once. */
  readonly doubled: readonly string[]
  /** Stored in part, or stored without its idempotency key. */
  readonly half: readonly string[]
  /** The keys of recent requests that the database has: what was applied, answered or not. */
  readonly applied: ReadonlySet<string>
}

interface Found {
  readonly number: string
  readonly status: string
  readonly lines: readonly string[]
  /** Number of plants in its movements. */
  readonly moved: number
}

/**
 * Compares the database with all requests so far (`all`, in the order of each client), and the documents of
 * `recent` one by one.
 */
export async function judge(
  pool: Pick<Pool, 'query'>,
  all: readonly Sent[],
  recent: readonly Sent[],
): Promise<Verdict> {
  const lost: string[] = []
  const doubled: string[] = []
  const half: string[] = []
  const stored = await storedAnswers(pool, recent)
  const answers = new Map<Sent, Answered>()
  for (const sent of recent) {
    const storedAnswer = stored.get(sent.key)
    if (sent.answer && storedAnswer !== JSON.stringify(sent.answer.body))
      lost.push(`${name(sent)}: ${storedAnswer ?? 'no key'}`)
    if (storedAnswer !== undefined) answers.set(sent, JSON.parse(storedAnswer) as Answered)
  }
  const isDone = (sent: Sent) => answers.has(sent) || sent.answer !== undefined

  const plants = plantsMoved(all, isDone)
  const documents = grouped(
    recent.filter((sent) => sent.kind !== 'adjustment' && numberOf(sent, answers) !== null),
    (sent) => numberOf(sent, answers) ?? '',
  )
  const found = await findDocuments(pool, [...documents.keys()])
  for (const [number, steps] of documents) {
    const done = steps.filter(isDone)
    const last = done.at(-1)
    if (!last) continue
    const document = found.get(number)
    const moved = done.reduce((sum, step) => sum + (plants.get(step) ?? 0), 0)
    const text = `${name(last)}: ${JSON.stringify(document)}, not ${last.status} ${last.to} ${moved}`
    if (!document) lost.push(text)
    else if (document.moved > moved) doubled.push(text)
    else if (!isAt(document, last) || document.moved < moved) {
      // Half done also means: the next step was applied without its idempotency key.
      const next = steps.find((step) => !isDone(step))
      const isWhole = document.lines.length === 2 && new Set(document.lines).size === 1
      ;(isWhole && !(next && isAt(document, next)) ? lost : half).push(text)
    }
  }

  for (const [kind, count, storedCount] of await countDocuments(pool, all, isDone)) {
    if (storedCount > count)
      doubled.push(`${storedCount} documents of the kind ${kind}, and ${count} were created`)
    if (storedCount < count)
      lost.push(`${storedCount} documents of the kind ${kind}, and ${count} were created`)
  }
  for (const [barcode, is, to] of await compareCorrections(pool, recent, isDone)) {
    if (is !== to) lost.push(`${barcode} was corrected to ${to}, and has ${is}`)
  }
  for (const [shelf, is, to] of await compareShelves(pool, recent, isDone)) {
    if (is !== to) lost.push(`${shelf} was counted with ${to}, and has ${is}`)
  }
  return { lost, doubled, half, applied: new Set(stored.keys()) }
}

const isAt = ({ status, lines }: Found, step: Sent) =>
  status === step.status && lines.length === 2 && lines.every((line) => line === step.to)
const name = ({ kind, step, number, key }: Sent) => `${kind} ${number ?? ''} ${step} (${key})`
const numberOf = (sent: Sent, answers: ReadonlyMap<Sent, Answered>) =>
  sent.number ?? answeredNumber(sent.kind, answers.get(sent) ?? sent.answer?.body)
const headerShelf = ({ body }: Sent) => (body as { CountHeader?: { Shelf: string } }).CountHeader?.Shelf ?? ''
const countedIn = ({ body }: Sent) =>
  (body as { CountLines?: readonly { CountedQty: number }[] }).CountLines?.[0]?.CountedQty ?? 0

function grouped(sent: readonly Sent[], by: (one: Sent) => string): ReadonlyMap<string, readonly Sent[]> {
  const groups = new Map<string, Sent[]>()
  for (const one of sent) {
    const group = groups.get(by(one))
    if (group) group.push(one)
    else groups.set(by(one), [one])
  }
  return groups
}

async function storedAnswers(pool: Pick<Pool, 'query'>, recent: readonly Sent[]) {
  const { rows } = await pool.query<{ key: string; answer: string }>(
    'select key, answer from idempotency_key where status = 200 and key = any ($1)',
    [recent.map(({ key }) => key)],
  )
  return new Map(rows.map(({ key, answer }) => [key, answer]))
}

// Plants that each applied step has moved: one of each of two barcodes; for a count the difference.
function plantsMoved(all: readonly Sent[], isDone: (sent: Sent) => boolean): ReadonlyMap<Sent, number> {
  const moving = new Set(['issuance ship', 'transfer ship', 'transfer complete', 'dump dump', 'return post'])
  const moved = new Map<Sent, number>()
  for (const sent of all.filter(isDone)) {
    if (moving.has(`${sent.kind} ${sent.step}`)) moved.set(sent, 2)
  }
  const shelves = new Map<string, number>()
  for (const { close, shelf, found } of closedCounts(all, isDone)) {
    moved.set(close, 2 * Math.abs(found - (shelves.get(shelf) ?? foundBy(0))))
    shelves.set(shelf, found)
  }
  return moved
}

// The closed counts in their order. A client creates a count and closes it before its next work.
function closedCounts(all: readonly Sent[], isDone: (sent: Sent) => boolean) {
  const created = new Map<string, number>()
  const closed: { readonly close: Sent; readonly shelf: string; readonly found: number }[] = []
  for (const sent of all) {
    if (sent.kind !== 'count' || !isDone(sent)) continue
    const shelf = headerShelf(sent)
    if (sent.step === 'create') created.set(shelf, countedIn(sent))
    else closed.push({ close: sent, shelf, found: created.get(shelf) ?? 0 })
  }
  return closed
}

async function findDocuments(pool: Pick<Pool, 'query'>, numbers: readonly string[]) {
  const { rows } = await pool.query<Found>(
    `select number::text, status,
       array(select status from document_line as line where line.number = document.number order by id) as lines,
       (select coalesce(sum(qty), 0)::int from movement where document_number = document.number) as moved
     from document where number = any ($1::int[])`,
    [numbers],
  )
  return new Map(rows.map((row) => [row.number, row]))
}

async function countDocuments(
  pool: Pick<Pool, 'query'>,
  all: readonly Sent[],
  isDone: (sent: Sent) => boolean,
): Promise<readonly (readonly [string, number, number])[]> {
  const { rows } = await pool.query<{ kind: string; there: number }>(
    'select kind, count(*)::int as there from document group by kind',
  )
  const created = grouped(
    all.filter((sent) => sent.step === 'create' && isDone(sent)),
    ({ kind }) => kind,
  )
  const kinds = new Set([...created.keys(), ...rows.map(({ kind }) => kind)])
  return [...kinds].map((kind) => [
    kind,
    created.get(kind)?.length ?? 0,
    rows.find((row) => row.kind === kind)?.there ?? 0,
  ])
}

async function compareCorrections(
  pool: Pick<Pool, 'query'>,
  recent: readonly Sent[],
  isDone: (sent: Sent) => boolean,
): Promise<readonly (readonly [string, number, number])[]> {
  const corrected = recent.filter((sent) => sent.kind === 'adjustment' && isDone(sent))
  const last = new Map(
    corrected.map(({ body, to }) => [(body as { BarcodeID: string }).BarcodeID, Number(to)]),
  )
  const { kind, owner, place } = correctedAccount
  const { rows } = await pool.query<{ barcode: string; qty: number }>(
    `select barcode, qty::int from balance
     where (kind, owner, place) = ($1, $2, $3) and barcode = any ($4)`,
    [kind, owner, place, [...last.keys()]],
  )
  const is = new Map(rows.map(({ barcode, qty }) => [barcode, qty]))
  return [...last].map(([barcode, to]) => [barcode, is.get(barcode) ?? 0, to])
}

async function compareShelves(
  pool: Pick<Pool, 'query'>,
  recent: readonly Sent[],
  isDone: (sent: Sent) => boolean,
): Promise<readonly (readonly [string, number, number])[]> {
  const last = new Map(closedCounts(recent, isDone).map(({ shelf, found }) => [shelf, found]))
  const { kind, owner } = shelfAccount('')
  const { rows } = await pool.query<{ place: string; least: number; most: number }>(
    `select place, min(qty)::int as least, max(qty)::int as most from balance
     where (kind, owner) = ($1, $2) and place = any ($3) group by place`,
    [kind, owner, [...last.keys()]],
  )
  const is = new Map(rows.map(({ place, least, most }) => [place, least === most ? least : Number.NaN]))
  return [...last].map(([shelf, to]) => [shelf, is.get(shelf) ?? Number.NaN, to])
}
