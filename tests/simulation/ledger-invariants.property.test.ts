import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Issuance } from '#core/kinds/issuance/fields.ts'
import { SECURITY_KEYS } from '#core/wire/security-keys.ts'
import { findBrokenInvariants } from '#tests/support/ledger-invariants.ts'
import {
  type Answer,
  barcodeOf,
  type Clerk,
  giveKeys,
  moreLots,
  openWarehouse,
  type Warehouse,
} from '#tests/support/warehouse.ts'
import { otherActs, startOtherWork } from './other-work.ts'
import { simulationSeed } from './seed.ts'

// Eight clerks do random work of every kind on the same few documents and plants, as fast as the server
// answers. They act on documents as they last read them, so many requests are stale.

// Generous: the machine may run other work at the same time.
const timeoutMs = 600_000
const clients = 8
const stepsEach = 140
const plantsEach = 150
const maxOpen = 20
const first = 101
const barcodes = Array.from({ length: 12 }, (_, index) => barcodeOf(first + index))
const usernames = ['sam.super', 'ada.admin', 'lena.lead', 'pia.picker']

let warehouse: Warehouse
beforeAll(async () => {
  warehouse = await openWarehouse(moreLots(first, barcodes.length, plantsEach))
  for (const username of usernames) await giveKeys(warehouse, username, SECURITY_KEYS)
  await warehouse.database.pool.query(
    "insert into person_location (username, location) values ('pia.picker', 'SAL')",
  )
})
afterAll(() => warehouse.close())

const index = fc.nat({ max: 1_000_000 })
const step = fc.record({
  act: fc.oneof(
    { weight: 3, arbitrary: fc.constant('create') },
    { weight: 9, arbitrary: fc.constant('order') },
    { weight: 4, arbitrary: fc.constant('orderMany') },
    { weight: 4, arbitrary: fc.constant('reorder') },
    { weight: 10, arbitrary: fc.constant('pick') },
    { weight: 3, arbitrary: fc.constant('delete') },
    { weight: 3, arbitrary: fc.constant('edit') },
    { weight: 2, arbitrary: fc.constant('ship') },
    { weight: 7, arbitrary: fc.constant('finish') },
    { weight: 2, arbitrary: fc.constant('cancel') },
    { weight: 14, arbitrary: fc.constantFrom(...otherActs) },
  ),
  document: index,
  line: index,
  barcode: index,
  quantity: fc.oneof(
    { weight: 20, arbitrary: fc.integer({ min: 1, max: 9 }) },
    { weight: 1, arbitrary: fc.constantFrom(0, 60, 1000) },
  ),
  /** How often the request is sent with the same key: a client retries when it lost the answer. */
  times: fc.oneof({ weight: 8, arbitrary: fc.constant(1) }, { weight: 1, arbitrary: fc.constant(2) }),
})
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

const lineMessages = new RegExp(
  [
    '^Inventory Line (RESERVED|PICKED|SHIPPED|CANCELLED) successfully$',
    '^Insufficient quantity$',
    '^Quantity cannot be zero$',
    ' is (not )?on the document( already)?$',
  ].join('|'),
)

test(`${clients} clerks at ${stepsEach} steps each never break the ledger`, {
  timeout: timeoutMs,
}, async () => {
  const seed = simulationSeed()
  const tags: string[] = []
  const others = startOtherWork(barcodes)
  const counts = { answers: 0, refused: 0, insufficient: 0, shipped: 0 }
  const shippedLines = new Map<string, number>()
  const scripts = Array.from({ length: clients }, (_, client) =>
    fc.sample(step, { seed: seed + client, numRuns: stepsEach }),
  )

  const note = (answer: Answer<Issuance['Reply']>) => {
    expect([200, 404, 409], JSON.stringify(answer.body)).toContain(answer.status)
    counts.answers += 1
    if (answer.status !== 200) counts.refused += 1
    for (const { Message, ID, Status, Qty } of answer.body.InventoryLines ?? []) {
      expect(Message).toMatch(lineMessages)
      if (Message === 'Insufficient quantity') counts.insufficient += 1
      if (Status === 'SHIPPED') shippedLines.set(ID ?? '', Qty ?? 0)
    }
  }

  const work = async (client: number) => {
    const clerk = warehouse.clerk(usernames[client % usernames.length] ?? '')
    const seen = new Map<string, Issuance['Detail']>()
    for (const [count, next] of (scripts[client] ?? []).entries()) {
      const key = `${seed}-${client}-${count}`
      const other = otherActs.find((act) => act === next.act)
      if (other) {
        await others.work(other, clerk, next, key)
        expect(await findBrokenInvariants(warehouse.database.pool, barcodes)).toEqual([])
        continue
      }
      const tag = tags[next.document % Math.max(tags.length, 1)]
      const known = (tag !== undefined && seen.get(tag)) || null
      const answer =
        next.act === 'finish' && tag !== undefined
          ? await finish(clerk, tag, key)
          : await sendWithRepeats(next, () => act(clerk, next, tag, known, key))
      note(answer)
      const { TagNbr } = answer.body
      if (TagNbr && TagNbr !== tag && !tags.includes(TagNbr)) tags.push(TagNbr)
      // Some finished documents stay on the list, so that others act on them too late.
      const finished = answer.status === 200 && ['finish', 'ship', 'cancel'].includes(next.act)
      if ((finished || tags.length > maxOpen) && next.line % 4 > 0) tags.splice(tags.indexOf(tag ?? ''), 1)
      // Reads the document again only now and then: most steps use a stale copy.
      if (tag !== undefined && (!known || next.line % 2 === 0)) seen.set(tag, await clerk.detail(tag))
      const touched = [barcodes[next.barcode % barcodes.length] ?? '']
      expect(await findBrokenInvariants(warehouse.database.pool, touched)).toEqual([])
    }
  }

  try {
    await Promise.all(Array.from({ length: clients }, (_, client) => work(client)))
    expect(await findBrokenInvariants(warehouse.database.pool)).toEqual([])
    const { rows } = await warehouse.database.pool.query<{ kind: string; sum: string }>(
      'select kind, sum(qty) from balance where barcode = any ($1) group by kind order by kind',
      [barcodes],
    )
    const sums = Object.fromEntries(rows.map(({ kind, sum }) => [kind, Number(sum)]))
    counts.shipped = [...shippedLines.values()].reduce((total, quantity) => total + quantity, 0)
    // The plants that left the shelves equal the answered totals: shipped, written off and brought back.
    const { dumped, kept, returned, posted } = others.totals()
    expect(sums).toMatchObject({
      issued: counts.shipped - returned,
      dumped,
      'grower-storage': kept,
      opening: -barcodes.length * plantsEach,
    })
    const byCounts = await warehouse.database.pool.query<{ n: string; sum: string }>(
      `select count(*) as n, sum(case to_kind when 'stock' then qty else -qty end) from movement
        where document_kind = 'count'`,
    )
    expect(Number(byCounts.rows[0]?.sum ?? 0)).toBe(posted)
    // The run is meaningful only if plants moved every way and clerks got in conflict.
    expect(Object.keys(sums)).toEqual(expect.arrayContaining(['transit', 'adjusted', 'stock']))
    for (const number of [
      counts.shipped,
      dumped,
      kept,
      returned,
      others.counts.refused,
      others.counts.requests,
      others.counts.recounted,
      others.counts.leftByCounts,
      Number(byCounts.rows[0]?.n),
    ]) {
      expect(number).toBeGreaterThan(0)
    }
    expect(counts.refused).toBeGreaterThan(0)
    expect(counts.insufficient).toBeGreaterThan(0)
  } catch (error) {
    throw new Error(`SIMULATION_SEED=${seed}: ${String(error)}`, { cause: error })
  }
})

// Sends a request once, or twice at the same time. A repeat gets the first answer or 'request in progress'.
async function sendWithRepeats(
  { times }: Step,
  send: () => Promise<Answer<Issuance['Reply']>>,
): Promise<Answer<Issuance['Reply']>> {
  const all = await Promise.all(Array.from({ length: times }, send))
  const [original, ...repeated] = all.filter((answer) => !isUnderWay(answer))
  if (!original) throw new Error('Nobody was told anything')
  for (const answer of repeated) expect(answer.body).toEqual(original.body)
  return original
}

const isUnderWay = ({ body }: Answer<unknown>) => JSON.stringify(body).includes('request_in_progress')

function act(
  clerk: Clerk,
  next: Step,
  tag: string | undefined,
  known: Issuance['Detail'] | null,
  key: string,
): Promise<Answer<Issuance['Reply']>> {
  const { quantity } = next
  const header = { TagNbr: tag, Status: 'RESERVED', ...destinationOf(known) }
  const barcode = (offset: number) => barcodes[(next.barcode + offset) % barcodes.length] ?? ''
  const added = (offset: number) => ({
    ID: null,
    BarcodeID: barcode(offset),
    Status: 'RESERVED',
    OrderQty: quantity,
    StorageLocation: 'A-01',
  })
  const lines = known?.InventoryLines ?? []
  const line = lines[next.line % Math.max(lines.length, 1)]
  const changed = (own: Issuance['Line'], Status: 'RESERVED' | 'PICKED') => ({
    ID: own.ID,
    BarcodeID: own.BarcodeID,
    Status,
    [Status === 'PICKED' ? 'PickQty' : 'OrderQty']: quantity,
  })
  if (tag === undefined || next.act === 'create') return clerk.save({}, [], key)
  if (next.act === 'cancel') return clerk.save({ ...header, Status: 'CANCELLED' }, [], key)
  if (next.act === 'edit') return clerk.save({ ...header, Comments: `Comment ${quantity}` }, [], key)
  if (next.act === 'orderMany') return clerk.save(header, [0, 1, 2, 3].map(added), key)
  if (next.act === 'ship') {
    const sent = lines.map(({ ID, BarcodeID }) => ({ ID, BarcodeID, Status: 'SHIPPED' }))
    return clerk.save({ ...header, Status: 'SHIPPED' }, sent, key)
  }
  if (!line || next.act === 'order') return clerk.save(header, [added(0)], key)
  if (next.act === 'delete') {
    const query = new URLSearchParams({ id: line.ID ?? '', tagnbr: tag })
    return clerk.call('DELETE', `issuancedetail?${query}`, { key })
  }
  if (next.act === 'reorder') return clerk.save(header, [changed(line, 'RESERVED')], key)
  // Pickers pick the lines that they see, sometimes with another quantity than was ordered.
  const picked = next.quantity % 3 === 0 ? [changed(line, 'PICKED')] : lines.map(pickAsOrdered)
  return clerk.save(header, picked, key)
}

// Picks everything on a document and ships it, while others keep changing the document.
async function finish(clerk: Clerk, tag: string, key: string): Promise<Answer<Issuance['Reply']>> {
  const { IssuanceHeader: header, InventoryLines: lines } = await clerk.detail(tag)
  await clerk.save({ TagNbr: tag, Status: 'RESERVED' }, lines.map(pickAsOrdered), `${key}-pick`)
  const sent = lines.map(({ ID, BarcodeID }) => ({ ID, BarcodeID, Status: 'SHIPPED' }))
  return clerk.save({ TagNbr: tag, IssueToNbr: header?.IssueToNbr, Status: 'SHIPPED' }, sent, `${key}-ship`)
}

const pickAsOrdered = ({ ID, BarcodeID, OrderQty }: Issuance['Line']) => ({
  ID,
  BarcodeID,
  Status: 'PICKED',
  PickQty: OrderQty,
})

const destinationOf = (known: Issuance['Detail'] | null) =>
  known?.IssuanceHeader ? { IssueToNbr: known.IssuanceHeader.IssueToNbr } : {}
