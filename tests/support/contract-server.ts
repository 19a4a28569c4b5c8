import { type ServerType, serve } from '@hono/node-server'
import { Hono } from 'hono'
import { onTestFinished } from 'vitest'
import { makeProblem, PROBLEM_MEDIA_TYPE, type ProblemCode } from '#core/wire/problem.ts'
import { type Refusal, type RefusalCode, refuse } from '#core/wire/refusals.ts'
import { formatRefusal, processedMessage, REPLIES } from '#core/wire/reply-messages.ts'

// A small HTTP server with one warehouse in memory, for screen tests. It can give answers that the real
// server gives only in rare failures. tests/integration tests the real server.

export interface ReceivedCall {
  readonly method: string
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  // oxlint-disable-next-line typescript/no-explicit-any -- a body as received
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
  LastChangedBy?: string
}
interface Stock {
  VarietyCode: string
  TrimType: string
  Qty: number
  AvailableQty?: number
  StockType: string
}
// A dump or a return.
interface Log {
  header: Record<string, unknown> & { LogNbr: string }
  lines: (Record<string, unknown> & { ID: number; BarcodeID: string; Status: string; Qty: number })[]
}
interface Issuance {
  header: Record<string, unknown> & { TagNbr: string; Status: string }
  lines: Line[]
}

/**
 * The answer that a test provides: JSON with status 200, a Response, or undefined for the server's own
 * answer.
 */
export type Answer = (asked: ReceivedCall) => unknown

export interface ContractServer {
  readonly base: string
  readonly asked: ReceivedCall[]
  /** Returns the received changes, of all calls or of one. */
  readonly posts: (call?: string) => readonly ReceivedCall[]
  readonly issuances: Map<string, Issuance>
  readonly dumps: Map<string, Log>
  readonly returns: Map<string, Log>
  readonly stock: Map<string, Stock>
  /** More records of a barcode, on other shelves. */
  readonly otherShelves: Map<string, readonly (Stock & { BarcodeID: string; StorageLocation: string })[]>
  /** Replaces the server's answer to a call (`POST issuance`). Undefined restores it. */
  readonly answer: (call: string, answer: Answer | undefined) => void
  /** Holds back the answers to a call until the returned function runs. */
  readonly hold: (call: string) => () => void
  /** Delay of each answer in milliseconds. */
  delay: number
  readonly close: () => Promise<void>
}

export function problemAnswer(code: ProblemCode, detail = ''): Response {
  const problem = makeProblem(code, detail)
  return new Response(JSON.stringify(problem), {
    status: problem.status,
    headers: { 'content-type': PROBLEM_MEDIA_TYPE },
  })
}

/** Returns the answer to a change that does not fit the state of the document. */
export function refusedAnswer(code: RefusalCode, facts: Refusal['facts']): Response {
  const refusal = refuse(code, facts)
  return new Response(
    JSON.stringify(makeProblem('state_conflict', formatRefusal(refusal), { state: { refusal } })),
    { status: 409, headers: { 'content-type': PROBLEM_MEDIA_TYPE } },
  )
}

export function stockOf(change: Partial<Stock> = {}): Stock {
  return { VarietyCode: 'ALB', TrimType: 'Plug', Qty: 100, StockType: 'COMMERCIAL', ...change }
}

export function issuanceOf(
  number: string,
  change: Record<string, unknown> = {},
  lines: readonly (Partial<Line> & { BarcodeID: string })[] = [],
): Issuance {
  return {
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
  }
}

const logOf = (
  header: Record<string, unknown> & { LogNbr: string },
  lines: readonly { readonly BarcodeID: string; readonly [name: string]: unknown }[],
): Log => ({
  header: { TrimSeasonID: 'S1', Comments: '', ...header },
  lines: lines.map((line, index) => ({
    ID: index + 1,
    Status: 'OPEN',
    Qty: 40,
    ReasonCode: 'DEAD',
    ...line,
  })),
})

export function dumpOf(
  number: string,
  change: Record<string, unknown> = {},
  lines: Parameters<typeof logOf>[1] = [],
): Log {
  return logOf(
    {
      LogNbr: number,
      Status: 'OPEN',
      AuthorizedBy: 'Ann',
      AuthorizedDate: '2026-11-20',
      DumpWarehouse: 'WAT',
      StorageType: 'INVENTORY',
      ...change,
    },
    lines,
  )
}

export function returnOf(
  number: string,
  change: Record<string, unknown> = {},
  lines: Parameters<typeof logOf>[1] = [],
): Log {
  return logOf(
    {
      LogNbr: number,
      PostStatus: 'OPEN',
      ReturnedFromNbr: 'G1',
      ReturnedFromType: 'Grower',
      growerEntity: 'Coast Berries',
      ReturnWarehouse: 'WAT',
      InventoryEffect: 'GROWERSTORAGE',
      ReturnedDate: '2026-11-20',
      ...change,
    },
    lines,
  )
}

/** Starts a server that stops at the end of the test. */
export async function startContractServer(): Promise<ContractServer> {
  const asked: ReceivedCall[] = []
  const answers = new Map<string, Answer>()
  const issuances = new Map<string, Issuance>()
  const dumps: ContractServer['dumps'] = new Map()
  const returns: ContractServer['returns'] = new Map()
  const stock: ContractServer['stock'] = new Map()
  const otherShelves: ContractServer['otherShelves'] = new Map()
  let nextNumber = 10_000_900
  let nextLine = 500

  const save = ({ body }: ReceivedCall) => {
    const { IssuanceHeader: header, InventoryLines: lines = [] } = body
    const number = header.TagNbr || String((nextNumber += 1))
    const known = issuances.get(number) ?? issuanceOf(number)
    const before = known.header['DocumentVersion']
    const isEnd = header.Status === 'SHIPPED' || header.Status === 'CANCELLED'
    if (isEnd && typeof before === 'number' && header.DocumentVersion !== before) {
      return refusedAnswer('documentChanged', { number })
    }
    issuances.set(number, known)
    Object.assign(known.header, header, { TagNbr: number })
    const versions = typeof before === 'number' ? { VersionBefore: before, VersionAfter: before + 1 } : {}
    if (typeof before === 'number') known.header['DocumentVersion'] = before + 1
    const replies = lines.map((line: Line & { IsSecondShelf?: boolean }) => {
      const found = line.IsSecondShelf
        ? otherShelves.get(line.BarcodeID)?.find((each) => each.StorageLocation === line.StorageLocation)
        : stock.get(line.BarcodeID)
      if (line.Status === 'RESERVED' && found && line.OrderQty > found.Qty) {
        return { Message: REPLIES.insufficientQuantity, ID: null, BarcodeID: line.BarcodeID }
      }
      let on = known.lines.find((each) =>
        line.IsSecondShelf
          ? each.BarcodeID === line.BarcodeID && each.StorageLocation === line.StorageLocation
          : line.ID
            ? String(each.ID) === String(line.ID)
            : each.BarcodeID === line.BarcodeID,
      )
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
    return {
      Message: processedMessage('Issuance'),
      TagNbr: Number(number),
      InventoryLines: replies,
      ...versions,
    }
  }

  /** Saves a log like the real server: sent fields change, all others stay. */
  const saveLog = (
    logs: Map<string, Log>,
    names: { readonly header: string; readonly lines: string; readonly what: string },
    make: typeof dumpOf,
    { body }: ReceivedCall,
  ) => {
    const header = body[names.header]
    const number = header.LogNbr || String((nextNumber += 1))
    const known = logs.get(number) ?? make(number)
    logs.set(number, known)
    Object.assign(known.header, header, { LogNbr: number })
    const replies = (body[names.lines] ?? []).map((line: Log['lines'][number]) => {
      let on = known.lines.find(
        (each) => each.BarcodeID === line.BarcodeID && (each.StorageLocation ?? '') === line.StorageLocation,
      )
      const found = stock.get(line.BarcodeID)
      if (line.Status === 'OPEN' && found && line.Qty > found.Qty) {
        return { Message: REPLIES.insufficientQuantity, ID: on?.ID ?? null, BarcodeID: line.BarcodeID }
      }
      if (!on) {
        nextLine += 1
        on = { ...line, ID: nextLine }
        known.lines.push(on)
      }
      Object.assign(on, line, { ID: on.ID })
      return {
        Message: `${names.what} Log Line ${line.Status} successfully`,
        ID: on.ID,
        BarcodeID: line.BarcodeID,
      }
    })
    return { Message: processedMessage(names.what), LogNbr: Number(number), InventoryLines: replies }
  }
  const pageOf = (logs: readonly Log[], query: ReceivedCall['query']) => {
    const all = logs.filter(
      ({ header: { Status, PostStatus } }) =>
        !query.status || query.status.split(',').includes(String(PostStatus ?? Status)),
    )
    const offset = Number(query.offset ?? 0)
    return {
      Records: all.slice(offset, offset + Number(query.limit ?? 25)).map(({ header }) => header),
      TotalRowCount: all.length,
    }
  }
  const deleteFrom = (logs: Map<string, Log>, { path, query }: ReceivedCall) => {
    const found = logs.get(query.lognbr ?? '')
    if (found) found.lines = found.lines.filter((line) => String(line.ID) !== path.split('/').at(-1))
  }
  const records = (query: ReceivedCall['query'], storageLocation: string) =>
    [...stock]
      .filter(([barcode]) => !query.barcodeid || query.barcodeid === barcode)
      .filter(([, each]) => !query.stocktype || query.stocktype === each.StockType)
      .filter(([, each]) => !query.varietycode || query.varietycode === each.VarietyCode)
      .map(([BarcodeID, each]) => ({
        BarcodeID,
        AvailableQty: each.Qty,
        StorageLocation: storageLocation,
        ...each,
      }))
      .flatMap((record) => [
        record,
        ...(otherShelves.get(record.BarcodeID) ?? []).map((each) => ({ ...each, AvailableQty: each.Qty })),
      ])

  const foundOf = <Item>(all: readonly Item[], { offset = '0', limit }: ReceivedCall['query']) => ({
    Records: all.slice(Number(offset), limit === undefined ? undefined : Number(offset) + Number(limit)),
    TotalRowCount: all.length,
  })

  const calls: Readonly<Record<string, Answer>> = {
    'GET dump': ({ query }) =>
      pageOf(
        [...dumps.values()].filter(({ header }) => header.StorageType === query.storagetype),
        query,
      ),
    'GET dump/:id': ({ path }) => {
      const found = dumps.get(path.split('/').at(-1) ?? '')
      return found ? { DumpHeader: found.header, DumpLogLines: found.lines } : { DumpHeader: null }
    },
    'POST dump': (asked) =>
      saveLog(dumps, { header: 'DumpHeader', lines: 'DumpLogLines', what: 'Dump' }, dumpOf, asked),
    'DELETE dumplogline/:id': (asked) => {
      deleteFrom(dumps, asked)
      return { Message: REPLIES.dumpLineDeleted }
    },
    'GET return': ({ query }) => pageOf([...returns.values()], query),
    'GET return/:id': ({ path }) => {
      const found = returns.get(path.split('/').at(-1) ?? '')
      return found ? { ReturnHeader: found.header, ReturnLines: found.lines } : { ReturnHeader: null }
    },
    'POST return': (asked) =>
      saveLog(returns, { header: 'ReturnHeader', lines: 'ReturnLogLines', what: 'Return' }, returnOf, asked),
    'DELETE returnlogline/:id': (asked) => {
      deleteFrom(returns, asked)
      return { Message: REPLIES.returnLineDeleted }
    },
    'GET issuancedetail': ({ query }) => ({
      Records: records(query, '').map(({ Qty, ...each }) => ({ ...each, Qty, PickQty: Qty })),
    }),
    'GET growerdetails': ({ query }) => {
      const { Records, TotalRowCount } = foundOf(records(query, `#GR${query.returnedfromnbr}`), query)
      return { Result: Records, TotalRowCount }
    },
    'GET growers': () => ({
      Result: [
        { Id: 'G1', GrowerEntity: 'Coast Berries' },
        { Id: 'G2', GrowerEntity: 'Hill Farms' },
      ],
    }),
    'GET reasoncode': ({ query }) => ({
      Result:
        query.reasontype === 'DUMP'
          ? [
              { Id: 1, ReasonType: 'DUMP', ReasonCode: 'DEAD', ReasonDescript: 'Dead plants' },
              { Id: 2, ReasonType: 'DUMP', ReasonCode: 'MOLD', ReasonDescript: 'Mould' },
            ]
          : [{ Id: 3, ReasonType: 'INVENTORY', ReasonCode: 'GOOD', ReasonDescript: 'In good order' }],
    }),
    'GET adjustmentrequest': () => ({ Records: [] }),
    'POST plantinventory': () => ({ Message: processedMessage('Adjustment') }),
    'GET issuance': ({ query }) => {
      const all = [...issuances.values()]
        .map(({ header }) => header)
        .filter(
          ({ Status }) =>
            query.all === 'true' || (query.status || 'OPEN,RESERVED').split(',').includes(Status),
        )
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
    'GET plantinventory': ({ query }) => foundOf(records(query, 'A-01'), query),
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
    const sent = await context.req.text()
    const one: ReceivedCall = {
      method: context.req.method,
      path,
      query: context.req.query(),
      body: sent === '' ? undefined : JSON.parse(sent),
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
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      if ('closeAllConnections' in server) server.closeAllConnections()
    })
  onTestFinished(close)
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    base: `http://127.0.0.1:${port}/api/`,
    asked,
    posts: (call) =>
      asked.filter(({ method, path }) => method === 'POST' && (call === undefined || path === call)),
    issuances,
    dumps,
    returns,
    stock,
    otherShelves,
    answer: (call, answer) => void (answer ? answers.set(call, answer) : answers.delete(call)),
    hold: (call) => {
      let letGo = () => {}
      const held = new Promise<void>((resolve) => {
        letGo = resolve
      })
      answers.set(call, () => held)
      return letGo
    },
    get delay() {
      return control.delay
    },
    set delay(ms) {
      control.delay = ms
    },
    close,
  }
}
