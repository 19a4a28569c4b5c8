// Answers the most frequent changes from Node's own request and response; everything else takes the router.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { LEDGER_STATE_HEADER } from '#core/wire/ledger-state.ts'
import type { Admit } from './authenticate.ts'
import type { AnswerChange } from './mount.ts'
import { headersOf, problemSending, type Sending } from './problems.ts'
import { noteRequest } from './request-log.ts'

const compress = promisify(gzip)
// Below this, in bytes, packing costs more than it saves.
const worthPacking = 1024
const takesGzip = /(?:^|[ ,])gzip(?! *; *q=0(?:\.0*)? *(?:,|$))/i

/** Answers a request; undefined: it is one for the router. */
export type AnswerDirectly = (
  incoming: IncomingMessage,
  outgoing: ServerResponse,
) => Promise<void> | undefined

export function createDirectChanges(parts: {
  readonly base: string
  readonly admit: Admit
  readonly answerChange: AnswerChange
  /** The answer to an unexpected error. */
  readonly answerTo: (error: unknown, incoming: IncomingMessage) => Sending
  /** The ledger's last mark. */
  readonly ledgerState: (() => string | undefined) | undefined
}): AnswerDirectly {
  const { base, admit, answerChange, answerTo, ledgerState } = parts

  const sendingFor = async (
    incoming: IncomingMessage,
    path: string,
    answer: NonNullable<ReturnType<AnswerChange>>,
  ): Promise<Sending> => {
    const { headers } = incoming
    const admitted = await admit(headers.authorization, incoming)
    if (!admitted.ok) {
      const { problem, headers: more } = admitted.error
      noteRequest(incoming, { code: problem.code })
      return problemSending(problem, more)
    }
    const header = (name: string) => {
      const value = headers[name]
      return Array.isArray(value) ? value.join(', ') : value
    }
    return answer({ user: admitted.value, path, search: '', params: {}, query: {}, header, incoming })
  }

  return (incoming, outgoing) => {
    const { method, url = '' } = incoming
    if (method !== 'POST' || !url.startsWith(base)) return undefined
    const answer = answerChange(url.slice(base.length))
    return (
      answer &&
      sendingFor(incoming, url, answer)
        .catch((error: unknown) => answerTo(error, incoming))
        .then((sending) => send(incoming, outgoing, sending, ledgerState?.()))
    )
  }
}

async function send(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  sending: Sending,
  state: string | undefined,
): Promise<void> {
  const { status, body } = sending.answer
  const headers = headersOf(sending)
  if (state !== undefined) headers[LEDGER_STATE_HEADER] = state
  const size = Buffer.byteLength(body)
  if (size < worthPacking) {
    outgoing.writeHead(status, { ...headers, 'content-length': size })
    outgoing.end(body)
    return
  }
  headers.vary = 'Accept-Encoding'
  const accepted = incoming.headers['accept-encoding'] ?? ''
  const packed = takesGzip.test(accepted) ? await compress(body) : undefined
  if (packed) headers['content-encoding'] = 'gzip'
  const bytes = packed ?? Buffer.from(body)
  outgoing.writeHead(status, { ...headers, 'content-length': bytes.length })
  outgoing.end(bytes)
}
