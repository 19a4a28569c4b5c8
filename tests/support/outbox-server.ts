import { makeProblem, PROBLEM_MEDIA_TYPE, type ProblemCode } from '#core/wire/problem.ts'
import { processedMessage, REPLIES } from '#core/wire/reply-messages.ts'

// A server in this process that stores issuances, and the answer to each change under its person and key like
// the real one (tests/integration/platform/idempotency.test.ts). The test injects the faults.

export interface ServedCall {
  /** 'POST issuance' */
  readonly call: string
  readonly person: string
  readonly key: string | undefined
  // oxlint-disable-next-line typescript/no-explicit-any -- a body as received
  readonly body: any
}

interface ServedLine {
  readonly ID: number
  readonly BarcodeID: string
  Status: string
  OrderQty: number
  Qty: number
  PickQty: number | null
}
interface ServedIssuance {
  readonly header: Record<string, unknown>
  readonly lines: ServedLine[]
}

/** The result of a call: its answer, another one, or none. `answer` applies the call, once for each key. */
export type Fault = (answer: () => Response, request: ServedCall) => Response | Promise<Response>

/** The request gets lost before it reaches the server. */
export const loseRequest: Fault = () => {
  throw new TypeError('Failed to fetch')
}
/** The server applies the change, but its answer gets lost. */
export const loseAnswer: Fault = (answer) => {
  answer()
  throw new TypeError('Failed to fetch')
}

/** Applies a fault to changes only; reads succeed. */
export function onChanges(fault: Fault): Fault {
  return (answer, request) => (request.call.startsWith('GET') ? answer() : fault(answer, request))
}

/** Holds changes back until `letGo` is called, then applies `then`. */
export function holdChanges(then: Fault = (answer) => answer()): {
  readonly fault: Fault
  readonly letGo: () => void
} {
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  const fault = onChanges(async (answer, request) => {
    await held
    return then(answer, request)
  })
  return { fault, letGo: () => letGo() }
}

export function problem(code: ProblemCode): Response {
  const problemBody = makeProblem(code, '')
  return new Response(JSON.stringify(problemBody), {
    status: problemBody.status,
    headers: { 'content-type': PROBLEM_MEDIA_TYPE },
  })
}

const json = (body: unknown) => new Response(JSON.stringify(body))

export class OutboxServer {
  readonly issuances = new Map<string, ServedIssuance>()
  /** All calls in order, including those that never reached the server. */
  readonly received: ServedCall[] = []
  /** Each effect once: 'pia: 10000001 B000000001 PICKED 40'. */
  readonly effects: string[] = []
  /** Barcodes that are out of stock. */
  readonly outOfStock = new Set<string>()
  /** People whose tokens the server refuses. */
  readonly signedOut = new Set<string>()
  /** People who have lost their location. */
  readonly withdrawn = new Set<string>()
  /** The server checks idempotency keys. */
  remembersKeys = true
  /** Fault of all calls from now on; undefined: normal answers. */
  fault: Fault | undefined
  readonly #answers = new Map<string, { readonly body: string; readonly text: string }>()
  #lastNumber = 10_000_900
  #lastLine = 500

  issuance(number: string, ...barcodes: readonly string[]): ServedIssuance {
    const made = {
      header: { TagNbr: number, IssueToType: 'Grower', IssueToNbr: 'G1', Status: 'RESERVED' },
      lines: barcodes.map((BarcodeID) => this.#line(BarcodeID)),
    }
    this.issuances.set(number, made)
    return made
  }

  /** The calls that are changes. */
  changes(): readonly ServedCall[] {
    return this.received.filter(({ call }) => !call.startsWith('GET'))
  }

  readonly fetch = async (address: string | URL, options: RequestInit = {}): Promise<Response> => {
    const url = new URL(address)
    const headers = new Headers(options.headers)
    const person = headers.get('authorization')?.replace('Bearer ', '').split('.')[0] ?? ''
    const request = {
      call: `${options.method ?? 'GET'} ${url.pathname.replace('/api/', '')}`,
      person,
      key: headers.get('idempotency-key') ?? undefined,
      body: typeof options.body === 'string' ? JSON.parse(options.body) : undefined,
    }
    this.received.push(request)
    const answer = () => this.#answer(request, url)
    return (await this.fault?.(answer, request)) ?? answer()
  }

  #answer(request: ServedCall, url: URL): Response {
    const { person, key, body } = request
    if (this.signedOut.has(person)) return problem('token_expired')
    if (request.call === 'GET userdcs') {
      const location = { id: 'WAT', username: person, location: 'WAT', userLocations: true }
      return json({ Result: this.withdrawn.has(person) ? [] : [location] })
    }
    if (this.withdrawn.has(person))
      return request.call.startsWith('GET') ? problem('not_found') : problem('location_not_allowed')
    if (request.call === 'GET issuance')
      return json({ Records: [...this.issuances.values()].map(({ header }) => header) })
    if (request.call.startsWith('GET issuance/')) {
      const found = this.issuances.get(url.pathname.split('/').at(-1) ?? '')
      return found
        ? json({ IssuanceHeader: found.header, InventoryLines: found.lines })
        : problem('not_found')
    }
    if (request.call !== 'POST issuance') return problem('call_not_available')
    const bodyText = JSON.stringify(body)
    const before =
      key === undefined || !this.remembersKeys ? undefined : this.#answers.get(`${person} ${key}`)
    if (before) return before.body === bodyText ? new Response(before.text) : problem('key_reused')
    const text = JSON.stringify(this.#save(person, body))
    if (key !== undefined) this.#answers.set(`${person} ${key}`, { body: bodyText, text })
    return new Response(text)
  }

  #save(person: string, { IssuanceHeader: header, InventoryLines: lines = [] }: ServedCall['body']): unknown {
    const number = header.TagNbr || String((this.#lastNumber += 1))
    if (!header.TagNbr) this.effects.push(`${person}: ${number} created`)
    const { lines: known, header: stored } = this.issuances.get(number) ?? this.issuance(number)
    if (header.TagNbr && lines.length === 0) {
      this.effects.push(`${person}: ${number} ${header.Comments}`)
      Object.assign(stored, header)
    }
    const InventoryLines = lines.map(({ BarcodeID, Status, OrderQty, Qty, PickQty }: ServedLine) => {
      if (this.outOfStock.has(BarcodeID))
        return { Message: REPLIES.insufficientQuantity, ID: null, BarcodeID }
      let on = known.find((line) => line.BarcodeID === BarcodeID)
      if (!on) {
        on = this.#line(BarcodeID)
        known.push(on)
      }
      Object.assign(on, { Status, OrderQty, Qty, PickQty: PickQty ?? null })
      this.effects.push(`${person}: ${number} ${BarcodeID} ${Status} ${PickQty ?? OrderQty}`)
      return { Message: `Inventory Line ${Status} successfully`, ID: on.ID, BarcodeID }
    })
    return { Message: processedMessage('Issuance'), TagNbr: Number(number), InventoryLines }
  }

  #line(BarcodeID: string): ServedLine {
    this.#lastLine += 1
    return { ID: this.#lastLine, BarcodeID, Status: 'RESERVED', OrderQty: 40, Qty: 40, PickQty: null }
  }
}
