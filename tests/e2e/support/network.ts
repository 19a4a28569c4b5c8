/** The network between the browsers and the server: a proxy that can be slow, drop calls, or lose answers on the way back. */
import {
  Agent,
  createServer,
  type IncomingMessage,
  request,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { makeProblem, PROBLEM_MEDIA_TYPE } from '#contract/problem.ts'

/** A call of the app as it passed by. */
export interface PassedCall {
  readonly method: string
  /** Without the leading `/api/`. */
  readonly path: string
  readonly idempotencyKey: string | undefined
}

/** What comes in the place of a text that is not of the API; undefined: there is nothing at this path. */
export type Alter = (path: string, text: string, isNavigation: boolean) => string | undefined

export class Network {
  /** What browsers open, and what the server has to take for its own address. */
  readonly url: string
  readonly calls: PassedCall[] = []
  readonly #server: Server
  readonly #agent = new Agent({ keepAlive: true })
  readonly #streams = new Set<ServerResponse>()
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

  /**
   * Calls of these paths fail at the server, with a query only those that have it: `reasoncode?reasontype=DUMP`. Replaces what has
   * failed so far.
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

  /** Everything gets through at once, as in the beginning. */
  recover(): void {
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
    const onward = request(
      new URL(url, this.#target()),
      { method, headers: asked, agent: this.#agent },
      (answer) => {
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
            answer.pipe(outgoing)
          }
        }
        const wait = isCall ? arrived + this.#delayMs - Date.now() : 0
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
