/** A proxy between the browsers and the server that can delay responses, drop requests, or lose responses. */
import {
  Agent,
  createServer,
  type IncomingMessage,
  request,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { makeProblem, PROBLEM_MEDIA_TYPE } from '#core/wire/problem.ts'

/** An API call that passed through the proxy. */
export interface RecordedCall {
  readonly method: string
  /** Without the leading `/api/`. */
  readonly path: string
  readonly idempotencyKey: string | undefined
}

/** A change that the server handled, with its response, even if that did not reach the browser. */
export interface Exchange {
  readonly user: string
  readonly method: string
  readonly path: string
  readonly body: string
  readonly status: number
  readonly answer: string
}

/**
 * What happens to one request. `page`: another server responds; `after`: our server has made the change
 * before.
 */
export type Disturbance =
  | { readonly type: 'delay'; readonly ms: number }
  | { readonly type: 'loseRequest' }
  | { readonly type: 'loseAnswer' }
  | { readonly type: 'swallowAnswer' }
  /** The response's head arrives, its body never does. */
  | { readonly type: 'silence' }
  | {
      readonly type: 'page'
      readonly status: number
      readonly contentType: string
      readonly body: string
      readonly after?: boolean
    }

/** Chooses the disturbance by method and path (without the leading `/api/`); undefined: none. */
export type Disturb = (method: string, path: string) => Disturbance | undefined

/** Replaces the text of a file that is not part of the API; undefined: responds with 404. */
export type Alter = (path: string, text: string, isNavigation: boolean) => string | undefined

export class Network {
  /** The address that browsers open and that the server uses as its public address. */
  readonly url: string
  readonly calls: RecordedCall[] = []
  readonly #server: Server
  readonly #agent = new Agent({ keepAlive: true })
  readonly #streams = new Set<ServerResponse>()
  readonly #swallowed = new Set<ServerResponse>()
  #disturb: Disturb | undefined
  /** Changes that reached the server since the first call of {@link disturb}. */
  readonly exchanges: Exchange[] = []
  #keepsExchanges = false
  #targets: readonly string[] = []
  #next = 0
  #delayMs = 0
  #isDown = false
  #isPortal = false
  #lostAnswers = 0
  #refusesRenewals = false
  #failing: readonly string[] = []
  #alter: Alter | undefined
  /** Number of tokens issued: sign-ins and renewals. */
  issuedTokenCount = 0

  private constructor(server: Server) {
    const { port } = server.address() as AddressInfo
    this.url = `http://localhost:${port}`
    this.#server = server
    server.on('request', (incoming, outgoing) => this.#pass(incoming, outgoing))
  }

  static async open(): Promise<Network> {
    // Same value as the server: with Node's default of 5 seconds, a busy machine reused closed connections.
    const server = createServer({ keepAliveTimeout: 65_000 })
    await new Promise<void>((done) => server.listen(0, 'localhost', done))
    return new Network(server)
  }

  /** Forwards requests to these servers in turn from now on. */
  connect(...origins: readonly string[]): void {
    this.#targets = origins
  }

  #target(): string {
    this.#next = (this.#next + 1) % this.#targets.length
    return this.#targets[this.#next] ?? ''
  }

  /** Delays each API response by at least this time. */
  slow(delayMs: number): void {
    this.#delayMs = delayMs
  }

  /** Blocks all traffic in both directions. */
  goDown(): void {
    this.#isDown = true
    this.#server.closeAllConnections()
  }

  /** Number of open change streams. */
  get openStreams(): number {
    return this.#streams.size
  }

  /** Closes the open change streams. */
  cutStreams(): void {
    for (const stream of this.#streams) stream.socket?.destroy()
  }

  /** Sends nothing more on the open change streams, which stay open. */
  silenceStreams(): void {
    for (const stream of this.#streams) {
      stream.write = () => true
      this.#swallowed.add(stream)
    }
  }

  /**
   * Calls of these paths fail at the server. With a query, only calls that contain it fail:
   * `reasoncode?reasontype=DUMP`. Replaces the paths of earlier calls.
   */
  fail(...paths: readonly string[]): void {
    this.#failing = paths
  }

  /** The server makes the next changes, but their responses are lost. */
  loseAnswersOfChanges(count: number): void {
    this.#lostAnswers = count
  }

  /** The identity provider refuses to renew the sign-in, as after a revocation. */
  refuseRenewals(refuses: boolean): void {
    this.#refusesRenewals = refuses
  }

  /** Alters the app's files, for example to another release or a captive portal's page. */
  alterFiles(alter: Alter | undefined): void {
    this.#alter = alter
  }

  /** A captive portal answers every request with its page. */
  setCaptivePortal(wants: boolean): void {
    this.#isPortal = wants
  }

  /**
   * Applies a disturbance to each API request of a browser. Records changes in {@link exchanges} from the
   * first call on.
   */
  disturb(disturb: Disturb): void {
    this.#disturb = disturb
    this.#keepsExchanges = true
  }

  /** Removes all disturbances. */
  recover(): void {
    this.#disturb = undefined
    for (const outgoing of this.#swallowed) outgoing.socket?.destroy()
    this.#swallowed.clear()
    this.#delayMs = 0
    this.#isDown = false
    this.#lostAnswers = 0
    this.#refusesRenewals = false
    this.#failing = []
    this.#alter = undefined
    this.#isPortal = false
  }

  #fails(call: string): boolean {
    const [path, query = ''] = call.split('?')
    return this.#failing.some((failing) => {
      const [failingPath, part = ''] = failing.split('?')
      return path === failingPath && query.includes(part)
    })
  }

  async close(): Promise<void> {
    this.#agent.destroy()
    this.#server.closeAllConnections()
    await new Promise((done) => this.#server.close(done))
  }

  #pass(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const { method = 'GET', url = '/', headers } = incoming
    if (this.#isDown) {
      incoming.socket.destroy()
      return
    }
    if (this.#isPortal) {
      outgoing.writeHead(200, { 'content-type': 'text/html' })
      outgoing.end('<!doctype html><title>Guest network</title><h1>Guests, sign in here</h1>')
      incoming.resume()
      return
    }
    if (url.startsWith('/oidc/token')) {
      if (this.#refusesRenewals) {
        outgoing.writeHead(400, { 'content-type': 'application/json' })
        outgoing.end(JSON.stringify({ error: 'invalid_grant' }))
        incoming.resume()
        return
      }
      this.issuedTokenCount += 1
    }
    const isCall = url.startsWith('/api/')
    if (isCall) {
      const key = headers['idempotency-key']
      this.calls.push({
        method,
        path: url.slice('/api/'.length),
        idempotencyKey: typeof key === 'string' ? key : undefined,
      })
    }
    // Disturbs only browsers, not the calls that a test makes itself.
    const isFromBrowser = headers['user-agent']?.startsWith('Mozilla/') === true
    const disturbance =
      isCall && isFromBrowser ? this.#disturb?.(method, url.slice('/api/'.length)) : undefined
    if (disturbance?.type === 'loseRequest') {
      incoming.socket.destroy()
      return
    }
    if (disturbance?.type === 'page' && !disturbance.after) {
      answerWithPage(outgoing, disturbance)
      incoming.resume()
      return
    }
    if (isCall && this.#fails(url.slice('/api/'.length))) {
      const problem = makeProblem('internal_error', 'The test has said so.')
      outgoing.writeHead(problem.status, { 'content-type': PROBLEM_MEDIA_TYPE })
      outgoing.end(JSON.stringify(problem))
      incoming.resume()
      return
    }
    if (url.startsWith('/api/changes')) {
      this.#streams.add(outgoing)
      outgoing.once('close', () => this.#streams.delete(outgoing))
    }
    const arrived = Date.now()
    const alter = isFile(url) ? this.#alter : undefined
    // An altered file differs from the browser's cached one and must arrive uncompressed.
    const { 'if-none-match': _, 'if-modified-since': __, ...uncached } = headers
    const forwarded = alter ? { ...uncached, 'accept-encoding': 'identity' } : headers
    const disconnect = () => incoming.socket.destroy()
    const exchange =
      this.#keepsExchanges && isCall && 'idempotency-key' in headers ? recordRequest(incoming) : undefined
    const onward = request(
      new URL(url, this.#target()),
      { method, headers: forwarded, agent: this.#agent },
      (answer) => {
        const body = exchange ? readAll(answer) : undefined
        if (exchange) {
          void body?.then((bytes) =>
            this.exchanges.push({
              ...exchange(),
              status: answer.statusCode ?? 0,
              answer: textOf(bytes, answer.headers['content-encoding']),
            }),
          )
        }
        if (disturbance && disturbance.type !== 'delay') {
          this.#withhold(disturbance, answer, outgoing)
          return
        }
        // Only changes have an idempotency key; presence calls have none.
        const loses = isCall && 'idempotency-key' in forwarded && this.#lostAnswers > 0
        if (loses) {
          this.#lostAnswers -= 1
          // Sends the head: without it the browser would repeat the request.
          outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
          outgoing.flushHeaders()
          answer.resume().once('end', () => setImmediate(disconnect))
          return
        }
        const send = () => {
          if (this.#isDown) disconnect()
          else if (alter && isText(answer)) void alterAnswer(alter, incoming, answer, outgoing)
          else {
            outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
            if (body) void body.then((bytes) => outgoing.end(bytes))
            else answer.pipe(outgoing)
          }
        }
        const delayMs = disturbance?.type === 'delay' ? disturbance.ms : this.#delayMs
        const wait = isCall ? arrived + delayMs - Date.now() : 0
        if (wait > 0) setTimeout(send, wait)
        else send()
        answer.once('error', disconnect)
      },
    )
    // If the server is down, close the connection, as the browser would see it without the proxy.
    onward.once('error', disconnect)
    // Without this an endless response would stay open after the browser has left.
    if (method === 'GET') outgoing.once('close', () => onward.destroy())
    incoming.pipe(onward)
  }

  // The server has made the change; the browser does not get the response.
  #withhold(
    disturbance: Exclude<Disturbance, { type: 'delay' }>,
    answer: IncomingMessage,
    outgoing: ServerResponse,
  ): void {
    answer.resume()
    if (disturbance.type === 'page') answer.once('end', () => answerWithPage(outgoing, disturbance))
    else if (disturbance.type === 'swallowAnswer') this.#swallowed.add(outgoing)
    else {
      // Without the head the browser would repeat the request.
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      outgoing.flushHeaders()
      if (disturbance.type === 'silence') this.#swallowed.add(outgoing)
      else answer.once('end', () => setImmediate(() => outgoing.socket?.destroy()))
    }
  }
}

const answerWithPage = (
  outgoing: ServerResponse,
  { status, contentType, body }: Extract<Disturbance, { type: 'page' }>,
) => {
  outgoing.writeHead(status, { 'content-type': contentType, 'access-control-allow-origin': '*' })
  outgoing.end(body)
}

const readAll = async (message: IncomingMessage): Promise<Buffer> => {
  const parts: Buffer[] = []
  message.on('data', (part: Buffer) => parts.push(part))
  await new Promise((done) => message.once('end', done))
  return Buffer.concat(parts)
}

const textOf = (bytes: Buffer, encoding: string | undefined): string => {
  const plain =
    encoding === 'gzip' ? gunzipSync(bytes) : encoding === 'br' ? brotliDecompressSync(bytes) : bytes
  return plain.toString('utf8')
}

// Records user and request. Call the result after the response has arrived: then the body is complete.
const recordRequest = (incoming: IncomingMessage) => {
  const parts: Buffer[] = []
  incoming.on('data', (part: Buffer) => parts.push(part))
  const { method = '', url = '', headers } = incoming
  const [, claims = ''] = (headers.authorization ?? '').split('.')
  const { preferred_username: user = '' } = JSON.parse(Buffer.from(claims, 'base64url').toString() || '{}')
  return () => ({
    user: String(user),
    method,
    path: url.slice('/api/'.length),
    body: Buffer.concat(parts).toString('utf8'),
  })
}

const isFile = (url: string) => !/^\/(api|oidc|dev-login|health|config\.json)/.test(url)

// Reading a font or image as text would damage it.
const isText = ({ headers }: IncomingMessage) => !/^(font|image)\/|wasm/.test(headers['content-type'] ?? '')

const alterAnswer = async (
  alter: Alter,
  { url = '/', headers }: IncomingMessage,
  answer: IncomingMessage,
  outgoing: ServerResponse,
) => {
  const text = (await answer.setEncoding('utf8').toArray()).join('')
  const { pathname } = new URL(url, 'http://localhost')
  const altered = alter(pathname, text, headers['sec-fetch-mode'] === 'navigate')
  const { 'content-length': _, etag: __, ...kept } = answer.headers
  const type = pathname.endsWith('.js') && { 'content-type': 'text/javascript; charset=utf-8' }
  if (altered === undefined) outgoing.writeHead(404, { 'cache-control': 'no-store' })
  else outgoing.writeHead(200, { ...kept, ...type })
  outgoing.end(altered)
}
