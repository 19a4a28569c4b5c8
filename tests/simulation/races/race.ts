// Two people share a document on two servers and one database. At the same moment both order the same lots,
// pick the same lines with other quantities, and end it: one ships, one cancels. Some requests go to both
// servers at once with one key.
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { kinds } from '#core/kinds/index.ts'
import type { Issuance } from '#core/kinds/issuance/fields.ts'
import { isSuccess } from '#core/wire/reply-messages.ts'
import { type Answer, barcodeOf, type Clerk } from '#tests/support/warehouse.ts'
import type { Random } from '../outbox/random.ts'

/** The lots that all pairs order. */
export const HOT_LOTS = [201, 202, 203].map(barcodeOf)
/** Initial plants of each lot. They run out before the end of a race of 10,000 operations. */
export const PLANTS_EACH = 5_000
// Plants of a line.
const maxQuantity = 120

type Reply = Partial<Issuance['Reply']>

/** A sent change with its answer. */
export interface Raced {
  readonly key: string
  readonly username: string
  readonly step: 'create' | 'order' | 'pick' | 'delete' | 'ship' | 'cancel'
  readonly tag: string
  readonly status: number
  readonly body: Reply
  /** Whether it was done. */
  readonly isDone: boolean
}

/** The state of a race. */
export interface Race {
  readonly raced: Raced[]
  /** Number of requests that went to both servers with one key. `unequal`: those with different answers. */
  twins: number
  readonly unequal: string[]
}

/** A person signed in at both servers, who usually works at the first of these. */
export type Racer = readonly [Clerk, Clerk]

/** Runs one pair through a document. Adds its changes to `race`. */
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
    const isDone = status === 200 && isWholeSuccess(body)
    race.raced.push({ key, username, step, tag: tag || (body.TagNbr ?? ''), status, body, isDone })
  }
  const save = (header: object, lines: readonly object[] = []): Request => ({
    method: 'POST',
    path: 'issuance',
    body: { IssuanceHeader: { ...start, ...header }, InventoryLines: lines },
  })
  // Sends to one server, or with the same key to both.
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
          PickQty: random.whole(1, maxQuantity),
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
  // Nearly all documents are cancelled, so that plants remain for the race.
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
    OrderQty: random.whole(1, maxQuantity),
    StorageLocation: 'A-01',
  }))

// Retries with the same key while the first request is in progress.
async function send(clerk: Clerk, { method, path, body }: Request, key: string) {
  for (;;) {
    const answer = await clerk.call<Reply>(method, path, { ...(body && { body }), key })
    const isUnderWay = answer.status === 409 && JSON.stringify(answer.body).includes('request_in_progress')
    if (!isUnderWay) return answer
    await pause(5)
  }
}

// Whether the whole request was done: a refused line stays unchanged, and the others are saved.
const isWholeSuccess = ({ Message, InventoryLines = [] }: Reply): boolean =>
  [kinds.issuance.replies.saved, kinds.issuance.replies.deleted].some((word) => Message === word) &&
  InventoryLines.every((line) => isSuccess(line.Message))
