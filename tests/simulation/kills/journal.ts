// Sends the requests of the clients and records them with their answers.
import { setTimeout as pause } from 'node:timers/promises'
import type { Answer, Clerk } from '#tests/support/warehouse.ts'
import { type Answered, type Asked, roundKinds, workRound } from '../rounds-of-work.ts'

const retryAfterMs = 20

/** A request as its client remembers it, with its answer once there is one. */
export interface Sent extends Asked {
  readonly clerk: Clerk
  readonly key: string
  answer?: Answer<Answered>
}

/**
 * Sends a request with its key. Retries while the server is busy or the first request with this key is in
 * progress: the transaction of a killed server may end a moment after its process. Throws a TypeError when
 * the connection breaks.
 */
export async function send({ clerk, path, body, key }: Sent): Promise<Answer<Answered>> {
  for (;;) {
    const answer = await clerk.call<Answered>('POST', path, { body, key })
    const isUnderWay = answer.status === 409 && JSON.stringify(answer.body).includes('request_in_progress')
    if (answer.status !== 503 && !isUnderWay) return answer
    await pause(retryAfterMs)
  }
}

/** Does rounds of work of every kind until `deliver` throws. Each client begins with another kind. */
export async function workOn(
  { clerk, client, round }: { readonly clerk: Clerk; readonly client: number; readonly round: number },
  barcodes: readonly string[],
  journal: Sent[],
  deliver: (sent: Sent) => Promise<Answer<Answered>>,
): Promise<never> {
  const ask = async (asked: Asked) => {
    const sent: Sent = { ...asked, clerk, key: `${round}-${client}-${journal.length}` }
    journal.push(sent)
    sent.answer = await deliver(sent)
    return sent.answer.body
  }
  for (let turn = client + round; ; turn += 1) {
    const kind = roundKinds[turn % roundKinds.length] ?? 'issuance'
    await workRound(ask, kind, barcodes, 1_000 * (round + 1) + journal.length)
  }
}
