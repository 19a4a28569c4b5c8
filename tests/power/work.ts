/** Clients at work, and what they remember of it. */
import type { Database } from '#server/store/database.ts'
import { signIn, type Tokens } from '#tests/support/sign-in.ts'
import { type Answer, barcodeOf, Clerk, fillWarehouse, moreLots } from '#tests/support/warehouse.ts'
import { type Answered, type Asked, type RoundKind, workRound } from '../simulation/rounds-of-work.ts'

const CLIENTS = 4
const FIRST = 101
const KINDS: readonly RoundKind[] = ['issuance', 'transfer', 'dump']
const WORKER = 'sam.super'

/** A request, with how long the log was before it was sent and after it was answered. */
export interface Sent extends Asked {
  readonly key: string
  readonly sentAt: number
  answeredAt?: number
  answer?: Answer<Answered>
}

/** Fills an empty database: two barcodes for each client. */
export async function fillForWork(database: Database): Promise<void> {
  await fillWarehouse(database, moreLots(FIRST, 2 * CLIENTS, 1_000_000))
}

/** Somebody who may do everything, at the server that has this address when it is asked. */
export function openDesk(address: () => string) {
  let tokens: Tokens | undefined
  const clerk = new Clerk(
    {
      call: (_, method, path, { body, key } = {}) =>
        fetch(`${address()}/api/${path}`, {
          method,
          headers: {
            authorization: `Bearer ${tokens?.accessToken}`,
            'content-type': 'application/json',
            ...(key !== undefined && { 'idempotency-key': key }),
          },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        }),
    },
    WORKER,
  )
  return {
    signIn: async () => {
      tokens = await signIn(address(), WORKER)
    },
    send: ({ path, body, key }: Pick<Sent, 'path' | 'body' | 'key'>) =>
      clerk.call<Answered>('POST', path, { body, key }),
  }
}
export type Desk = ReturnType<typeof openDesk>

/**
 * All clients work until `enough` requests were answered; then `end` is called, and each ends when its
 * connection breaks.
 */
export async function workUntil(
  desk: Desk,
  lengthOfLog: () => number,
  enough: number,
  end: () => void,
): Promise<readonly Sent[]> {
  const journal: Sent[] = []
  let answers = 0
  const work = async (client: number) => {
    const barcodes = [barcodeOf(FIRST + client * 2), barcodeOf(FIRST + client * 2 + 1)]
    const ask = async (asked: Asked) => {
      const sent: Sent = { ...asked, key: `${client}-${journal.length}`, sentAt: lengthOfLog() }
      journal.push(sent)
      const answer = await desk.send(sent)
      if (answer.status !== 200) throw new EndOfWork(answer)
      Object.assign(sent, { answer, answeredAt: lengthOfLog() })
      answers += 1
      if (answers === enough) end()
      return answer.body
    }
    for (let turn = client; ; turn += 1) {
      await workRound(ask, KINDS[turn % KINDS.length] ?? 'issuance', barcodes, turn)
    }
  }
  const ends = await Promise.allSettled(Array.from({ length: CLIENTS }, (_, client) => work(client)))
  for (const { reason } of ends as readonly PromiseRejectedResult[]) {
    if (!(reason instanceof TypeError || reason instanceof EndOfWork)) throw reason
  }
  return journal
}

// The answer of a server that ended somebody’s work.
class EndOfWork extends Error {
  readonly answer: Answer<unknown>
  constructor(answer: Answer<unknown>) {
    super(`Answered ${answer.status}: ${JSON.stringify(answer.body)}`)
    this.answer = answer
  }
}
