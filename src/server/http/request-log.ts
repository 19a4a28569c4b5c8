import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Log } from './ports.ts'

// A client's request id is accepted if it is safe to log.
const safeRequestId = /^[\w.:-]{1,64}$/

interface Notes {
  readonly requestId: string
  username?: string
  code?: string
}
const notesOf = new WeakMap<IncomingMessage, Notes>()

/** The request's id in the log. */
export function requestIdOf(incoming: IncomingMessage | undefined): string | undefined {
  return incoming && notesOf.get(incoming)?.requestId
}

/** Adds the user or the code of a refusal to a request's log line. */
export function addLogFields(
  incoming: IncomingMessage | undefined,
  notes: { username?: string; code?: string },
) {
  const known = incoming && notesOf.get(incoming)
  if (known) Object.assign(known, notes)
}

/**
 * Logs one line per response: method, path, status, milliseconds, request id, user.
 * Never logs the query (it contains sign-in codes), headers or bodies.
 */
export function logRequest(log: Log, incoming: IncomingMessage, outgoing: ServerResponse): void {
  const clientId = incoming.headers['x-request-id']
  const requestId = typeof clientId === 'string' && safeRequestId.test(clientId) ? clientId : randomUUID()
  const notes: Notes = { requestId }
  notesOf.set(incoming, notes)
  outgoing.setHeader('x-request-id', requestId)
  const path = pathOf(incoming.url ?? '/')
  const startedAt = performance.now()
  outgoing.once('close', () => {
    const fields = {
      method: incoming.method,
      path,
      status: outgoing.statusCode,
      ms: Math.round((performance.now() - startedAt) * 10) / 10,
      requestId,
      ...(notes.username !== undefined && { user: notes.username }),
      ...(notes.code !== undefined && { code: notes.code }),
      ...(!outgoing.writableFinished && { aborted: true }),
    }
    if (outgoing.statusCode >= 500) log.error(fields, 'request')
    else if (path.startsWith('/health')) log.debug(fields, 'request')
    else log.info(fields, 'request')
  })
}

// Removes the query and the ids of the provider's interactions, which are secret while valid.
function pathOf(url: string): string {
  const path = url.split('?', 1)[0] ?? '/'
  return path.replace(/^(\/dev-login|\/oidc\/auth)\/.+$/, '$1/…').slice(0, 500)
}
