// Handles frequent changes with Node's request and response. All other requests go through the router.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { LEDGER_STATE_HEADER } from '#core/wire/ledger-state.ts'
import type { Admit } from './authenticate.ts'
import type { FindChangeHandler } from './mount.ts'
import { headersOf, type OutgoingResponse, toOutgoingProblem } from './problems.ts'
import { addLogFields } from './request-log.ts'

const compress = promisify(gzip)
// Below this size in bytes, compression costs more than it saves.
const minCompressBytes = 1024
const acceptsGzip = /(?:^|[ ,])gzip(?! *; *q=0(?:\.0*)? *(?:,|$))/i

/** Handles a request; undefined if the router must handle it. */
export type HandleDirectly = (
  incoming: IncomingMessage,
  outgoing: ServerResponse,
) => Promise<void> | undefined

export function createDirectChanges(parts: {
  readonly base: string
  readonly admit: Admit
  readonly answerChange: FindChangeHandler
  /** Converts an unexpected error to a response. */
  readonly answerTo: (error: unknown, incoming: IncomingMessage) => OutgoingResponse
  /** The latest ledger mark. */
  readonly ledgerState: (() => string | undefined) | undefined
}): HandleDirectly {
  const { base, admit, answerChange, answerTo, ledgerState } = parts

  const handle = async (
    incoming: IncomingMessage,
    path: string,
    answer: NonNullable<ReturnType<FindChangeHandler>>,
  ): Promise<OutgoingResponse> => {
    const { headers } = incoming
    const admitted = await admit(headers.authorization, incoming)
    if (!admitted.ok) {
      const { problem, headers: more } = admitted.error
      addLogFields(incoming, { code: problem.code })
      return toOutgoingProblem(problem, more)
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
      handle(incoming, url, answer)
        .catch((error: unknown) => answerTo(error, incoming))
        .then((sending) => send(incoming, outgoing, sending, ledgerState?.()))
    )
  }
}

async function send(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  sending: OutgoingResponse,
  state: string | undefined,
): Promise<void> {
  const { status, body } = sending.answer
  const headers = headersOf(sending)
  if (state !== undefined) headers[LEDGER_STATE_HEADER] = state
  const size = Buffer.byteLength(body)
  if (size < minCompressBytes) {
    outgoing.writeHead(status, { ...headers, 'content-length': size })
    outgoing.end(body)
    return
  }
  headers.vary = 'Accept-Encoding'
  const accepted = incoming.headers['accept-encoding'] ?? ''
  const compressed = acceptsGzip.test(accepted) ? await compress(body) : undefined
  if (compressed) headers['content-encoding'] = 'gzip'
  const bytes = compressed ?? Buffer.from(body)
  outgoing.writeHead(status, { ...headers, 'content-length': bytes.length })
  outgoing.end(bytes)
}
