/**
 * The network between the browsers and the server: a proxy that can be slow, drop calls, or lose answers on
 * the way back.
 */
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

/** A call of the app as it passed by. */
export interface PassedCall {
  readonly method: string
  /** Without the leading `/api/`. */
  readonly path: string
  readonly idempotencyKey: string | undefined
}

/** A change that reached the server, with the server's answer, whether or not that arrived at the browser. */
export interface Exchange {
  readonly user: string
  readonly method: string
  readonly path: string
  readonly body: string
  readonly status: number
  readonly answer: string
}

/** What happens to one request. `page`: another server answers; `after`: ours has done the work before. */
export type Disturbance =
  | { readonly type: 'delay'; readonly ms: number }
  | { readonly type: 'loseRequest' }
  | { readonly type: 'loseAnswer' }
  | { readonly type: 'swallowAnswer' }
  /** The head of the answer arrives, its body never. */
  | { readonly type: 'silence' }
  | {
      readonly type: 'page'
      readonly status: number
      readonly contentType: string
      readonly body: string
      readonly after?: boolean
    }

/** Decides by method and path, without the leading `/api/`; undefined: nothing happens. */
export type Disturb = (method: string, path: string) => Disturbance | undefined

/** What comes in the place of a text that is not of the API; undefined: there is nothing at this path. */
export type Alter = (path: string, text: string, isNavigation: boolean) => string | undefined

export class Network {
  /** What browsers open, and what the server has to take for its own address. */
  readonly url: string
  readonly calls: PassedCall[] = []
  readonly #server: Server
  readonly #agent = new Agent({ keepAlive: true })
  readonly #streams = new Set<ServerResponse>()
  readonly #swallowed = new Set<ServerResponse>()
  #disturb: Disturb | undefined
  /** Every change that reached the server, once {@link disturb} was called. */
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
  /** How many sign-ins were renewed or begun. */
  tokensGiven = 0

  private constructor(server: Server) {
    const { port } = server.address() as AddressInfo
    this.url = `http://localhost:${port}`
    this.#server = server
    server.on('request', (incoming, outgoing) => this.#pass(incoming, outgoing))
  }

  static async open(): Promise<Network> {
    // As the server itself: on a busy machine a connection closed after Node's 5 seconds was asked once more.
    const server = createServer({ keepAliveTimeout: 65_000 })
    await new Promise<void>((done) => server.listen(0, 'localhost', done))
    return new Network(server)
  }

  /** Leads to these servers from now on, to each in its turn. */
  connect(...origins: readonly string[]): void {
    this.#targets = origins
  }

  #target(): string {
    this.#next = (this.#next + 1) % this.#targets.length
    return this.#targets[this.#next] ?? ''
  }

  /** Each answer of the API takes at least so long. */
  slow(delayMs: number): void {
    this.#delayMs = delayMs
  }

  /** Nothing gets through any more, in either direction. */
  goDown(): void {
    this.#isDown = true
    this.#server.closeAllConnections()
  }

  /** How many streams of news are open. */
  get openStreams(): number {
    return this.#streams.size
  }

  /** Cuts the streams of news that are open. */
  cutStreams(): void {
    for (const stream of this.#streams) stream.socket?.destroy()
  }

  /** Nothing more arrives on the streams of news that are open, and they stay open. */
  silenceStreams(): void {
    for (const stream of this.#streams) {
      stream.write = () => true
      this.#swallowed.add(stream)
    }
  }

  /**
   * Calls of these paths fail at the server, with a query only those that have it:
   * `reasoncode?reasontype=DUMP`. Replaces what has failed so far.
   */
  fail(...paths: readonly string[]): void {
    this.#failing = paths
  }

  /** The next changes reach the server and are made there, but their answers never come back. */
  loseAnswersOfChanges(count: number): void {
    this.#lostAnswers = count
  }

  /** The identity provider says that the sign-in may not be renewed any more, as after a revocation. */
  refuseRenewals(refuses: boolean): void {
    this.#refusesRenewals = refuses
  }

  /** The files of the app come as this makes them: as of another release, or as a captive portal's page. */
  alterFiles(alter: Alter | undefined): void {
    this.#alter = alter
  }

  /** A captive portal: whatever is asked for, its page comes. */
  wantSignIn(wants: boolean): void {
    this.#isPortal = wants
  }

  /**
   * Each request of a browser to the API is disturbed as this decides. From the first call on, changes are
   * kept in {@link exchanges}.
   */
  disturb(disturb: Disturb): void {
    this.#disturb = disturb
    this.#keepsExchanges = true
  }

  /** Everything gets through at once, as in the beginning. */
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
      this.tokensGiven += 1
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
    // Only devices are disturbed, not the calls that a test makes itself.
    const isOfBrowser = headers['user-agent']?.startsWith('Mozilla/') === true
    const disturbance = isCall && isOfBrowser ? this.#disturb?.(method, url.slice('/api/'.length)) : undefined
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
    // What is altered has to be read first, and is another thing than what the browser has.
    const { 'if-none-match': _, 'if-modified-since': __, ...first } = headers
    const asked = alter ? { ...first, 'accept-encoding': 'identity' } : headers
    const cut = () => incoming.socket.destroy()
    const exchange =
      this.#keepsExchanges && isCall && 'idempotency-key' in headers ? recordRequest(incoming) : undefined
    const onward = request(
      new URL(url, this.#target()),
      { method, headers: asked, agent: this.#agent },
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
        // A change has a key; who is there is told without one.
        const loses = isCall && 'idempotency-key' in asked && this.#lostAnswers > 0
        if (loses) {
          this.#lostAnswers -= 1
          // The head gets through: without one the browser itself would send the same once more.
          outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
          outgoing.flushHeaders()
          answer.resume().once('end', () => setImmediate(cut))
          return
        }
        const send = () => {
          if (this.#isDown) cut()
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
        answer.once('error', cut)
      },
    )
    // A server that is not there looks to the browser as it would without us: the connection ends.
    onward.once('error', cut)
    // Nobody reads any more: an answer that goes on for ever has no other end.
    if (method === 'GET') outgoing.once('close', () => onward.destroy())
    incoming.pipe(onward)
  }

  // The server has done the work; its answer does not arrive.
  #withhold(
    disturbance: Exclude<Disturbance, { type: 'delay' }>,
    answer: IncomingMessage,
    outgoing: ServerResponse,
  ): void {
    answer.resume()
    if (disturbance.type === 'page') answer.once('end', () => answerWithPage(outgoing, disturbance))
    else if (disturbance.type === 'swallowAnswer') this.#swallowed.add(outgoing)
    else {
      // Without the head the browser itself would send the request once more.
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

// Who asks for what; the body is complete once the answer has come.
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

// A typeface read as text would be another one.
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
