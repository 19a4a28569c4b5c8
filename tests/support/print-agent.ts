/**
 * A print agent for tests, over real websockets. It has the observed behaviour of the local agents 0.15
 * (`early`) and 1.0 (`late`), including missing answers. It has no timers: the test holds each job and
 * decides.
 */
import { createServer as createHttpServer, type IncomingMessage, type Server } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { type RawData, type WebSocket, WebSocketServer } from 'ws'

export type Dialect = 'early' | 'late'

export interface PrintAgentOptions {
  readonly dialect?: Dialect
  /** Clients must send it. */
  readonly token?: string
  /** Uses wss with this certificate, PEM. */
  readonly certificate?: { readonly cert: string; readonly key: string }
  /** The printers that the agent knows, by its own names. */
  readonly printers?: readonly string[]
  /** Printers of its computer that have no name in the agent. */
  readonly unnamed?: readonly string[]
}

/** A received message, parsed. */
export interface Request {
  readonly type: string
  readonly url: string
  readonly file_content?: string
  readonly raw_content?: string
  readonly id: string
  readonly qty?: number
}

/** The output of a printer. */
export interface Printed {
  readonly printer: string
  readonly id: string
  readonly copies: number
  readonly format: 'PDF' | 'ZPL'
  readonly bytes: Buffer
}

/** A job that the agent has received and not begun. */
export interface HeldJob {
  readonly request: Request
  /** Prints it and notifies all clients. */
  readonly finish: () => void
  /** Prints it without an answer. */
  readonly finishSilently: () => void
  /** Does not print it and sends the reason; null, as some queues do. */
  readonly refuse: (message: string | null) => void
  /** Drops the connection of the job. */
  readonly drop: () => void
}

/** Returns a text frame as a string. */
export function textOf(data: RawData): string {
  return (Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data as Buffer)).toString()
}

// Fields of the protocol. The late dialect does not answer messages with other fields.
const KNOWN_FIELDS = ['type', 'url', 'file_content', 'raw_content', 'id', 'qty']

export class PrintAgent {
  /** All output in order. */
  readonly printed: Printed[] = []
  /** All received messages, as text. */
  readonly received: string[] = []
  readonly #options: PrintAgentOptions
  readonly #waiting: HeldJob[] = []
  readonly #jobRequests: ((job: HeldJob) => void)[] = []
  readonly #clientListeners: (() => void)[] = []
  #isHolding = false
  #server: Server
  #sockets: WebSocketServer
  #port = 0

  private constructor(options: PrintAgentOptions) {
    this.#options = options
    ;[this.#server, this.#sockets] = this.#make()
  }

  static async start(options: PrintAgentOptions = {}): Promise<PrintAgent> {
    const agent = new PrintAgent(options)
    await agent.#listen()
    return agent
  }

  /** The port as in a print server's record. */
  get port(): number {
    return this.#port
  }

  /** The number of connected clients. */
  get clients(): number {
    return this.#sockets.clients.size
  }

  /** Makes all later jobs wait for the test: see `nextJob`. */
  hold(): void {
    this.#isHolding = true
  }

  /** Prints the waiting jobs and all later ones. */
  release(): void {
    this.#isHolding = false
    for (const job of this.#waiting.splice(0)) job.finish()
  }

  /** Returns the next received job that was not returned before. Waits for one if needed. */
  nextJob(): Promise<HeldJob> {
    this.#isHolding = true
    const job = this.#waiting.shift()
    return job ? Promise.resolve(job) : new Promise((resolve) => this.#jobRequests.push(resolve))
  }

  /** Resolves when a client connects. */
  nextClient(): Promise<void> {
    return new Promise((resolve) => this.#clientListeners.push(resolve))
  }

  /** Sends an answer about any job to all clients. */
  answerAll(id: string, ok: boolean, message: string | null = null): void {
    for (const client of this.#sockets.clients) client.send(this.#answerText(id, ok, message))
  }

  /** Sends a text unchanged to all clients. */
  sendToAll(text: string): void {
    for (const client of this.#sockets.clients) client.send(text)
  }

  /** Simulates a power failure: connections end without a message, and the port closes. */
  async stop(): Promise<void> {
    for (const client of this.#sockets.clients) client.terminate()
    this.#sockets.close()
    await new Promise<void>((closed) => {
      this.#server.close(() => closed())
      this.#server.closeAllConnections()
    })
  }

  /** Starts again on the same port. Current jobs are lost: the agent has no queue. */
  async startAgain(): Promise<void> {
    this.#waiting.length = 0
    ;[this.#server, this.#sockets] = this.#make()
    await this.#listen()
  }

  #make(): [Server, WebSocketServer] {
    const { certificate } = this.#options
    const server = certificate ? createHttpsServer(certificate) : createHttpServer()
    const sockets = new WebSocketServer({ noServer: true })
    server.on('upgrade', (incoming, socket, head) => {
      const { pathname } = new URL(incoming.url ?? '/', 'ws://agent')
      // The late dialect does not accept '/printer/'.
      if (pathname !== '/printer') {
        socket.end('HTTP/1.1 404 Not Found\r\n\r\n')
        return
      }
      sockets.handleUpgrade(incoming, socket, head, (client) => this.#accept(client, incoming))
    })
    server.on('request', (incoming, outgoing) => {
      const page = this.#pageOf(incoming)
      if (page === undefined) outgoing.writeHead(404).end()
      else {
        outgoing.writeHead(200, { 'content-type': 'application/json', 'access-control-allow-origin': '*' })
        outgoing.end(JSON.stringify(page))
      }
    })
    return [server, sockets]
  }

  // Pages that the late dialect serves to any origin: its settings, including the token, and its printers.
  #pageOf({ url, headers }: IncomingMessage): unknown {
    const { dialect, token = '', printers = [], unnamed = [] } = this.#options
    const isRefused = token !== '' && headers.authorization !== `Bearer ${token}`
    if (dialect === 'early' || isRefused) return undefined
    const mappings = printers.map((type) => ({ type, name: `Printer ${type}` }))
    if (url === '/config.json') {
      return {
        server: { authentication: { token } },
        printer: { enabled: true, autoRotate: false, mappings },
      }
    }
    if (url !== '/system/printers.json') return undefined
    return [...mappings.map(({ name }) => name), ...unnamed].map((name) => ({ name, description: '' }))
  }

  async #listen(): Promise<void> {
    await new Promise<void>((listening) => this.#server.listen(this.#port, '127.0.0.1', listening))
    this.#port = (this.#server.address() as AddressInfo).port
  }

  #accept(client: WebSocket, incoming: IncomingMessage): void {
    const early = this.#options.dialect === 'early'
    const query = new URL(incoming.url ?? '/', 'ws://agent').searchParams
    const given = query.get(early ? 'access_token' : 'token')
    if (this.#options.token !== undefined && given !== this.#options.token) {
      if (early) client.close(1003, 'Token Mismatch')
      else client.close(1003, 'Invalid token')
      return
    }
    client.on('message', (data) => this.#receive(client, textOf(data)))
    for (const notify of this.#clientListeners.splice(0)) notify()
  }

  #receive(client: WebSocket, text: string): void {
    this.received.push(text)
    const request = this.#read(text)
    // A malformed request gets no answer.
    if (!request) return
    const job = this.#jobOf(client, request)
    if (!this.#isHolding) {
      job.finish()
      return
    }
    const deliverJob = this.#jobRequests.shift()
    if (deliverJob) deliverJob(job)
    else this.#waiting.push(job)
  }

  #read(text: string): Request | undefined {
    let value: unknown
    try {
      value = JSON.parse(text)
    } catch {
      return undefined
    }
    if (typeof value !== 'object' || value === null) return undefined
    const request = value as Request
    const hasUnknownField = Object.keys(request).some((field) => !KNOWN_FIELDS.includes(field))
    if (hasUnknownField && this.#options.dialect !== 'early') return undefined
    return typeof request.type === 'string' && typeof request.url === 'string' ? request : undefined
  }

  #jobOf(client: WebSocket, request: Request): HeldJob {
    const { type, url, id, qty = 1, file_content: file, raw_content: raw } = request
    const early = this.#options.dialect === 'early'
    const failure = (): string | undefined => {
      if (!(this.#options.printers ?? []).includes(type)) {
        return `${early ? 'java.awt.print.PrinterException - ' : ''}No matched printer: ${type}`
      }
      if (raw === undefined && !/^[^/]+\.pdf$/.test(url)) return `Unknown file type: ${url}`
      if (!/^[A-Za-z0-9+/]+={0,2}$/.test(raw ?? file ?? '')) return 'Illegal base64 character'
      return undefined
    }
    const print = () =>
      this.printed.push({
        printer: type,
        id,
        // Both versions print raw data once, whatever the number of copies.
        copies: raw === undefined ? qty : 1,
        format: raw === undefined ? 'PDF' : 'ZPL',
        bytes: Buffer.from(raw ?? file ?? '', 'base64'),
      })
    return {
      request,
      finish: () => {
        const message = failure()
        if (message === undefined) print()
        this.answerAll(id, message === undefined, message ?? null)
      },
      finishSilently: print,
      refuse: (message) => this.answerAll(id, false, message),
      drop: () => client.terminate(),
    }
  }

  #answerText(id: string, ok: boolean, message: string | null): string {
    return JSON.stringify(
      this.#options.dialect === 'early'
        ? { status: ok ? 0 : 1, id, ...(message !== null && { message }) }
        : { success: ok, message, id, printerName: ok ? 'printer' : null },
    )
  }
}
