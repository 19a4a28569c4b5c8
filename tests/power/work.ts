/** Simulates clients at work and records their requests. */
import type { Database } from '#server/database/database.ts'
import { signIn, type Tokens } from '#tests/support/sign-in.ts'
import { type Answer, barcodeOf, Clerk, fillWarehouse, moreLots } from '#tests/support/warehouse.ts'
import { type Answered, type Asked, type RoundKind, workRound } from '../simulation/rounds-of-work.ts'

const clientCount = 4
const firstBarcodeIndex = 101
const roundKinds: readonly RoundKind[] = ['issuance', 'transfer', 'dump']
const userName = 'sam.super'

/** A request, with the log's length before sending and after the response. */
export interface Sent extends Asked {
  readonly key: string
  readonly sentAt: number
  answeredAt?: number
  answer?: Answer<Answered>
}

/** Fills an empty database with two barcodes per client. */
export async function fillForWork(database: Database): Promise<void> {
  await fillWarehouse(database, moreLots(firstBarcodeIndex, 2 * clientCount, 1_000_000))
}

/** A user with all rights; `address` returns the server's current address. */
export function openApiClient(address: () => string) {
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
    userName,
  )
  return {
    signIn: async () => {
      tokens = await signIn(address(), userName)
    },
    send: ({ path, body, key }: Pick<Sent, 'path' | 'body' | 'key'>) =>
      clerk.call<Answered>('POST', path, { body, key }),
  }
}
export type ApiClient = ReturnType<typeof openApiClient>

/**
 * All clients work until `enough` requests are acknowledged. Then calls `end`; each client stops when its
 * connection breaks.
 */
export async function workUntil(
  api: ApiClient,
  lengthOfLog: () => number,
  enough: number,
  end: () => void,
): Promise<readonly Sent[]> {
  const journal: Sent[] = []
  let answers = 0
  const work = async (client: number) => {
    const barcodes = [
      barcodeOf(firstBarcodeIndex + client * 2),
      barcodeOf(firstBarcodeIndex + client * 2 + 1),
    ]
    const ask = async (asked: Asked) => {
      const sent: Sent = { ...asked, key: `${client}-${journal.length}`, sentAt: lengthOfLog() }
      journal.push(sent)
      const answer = await api.send(sent)
      if (answer.status !== 200) throw new EndOfWork(answer)
      Object.assign(sent, { answer, answeredAt: lengthOfLog() })
      answers += 1
      if (answers === enough) end()
      return answer.body
    }
    for (let turn = client; ; turn += 1) {
      await workRound(ask, roundKinds[turn % roundKinds.length] ?? 'issuance', barcodes, turn)
    }
  }
  const ends = await Promise.allSettled(Array.from({ length: clientCount }, (_, client) => work(client)))
  for (const { reason } of ends as readonly PromiseRejectedResult[]) {
    if (!(reason instanceof TypeError || reason instanceof EndOfWork)) throw reason
  }
  return journal
}

// The error response with which a stopping server ended a client's work.
class EndOfWork extends Error {
  readonly answer: Answer<unknown>
  constructor(answer: Answer<unknown>) {
    super(`Answered ${answer.status}: ${JSON.stringify(answer.body)}`)
    this.answer = answer
  }
}
