import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { fail, type Result, succeed } from '#core/wire/result.ts'

export type ListenRefusal =
  | { readonly code: 'port_taken'; readonly port: number }
  | { readonly code: 'port_forbidden'; readonly port: number }
  | { readonly code: 'host_unknown'; readonly host: string }
  | { readonly code: 'tls_unusable'; readonly reason: string }

export type RequestHandler = (request: IncomingMessage, response: ServerResponse) => void

export interface Listener {
  /** The open port: chosen by the system if 0 was asked for. */
  readonly port: number
  /** Sends requests to `handler` from now on; earlier ones were held and follow. */
  readonly serve: (handler: RequestHandler) => void
  /**
   * Accepts no more connections, lets running requests end, and aborts them after `patience` milliseconds.
   */
  readonly close: (patience: number) => Promise<void>
}

export interface ListenOptions {
  readonly host: string
  readonly port: number
  readonly tls: { readonly certificate: Buffer; readonly key: Buffer } | undefined
  /** How slowly a body may arrive; tests set it. */
  readonly bodyWindow?: BodyWindow
}

/** The slowest body: at least so many bytes must arrive within so many milliseconds. */
export interface BodyWindow {
  readonly milliseconds: number
  readonly leastBytes: number
}

// Timeouts for slow or silent clients, in milliseconds. Bodies have no total limit: a large file on a slow
// line takes minutes.
const timeouts = { headersTimeout: 15_000, requestTimeout: 0, keepAliveTimeout: 65_000 }
const slowestBody: BodyWindow = { milliseconds: 30_000, leastBytes: 1_000 }

// Ends a request whose body stops or trickles.
function watchBody(
  request: IncomingMessage,
  response: ServerResponse,
  { milliseconds, leastBytes }: BodyWindow,
): void {
  const { headers, socket } = request
  if (headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0) return
  let received = socket.bytesRead
  let isUnread = false
  const watching = setInterval(() => {
    if (request.complete) return clearInterval(watching)
    const more = socket.bytesRead - received
    received = socket.bytesRead
    // While the handler has not read what has arrived, the client cannot send more.
    const wasUnread = isUnread
    isUnread = request.readableLength > 0
    if (more >= leastBytes || isUnread || wasUnread) return
    clearInterval(watching)
    if (!response.headersSent) socket.write('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n')
    socket.destroySoon()
  }, milliseconds)
  watching.unref()
  response.once('close', () => clearInterval(watching))
}

/**
 * Opens the port before anything else is ready: a port in use shows at once, and early requests wait instead
 * of failing.
 */
export async function listen(options: ListenOptions): Promise<Result<Listener, ListenRefusal>> {
  const { host, port, tls, bodyWindow = slowestBody } = options
  let ready: (handler: RequestHandler) => void = () => {}
  const handler = new Promise<RequestHandler>((resolve) => {
    ready = resolve
  })
  let closing = false
  const accept: RequestHandler = (request, response) => {
    if (closing) response.setHeader('connection', 'close')
    response.once('close', () => {
      if (closing) setImmediate(() => server.closeIdleConnections())
    })
    watchBody(request, response, bodyWindow)
    void handler.then((handle) => handle(request, response))
  }
  let server: ReturnType<typeof createServer>
  try {
    server = tls
      ? createTlsServer({ ...timeouts, cert: tls.certificate, key: tls.key }, accept)
      : createServer(timeouts, accept)
  } catch (error) {
    return fail({ code: 'tls_unusable', reason: error instanceof Error ? error.message : String(error) })
  }
  const failure = await new Promise<NodeJS.ErrnoException | undefined>((settle) => {
    server.once('error', settle)
    server.listen({ host, port }, () => settle(undefined))
  })
  if (failure?.code === 'EADDRINUSE') return fail({ code: 'port_taken', port })
  if (failure?.code === 'EACCES') return fail({ code: 'port_forbidden', port })
  if (failure?.code === 'EADDRNOTAVAIL' || failure?.code === 'ENOTFOUND')
    return fail({ code: 'host_unknown', host })
  if (failure) throw failure

  const address = server.address()
  const opened = typeof address === 'object' && address ? address.port : port
  const close = (patience: number) =>
    new Promise<void>((done) => {
      closing = true
      const cutOff = setTimeout(() => server.closeAllConnections(), patience)
      server.close(() => {
        clearTimeout(cutOff)
        done()
      })
      server.closeIdleConnections()
    })
  return succeed({ port: opened, serve: ready, close })
}
