import { expect } from 'vitest'
import type { LineReply } from '#core/wire/documents.ts'
import type { InventoryRecord } from '#core/wire/inventory.ts'
import { CountClerk } from '#tests/support/counts.ts'
import { DumpClerk } from '#tests/support/dumps.ts'
import { ReturnClerk } from '#tests/support/returns.ts'
import { TransferClerk } from '#tests/support/transfers.ts'
import type { Answer, Clerk } from '#tests/support/warehouse.ts'

// Work of the clerks besides issuances, on shared lists of documents: transfers and decisions about them,
// adjustments, dumps out of both storages, returns and counts. A clerk may act on a stale document.

/** Random whole numbers for one piece of work. */
export interface Chance {
  readonly document: number
  readonly line: number
  readonly barcode: number
  /** Whole plants. */
  readonly quantity: number
}
export const otherActs = ['send', 'arrive', 'decide', 'adjust', 'writeOff', 'takeBack', 'count'] as const
export type OtherAct = (typeof otherActs)[number]

const maxOpen = 12
const lineMessages = new RegExp(
  [
    '^(Transfer Line|Dump Log Line|Return Log Line|Count Line) [A-Z]+ successfully$',
    '^Refused: anotherPerson, ',
    '^Insufficient quantity$',
    '^Inventory Not found$',
    '^Quantity cannot be zero$',
    '^Cannot pick when inventory quantity is 0$',
    '^Quantity is more than the \\d+ issued$',
    ' was changed meanwhile: [A-Z]+ \\d+$',
    ' is (not )?on the document( already)?$',
    ' is DUMPED$',
  ].join('|'),
)

export function startOtherWork(barcodes: readonly string[]) {
  const shared = {
    transfers: [] as string[],
    dumps: [] as string[],
    keptDumps: [] as string[],
    returns: [] as string[],
    written: [] as string[],
    counts: [] as string[],
  }
  /** Whole plants that left or came back according to the answers, by line. */
  const reported = {
    dumped: new Map<string, number>(),
    keptDumped: new Map<string, number>(),
    kept: new Map<string, number>(),
    returnedToDump: new Map<string, number>(),
    /** Differences posted by counts. */
    posted: new Map<string, number>(),
  }
  const counts = { answers: 0, refused: 0, requests: 0, recounted: 0, leftByCounts: 0 }

  /** Checks that an answer is one that the app can show, and notes its quantities. */
  function checkAnswer(
    { status, body }: Answer<unknown>,
    lines: readonly LineReply[] | null | undefined,
    into: Map<string, number> | null,
  ) {
    expect([200, 404, 409], JSON.stringify(body)).toContain(status)
    counts.answers += 1
    if (status !== 200) counts.refused += 1
    for (const { Message, ID, Status, Qty } of lines ?? []) {
      expect(Message).toMatch(lineMessages)
      const isGone = Status === 'DUMPED' || Status === 'POSTED'
      if (isGone && Message.endsWith('successfully')) into?.set(ID ?? '', Qty ?? 0)
    }
  }
  const pick = <Item>(items: readonly Item[], number: number): Item | undefined =>
    items[number % Math.max(items.length, 1)]
  /** Returns a shared document, or a new one while there are few. */
  async function findOrCreate(
    list: string[],
    { document }: Chance,
    create: () => Promise<string>,
  ): Promise<string> {
    const found = document % 4 > 0 || list.length >= maxOpen ? pick(list, document) : undefined
    if (found !== undefined) return found
    const created = await create()
    list.push(created)
    return created
  }
  /** Removes a finished document from the list. Some stay, so that others act on them too late. */
  const finish = (list: string[], number: string, { line }: Chance) => {
    const at = list.indexOf(number)
    if (at >= 0 && line % 4 > 0) list.splice(at, 1)
  }

  async function send(clerk: Clerk, chance: Chance) {
    const sender = new TransferClerk(clerk)
    const number = await findOrCreate(shared.written, chance, () => sender.create())
    const barcode = pick(barcodes, chance.barcode) ?? ''
    const ordered = await sender.order(number, barcode, chance.quantity)
    checkAnswer(ordered, ordered.body.TransferLines, null)
    if (chance.line % 2 === 0) return
    for (const line of (await sender.detail(number)).TransferLines) {
      const picked = await sender.step(line, 'PICKED', line.PickQty ?? line.OrderQty ?? 0)
      checkAnswer(picked, picked.body.TransferLines, null)
    }
    // On a transfer that is already shipped, SHIPPED means to undo the receipt of its lines.
    const seen = await sender.detail(number)
    if (seen.TransferHeader?.Status === 'SHIPPED') return
    const shipped = await sender.endWithLines(number, seen.TransferLines, 'SHIPPED')
    checkAnswer(shipped, shipped.body.TransferLines, null)
    if (shipped.status !== 200) return
    shared.transfers.push(number)
    finish(shared.written, number, chance)
  }

  async function arrive(clerk: Clerk, chance: Chance) {
    const number = pick(shared.transfers, chance.document)
    if (number === undefined) return
    const receiver = new TransferClerk(clerk)
    for (const line of (await receiver.detail(number)).TransferLines) {
      const arrived = Math.max(0, (line.PickQty ?? 0) + (chance.quantity % 3) - 1)
      const received = await receiver.step(line, 'RECEIVED', arrived)
      checkAnswer(received, received.body.TransferLines, null)
    }
    const completed = await receiver.end(number, 'RECEIVED')
    checkAnswer(completed, completed.body.TransferLines, null)
    if (completed.status === 200) finish(shared.transfers, number, chance)
  }

  async function decide(clerk: Clerk, chance: Chance) {
    const decider = new TransferClerk(clerk)
    const request = pick(await decider.requests(), chance.document)
    const found = request && (await decider.requestDetail(request))
    const line = found && pick(found.lines, chance.line)
    if (!line) return
    counts.requests += 1
    checkAnswer(
      await decider.decide(found.RequestID, line.LineID, chance.quantity % 2 ? 'ACCEPT' : 'REJECT'),
      [],
      null,
    )
  }

  async function adjust(clerk: Clerk, { barcode, quantity }: Chance, key: string) {
    const counter = new TransferClerk(clerk)
    const to = { TransactionReason: 'OPENING' }
    checkAnswer(await counter.adjust(pick(barcodes, barcode) ?? '', 60 + quantity * 10, to, key), [], null)
  }

  async function writeOff(clerk: Clerk, chance: Chance) {
    const isKept = chance.document % 3 === 0
    const list = isKept ? shared.keptDumps : shared.dumps
    const into = isKept ? reported.keptDumped : reported.dumped
    const dumper = new DumpClerk(clerk, isKept ? 'GROWERSTORAGE' : 'INVENTORY')
    const number = await findOrCreate(list, chance, () => dumper.create())
    const added = await dumper.add(number, pick(barcodes, chance.barcode) ?? '', chance.quantity)
    checkAnswer(added, added.body.InventoryLines, null)
    const { DumpLogLines: lines } = await dumper.detail(number)
    const line = pick(lines, chance.line)
    if (line) {
      const dumped = await dumper.step(line, 'DUMPED', line.DumpQty ?? 0)
      checkAnswer(dumped, dumped.body.InventoryLines, into)
    }
    if (chance.line % 3 > 0) return
    const ended = await dumper.end(number, chance.line % 2 ? 'CANCELLED' : 'DUMPED')
    checkAnswer(ended, ended.body.InventoryLines, into)
    if (ended.status === 200) finish(list, number, chance)
  }

  async function takeBack(clerk: Clerk, chance: Chance) {
    const taker = new ReturnClerk(clerk)
    const number = await findOrCreate(shared.returns, chance, () =>
      taker.create({ InventoryEffect: chance.barcode % 2 ? 'GROWERSTORAGE' : 'DUMP' }),
    )
    const { ReturnHeader: header } = await taker.detail(number)
    const isKept = header?.InventoryEffect === 'GROWERSTORAGE'
    const line = { ReasonCode: isKept ? 'UNSOLD' : 'DISEASE' }
    const own = { InventoryEffect: header?.InventoryEffect }
    const added = await taker.add(number, pick(barcodes, chance.barcode) ?? '', chance.quantity, line, own)
    checkAnswer(added, added.body.InventoryLines, null)
    if (chance.line % 2 === 0) return
    const posted = await taker.post(number)
    checkAnswer(posted, posted.body.InventoryLines, isKept ? reported.kept : reported.returnedToDump)
    if (posted.status === 200) finish(shared.returns, number, chance)
  }

  // Counts a shelf barcode by barcode. The next clerk counts a large difference again. The count is closed
  // once every barcode on the shelf has a line.
  async function count(clerk: Clerk, chance: Chance) {
    const counter = new CountClerk(clerk)
    const number = await findOrCreate(shared.counts, chance, () => counter.create('A-01'))
    const countHeader = { CountNbr: number }
    const shelf = { inventorylocation: 'WAT', commodity: 'STRAW', storagelocation: 'A-01' }
    const { body: records } = await clerk.get<readonly InventoryRecord[]>('plantinventory', shelf)
    const seen = await counter.detail(number)
    const one = pick(barcodes, chance.barcode)
    const found = (barcode: string) => {
      const booked = records.find(({ BarcodeID }) => BarcodeID === barcode)?.Qty ?? 0
      return Math.max(0, booked + (chance.quantity - 5) * (barcode === one ? 4 : 1))
    }
    const wanted = records
      .map(({ BarcodeID }) => BarcodeID)
      .filter((barcode) => !seen.lines.some(({ BarcodeID }) => BarcodeID === barcode))
      .filter((barcode) => chance.line % 3 > 0 || barcode === one)
    const first = (barcode: string) => ({
      ID: null,
      BarcodeID: barcode,
      Status: 'COUNTED',
      CountedQty: found(barcode),
    })
    const counted = await counter.save(countHeader, wanted.map(first))
    checkAnswer(counted, counted.body.CountLines, null)
    for (const line of (await counter.detail(number)).lines.filter(({ Status }) => Status === 'RECOUNT')) {
      const quantity = chance.line % 2 ? (line.CountedQty ?? 0) : found(line.BarcodeID)
      const again = await counter.recount(countHeader, line, 'RECOUNTED', quantity)
      checkAnswer(again, again.body.CountLines, null)
      counts.recounted += again.body.CountLines?.filter(({ Status }) => Status === 'RECOUNTED').length ?? 0
    }
    if (chance.line % 5 === 1) return
    const ended = await counter.save({
      ...countHeader,
      Status: chance.line % 11 === 0 ? 'CANCELLED' : 'CLOSED',
    })
    checkAnswer(ended, [], null)
    const { header, lines } = await counter.detail(number)
    if (header.Status === 'OPEN') return
    finish(shared.counts, number, chance)
    for (const { ID, Status, VarianceQty } of lines) {
      if (Status === 'CLOSED') reported.posted.set(ID ?? '', VarianceQty ?? 0)
      if (Status === 'REQUESTED') counts.leftByCounts += 1
    }
  }

  const acts = { send, arrive, decide, adjust, writeOff, takeBack, count }
  const sum = (quantities: Map<string, number>) =>
    [...quantities.values()].reduce((total, each) => total + each, 0)
  return {
    counts,
    work: (act: OtherAct, clerk: Clerk, chance: Chance, key: string): Promise<void> =>
      acts[act](clerk, chance, key),
    /** Whole plants according to the answers: written off, stored, brought back, and posted by counts. */
    totals: () => ({
      dumped: sum(reported.dumped) + sum(reported.keptDumped) + sum(reported.returnedToDump),
      kept: sum(reported.kept) - sum(reported.keptDumped),
      returned: sum(reported.kept) + sum(reported.returnedToDump),
      posted: sum(reported.posted),
    }),
  }
}
