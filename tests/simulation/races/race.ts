// People at two servers on one database race for the same plants and on the same documents. Each pair shares
// a document: both order the same hot lots, pick the same lines with other quantities, and end it, one
// shipping and one cancelling, all at the same moment. Some requests go out twice with one key, to both
// servers at once.
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { kinds } from '#core/kinds/index.ts'
import type { Issuance } from '#core/kinds/issuance/fields.ts'
import { isSuccess } from '#core/wire/reply-messages.ts'
import { type Answer, barcodeOf, type Clerk } from '#tests/support/warehouse.ts'
import type { Random } from '../outbox/random.ts'

/** The hot lots: all pairs want their plants. */
export const HOT_LOTS = [201, 202, 203].map(barcodeOf)
/** Plants of each at the beginning: they run out before the end of a race of 10,000. */
export const PLANTS_EACH = 5_000
// Plants of a line.
const most = 120

type Reply = Partial<Issuance['Reply']>

/** A change that was sent, and what came back. */
export interface Raced {
  readonly key: string
  readonly username: string
  readonly step: 'create' | 'order' | 'pick' | 'delete' | 'ship' | 'cancel'
  readonly tag: string
  readonly status: number
  readonly body: Reply
  /** Was it done? */
  readonly isDone: boolean
}

/** What a race came to so far. */
export interface Race {
  readonly raced: Raced[]
  /** Requests that went to both servers with one key; those whose answers were not the same. */
  twins: number
  readonly unequal: string[]
}

/** A person signed in at both servers, who usually works at the first of these. */
export type Racer = readonly [Clerk, Clerk]

/** Lets one pair race through a document; adds to `race` what it sent. */
export async function raceOnDocument(
  pair: readonly [Racer, Racer],
  race: Race,
  random: Random,
): Promise<void> {
  const [one, other] = pair
  const note = (
    [{ username }]: Racer,
    step: Raced['step'],
    tag: string,
    key: string,
    { status, body }: Answer<Reply>,
  ) => {
    const isDone = status === 200 && isSaid(body)
    race.raced.push({ key, username, step, tag: tag || (body.TagNbr ?? ''), status, body, isDone })
  }
  const save = (header: object, lines: readonly object[] = []): Request => ({
    method: 'POST',
    path: 'issuance',
    body: { IssuanceHeader: { ...start, ...header }, InventoryLines: lines },
  })
  // To one server, or with the same key to both.
  const ask = async (racer: Racer, step: Raced['step'], tag: string, request: Request) => {
    const key = randomUUID()
    const isTwin = random.chance(0.1)
    const answers = await Promise.all(
      racer.slice(0, isTwin ? 2 : 1).map((clerk) => send(clerk, request, key)),
    )
    for (const answer of answers) note(racer, step, tag, key, answer)
    const texts = new Set(answers.map(({ status, body }) => JSON.stringify([status, body])))
    race.twins += isTwin ? 1 : 0
    if (texts.size > 1) race.unequal.push(`${step} of ${tag}: ${[...texts].join(' and ')}`)
    return answers[0]?.body
  }

  const tag = (await ask(one, 'create', '', save({ Status: 'OPEN' })))?.TagNbr ?? ''
  const lots = [0, 1].flatMap(() => random.of(HOT_LOTS) ?? [])
  await Promise.all(
    pair.map((racer) =>
      ask(
        racer,
        'order',
        tag,
        save({ TagNbr: tag, Status: 'RESERVED' }, ordered([...new Set(lots)], random)),
      ),
    ),
  )
  const lines = (await one[0].detail(tag)).InventoryLines
  if (lines.length === 0) return
  const picks = (racer: Racer) =>
    ask(
      racer,
      'pick',
      tag,
      save(
        { TagNbr: tag, Status: 'RESERVED' },
        lines.map(({ ID, BarcodeID }) => ({
          ID,
          BarcodeID,
          Status: 'PICKED',
          PickQty: random.whole(1, most),
        })),
      ),
    )
  const removal = () => {
    const query = new URLSearchParams({ id: lines[0]?.ID ?? '', tagnbr: tag, storagetype: 'INVENTORY' })
    return ask(other, 'delete', tag, { method: 'DELETE', path: `issuancedetail?${query}` })
  }
  await Promise.all([picks(one), random.chance(0.15) ? removal() : picks(other)])
  const end = (racer: Racer, step: 'ship' | 'cancel') =>
    ask(racer, step, tag, save({ TagNbr: tag, Status: step === 'ship' ? 'SHIPPED' : 'CANCELLED' }))
  // Nearly all is cancelled: the plants come back, and there is something to race for.
  await Promise.all([
    end(one, random.chance(0.05) ? 'ship' : 'cancel'),
    end(other, random.chance(0.05) ? 'ship' : 'cancel'),
  ])
}

interface Request {
  readonly method: 'POST' | 'DELETE'
  readonly path: string
  readonly body?: object
}

const start = {
  IssueToType: 'Grower',
  IssueToNbr: 'G1',
  InventoryLocation: 'WAT',
  TrimSeasonID: 'S1',
  StorageType: 'INVENTORY',
}

const ordered = (barcodes: readonly string[], random: Random) =>
  barcodes.map((barcode) => ({
    ID: null,
    BarcodeID: barcode,
    Status: 'RESERVED',
    OrderQty: random.whole(1, most),
    StorageLocation: 'A-01',
  }))

// Again with the same key while the first one is at work.
async function send(clerk: Clerk, { method, path, body }: Request, key: string) {
  for (;;) {
    const answer = await clerk.call<Reply>(method, path, { ...(body && { body }), key })
    const isUnderWay = answer.status === 409 && JSON.stringify(answer.body).includes('request_in_progress')
    if (!isUnderWay) return answer
    await pause(5)
  }
}

// All of it: a refused line stays as it was, and the others are saved.
const isSaid = ({ Message, InventoryLines = [] }: Reply): boolean =>
  [kinds.issuance.replies.saved, kinds.issuance.replies.deleted].some((word) => Message === word) &&
  InventoryLines.every((line) => isSuccess(line.Message))
