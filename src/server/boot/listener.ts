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
  /** The open port. Chosen by the system if 0 was requested. */
  readonly port: number
  /** Sends requests to `handler` from now on. Earlier requests were queued and follow. */
  readonly serve: (handler: RequestHandler) => void
  /** Refuses new connections, and aborts running requests after `patience` milliseconds. */
  readonly close: (patience: number) => Promise<void>
}

interface ListenOptions {
  readonly host: string
  readonly port: number
  readonly tls: { readonly certificate: Buffer; readonly key: Buffer } | undefined
  /** The minimum speed of a body; tests set it. */
  readonly bodyWindow?: BodyWindow
}

// The minimum speed of a body: `minBytes` within `milliseconds`.
interface BodyWindow {
  readonly milliseconds: number
  readonly minBytes: number
}

// Timeouts for slow or silent clients, in milliseconds.
// Bodies have no total limit, because a large file on a slow line takes minutes.
const timeouts = { headersTimeout: 15_000, requestTimeout: 0, keepAliveTimeout: 65_000 }
const defaultBodyWindow: BodyWindow = { milliseconds: 30_000, minBytes: 1_000 }

// Aborts a request whose body stalls or is too slow.
function watchBody(
  request: IncomingMessage,
  response: ServerResponse,
  { milliseconds, minBytes }: BodyWindow,
): void {
  const { headers, socket } = request
  if (headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0) return
  let received = socket.bytesRead
  let isUnread = false
  const timer = setInterval(() => {
    if (request.complete) return clearInterval(timer)
    const more = socket.bytesRead - received
    received = socket.bytesRead
    // The client cannot send more while the handler has unread data.
    const wasUnread = isUnread
    isUnread = request.readableLength > 0
    if (more >= minBytes || isUnread || wasUnread) return
    clearInterval(timer)
    if (!response.headersSent) socket.write('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n')
    socket.destroySoon()
  }, milliseconds)
  timer.unref()
  response.once('close', () => clearInterval(timer))
}

/** Opens the port before other parts start: a port conflict shows early, and early requests wait. */
export async function listen(options: ListenOptions): Promise<Result<Listener, ListenRefusal>> {
  const { host, port, tls, bodyWindow = defaultBodyWindow } = options
  let ready: (handler: RequestHandler) => void = () => {}
  const handler = new Promise<RequestHandler>((resolve) => {
    ready = resolve
  })
  let isClosing = false
  const accept: RequestHandler = (request, response) => {
    if (isClosing) response.setHeader('connection', 'close')
    response.once('close', () => {
      if (isClosing) setImmediate(() => server.closeIdleConnections())
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
  const openPort = typeof address === 'object' && address ? address.port : port
  const close = (patience: number) =>
    new Promise<void>((done) => {
      isClosing = true
      const abortTimer = setTimeout(() => server.closeAllConnections(), patience)
      server.close(() => {
        clearTimeout(abortTimer)
        done()
      })
      server.closeIdleConnections()
    })
  return succeed({ port: openPort, serve: ready, close })
}
