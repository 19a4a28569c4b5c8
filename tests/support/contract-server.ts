import { type ServerType, serve } from '@hono/node-server'
import { Hono } from 'hono'
import { makeProblem, PROBLEM_MEDIA_TYPE, type ProblemCode } from '#contract/problem.ts'
import { processed, REPLIES } from '#contract/reply-messages.ts'

// A small server that speaks the contract over HTTP, with one warehouse in memory: for screens, whose tests need answers that
// the real server gives only in a bad hour. What it does well the real one does better; tests/integration holds that one.

export interface Asked {
  readonly method: string
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  // oxlint-disable-next-line typescript/no-explicit-any -- a body as it came over the wire, for tests to look into
  readonly body: any
  readonly key: string | undefined
}

interface Line {
  ID: number
  BarcodeID: string
  Status: string
  Qty: number
  OrderQty: number
  PickQty: number | null
  StorageLocation: string
}
interface Issuance {
  header: Record<string, unknown> & { TagNbr: string; Status: string }
  lines: Line[]
}

/** What a test puts in place of an answer: JSON with 200, a Response, or undefined to let the server answer itself. */
export type Answer = (asked: Asked) => unknown

export interface ContractServer {
  readonly base: string
  readonly asked: Asked[]
  readonly issuances: Map<string, Issuance>
  readonly stock: Map<string, { VarietyCode: string; TrimType: string; Qty: number; StockType: string }>
  /** Answers a call (`POST issuance`) in place of the server until called again with undefined. */
  readonly answer: (call: string, answer: Answer | undefined) => void
  /** Milliseconds that each answer takes. */
  delay: number
  readonly close: () => Promise<void>
}

export const problemAnswer = (code: ProblemCode, detail = ''): Response => {
  const problem = makeProblem(code, detail)
  return new Response(JSON.stringify(problem), {
    status: problem.status,
    headers: { 'content-type': PROBLEM_MEDIA_TYPE },
  })
}

export const issuanceOf = (
  number: string,
  change: Record<string, unknown> = {},
  lines: readonly (Partial<Line> & { BarcodeID: string })[] = [],
): Issuance => ({
  header: {
    TagNbr: number,
    IssueToType: 'Grower',
    IssueToNbr: 'G1',
    EntityName: 'Coast Berries',
    Status: lines.length > 0 ? 'RESERVED' : 'OPEN',
    InventoryLocation: 'WAT',
    TrimSeasonID: 'S1',
    StorageType: 'INVENTORY',
    IssueDate: '2026-11-20',
    ReferenceNbr: '',
    Comments: '',
    ...change,
  },
  lines: lines.map((line, index) => ({
    ID: index + 1,
    Status: 'RESERVED',
    Qty: 40,
    OrderQty: line.Qty ?? 40,
    PickQty: null,
    StorageLocation: 'A-01',
    ...line,
  })),
})

export const startContractServer = async (): Promise<ContractServer> => {
  const asked: Asked[] = []
  const answers = new Map<string, Answer>()
  const issuances = new Map<string, Issuance>()
  const stock: ContractServer['stock'] = new Map()
  let nextNumber = 10_000_900
  let nextLine = 500

  const save = ({ body }: Asked) => {
    const { IssuanceHeader: header, InventoryLines: lines = [] } = body
    const number = header.TagNbr || String((nextNumber += 1))
    const known = issuances.get(number) ?? issuanceOf(number)
    issuances.set(number, known)
    Object.assign(known.header, header, { TagNbr: number })
    const replies = lines.map((line: Line & { Status: string }) => {
      const found = stock.get(line.BarcodeID)
      if (line.Status === 'RESERVED' && found && line.OrderQty > found.Qty) {
        return { Message: REPLIES.insufficientQuantity, ID: null, BarcodeID: line.BarcodeID }
      }
      let on = known.lines.find((each) => each.BarcodeID === line.BarcodeID)
      if (!on) {
        nextLine += 1
        on = { ...line, ID: nextLine, PickQty: null }
        known.lines.push(on)
      }
      Object.assign(on, {
        Status: line.Status,
        Qty: line.Qty,
        OrderQty: line.OrderQty,
        PickQty: line.PickQty,
      })
      return { Message: `Inventory Line ${line.Status} successfully`, ID: on.ID, BarcodeID: line.BarcodeID }
    })
    return { Message: processed('Issuance'), TagNbr: Number(number), InventoryLines: replies }
  }

  const calls: Readonly<Record<string, Answer>> = {
    'GET issuance': ({ query }) => {
      const all = [...issuances.values()]
        .map(({ header }) => header)
        .filter(({ Status }) => query.all === 'true' || ['OPEN', 'RESERVED'].includes(Status))
      const offset = Number(query.offset ?? 0)
      return { Records: all.slice(offset, offset + Number(query.limit ?? 25)), TotalRowCount: all.length }
    },
    'GET issuance/:id': ({ path }) => {
      const found = issuances.get(path.split('/').at(-1) ?? '')
      return found
        ? { IssuanceHeader: found.header, InventoryLines: found.lines }
        : problemAnswer('not_found', 'No issuance of that number')
    },
    'POST issuance': save,
    'DELETE issuancedetail': ({ query }) => {
      const found = issuances.get(query.tagnbr ?? '')
      if (found) {
        found.lines = found.lines.filter((line) => String(line.ID) !== query.id)
        if (found.lines.length === 0) found.header.Status = 'OPEN'
      }
      return { Message: REPLIES.issuanceLineDeleted }
    },
    'GET plantinventory': ({ query }) =>
      [...stock]
        .filter(([barcode]) => !query.barcodeid || query.barcodeid === barcode)
        .filter(([, each]) => !query.stocktype || query.stocktype === each.StockType)
        .filter(([, each]) => !query.varietycode || query.varietycode === each.VarietyCode)
        .map(([BarcodeID, each]) => ({
          BarcodeID,
          ...each,
          AvailableQty: each.Qty,
          StorageLocation: 'A-01',
        })),
    'GET warehouse': () => ({
      Data: [
        { Code: 'WAT', Descript: 'Watsonville' },
        { Code: 'SAL', Descript: 'Salinas' },
      ],
    }),
    'GET grower': () => ({
      Result: [
        { Id: 'G1', GrowerEntity: 'Coast Berries', PickUpLocationId: 'WAT' },
        { Id: 'G2', GrowerEntity: 'Hill Farms', PickUpLocationId: 'SAL' },
      ],
    }),
    'GET nursery': () => ({ Result: [{ Id: 'N1', Name: 'Redwood Nursery' }] }),
    'GET variety': () => ({ Data: [{ Code: 'ALB', Descript: 'Albion' }] }),
    'GET trimtype': () => ({ Result: [{ Id: 1, TrimType: 'Plug' }] }),
  }

  const app = new Hono()
  const control = { delay: 0 }
  app.all('/api/*', async (context) => {
    const path = context.req.path.replace('/api/', '')
    const [first = '', rest] = path.split('/')
    const call = `${context.req.method} ${first}${rest === undefined ? '' : '/:id'}`
    const one: Asked = {
      method: context.req.method,
      path,
      query: context.req.query(),
      body: context.req.method === 'POST' ? await context.req.json() : undefined,
      key: context.req.header('idempotency-key'),
    }
    asked.push(one)
    if (control.delay > 0) await new Promise((resolve) => setTimeout(resolve, control.delay))
    const given = (await answers.get(call)?.(one)) ?? calls[call]?.(one)
    if (given instanceof Response) return given
    return given === undefined ? problemAnswer('call_not_available') : context.json(given)
  })

  const server = await new Promise<ServerType>((resolve) => {
    const started = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, () => resolve(started))
  })
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    base: `http://127.0.0.1:${port}/api/`,
    asked,
    issuances,
    stock,
    answer: (call, answer) => void (answer ? answers.set(call, answer) : answers.delete(call)),
    get delay() {
      return control.delay
    },
    set delay(ms) {
      control.delay = ms
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        if ('closeAllConnections' in server) server.closeAllConnections()
      }),
  }
}
