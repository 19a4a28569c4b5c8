// A second server, written from the specification alone: 37 calls, no extensions. It stores what it receives.
import { createServer, type IncomingMessage } from 'node:http'
import { type Answered, createDocumentStore, kindNames } from './documents.ts'
import * as seed from './seed.ts'
import { formatId, formatRecord, type ServerStyle, typeErrors, type Values } from './server-style.ts'

/** A received call, unchanged. */
export interface Arrived {
  readonly method: string
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly body: unknown
}

export interface ForeignServer {
  /** Ends with a slash. */
  readonly base: string
  /** All calls so far, including refused ones. */
  readonly arrived: readonly Arrived[]
  readonly close: () => Promise<void>
}

interface Options {
  readonly temperament: ServerStyle
  /** Returns the owner of a token; undefined means 401. Without it every token is accepted. */
  readonly personOf?: (token: string) => Promise<string | undefined>
}

type Answer = (query: URLSearchParams, body: unknown, id: string) => unknown

const isValues = (value: unknown): value is Values => typeof value === 'object' && value !== null
const matches = (filter: string | null, value: unknown) =>
  filter === null || filter === '' || filter.split(',').includes(String(value))

// Returns the calls by method and path. `lots` is additional stock.
function callsOf(temperament: ServerStyle, lots: readonly Values[]): Readonly<Record<string, Answer>> {
  const next = { number: 60_000_001, line: 5001 }
  const shelves = {
    issuance: createDocumentStore(temperament, kindNames.issuance, seed.issuances, next),
    transfer: createDocumentStore(temperament, kindNames.transfer, seed.transfers, next),
    return: createDocumentStore(temperament, kindNames.return, seed.returns, next),
    dump: createDocumentStore(temperament, kindNames.dump, seed.dumps, next),
    request: createDocumentStore(temperament, kindNames.request, seed.requests, next),
  }
  const stock = [...seed.stock, ...lots].map((record) => ({ ...record }))
  let printers = [...seed.printServers]

  const ids = (names: readonly string[]) => (record: Values) =>
    Object.fromEntries(
      Object.entries(record).map(([name, value]) => [
        name,
        names.includes(name) ? formatId(temperament, value) : value,
      ]),
    )
  const listed =
    (name: 'Result' | 'Data', records: readonly Values[], ...names: string[]) =>
    () => ({
      [name]: records.map(ids(['Id', 'id', ...names])),
    })
  const stockOf = (query: URLSearchParams) =>
    stock
      .filter(
        (record) =>
          matches(query.get('inventorylocation'), record['InventoryLocation']) &&
          matches(query.get('barcodeid'), record['BarcodeID']) &&
          matches(query.get('storagetype'), record['StorageType']) &&
          matches(query.get('storagelocation'), record['StorageLocation']) &&
          matches(query.get('varietycode'), record['VarietyCode']),
      )
      .map(ids(['ID', 'VarietyID', 'CodeID', 'AttributesID']))
  const saved = (shelf: ReturnType<typeof createDocumentStore>) => (_: unknown, body: unknown) =>
    shelf.save(isValues(body) ? body : {})

  return {
    'GET userroles': listed('Result', seed.permissions),
    'GET userdcs': (query) => ({
      Result: seed.locations.map(({ Code }, index) => ({
        id: formatId(temperament, index + 1),
        username: query.get('username'),
        location: Code,
      })),
    }),
    'GET warehouse': listed('Data', seed.locations),
    'GET trimseasons': listed('Result', seed.seasons),
    'GET trimtype': listed('Result', seed.trimTypes),
    'GET grower': listed('Result', seed.growers),
    'GET growers': listed('Result', seed.growers),
    'GET nursery': listed('Result', seed.nurseries),
    'GET variety': listed('Data', seed.varieties),
    'GET reasoncode': (query) => ({
      Result: seed.reasonCodes.filter((code) => code['ReasonType'] === query.get('reasontype')),
    }),
    'GET plantinventory': (query) => (stockOf(query).length === 0 ? null : stockOf(query)),
    'POST plantinventory': (_, body) => {
      const sent = isValues(body) ? body : {}
      const wrong = temperament === 'strict' ? typeErrors('AdjustTransaction', sent) : []
      if (wrong.length > 0) return { status: 400, body: { Message: wrong.join('; ') } }
      const record = stock.find(({ BarcodeID }) => BarcodeID === sent['BarcodeID'])
      if (record) Object.assign(record, { ReceivedQty: sent['Qty'] })
      return { Message: 'Trim quantity changed' }
    },
    'GET growerdetails': (query) => ({ Result: stockOf(query) }),
    'GET printservers': (query) => {
      const Records = printers.filter((each) => matches(query.get('printlocation'), each['PrintLocation']))
      return { Records: Records.map((each) => formatRecord(temperament, 'PrintServer', each)) }
    },
    'POST printservers': (_, body) => {
      printers.push({ ...(isValues(body) ? body : {}), ID: next.line++ })
      return { Message: null }
    },
    'DELETE printservers/{id}': (_query, _body, id) => {
      printers = printers.filter(({ ID }) => String(ID) !== id)
      return { Message: null }
    },
    'GET printreport': () => ({ FileData: Buffer.from('%PDF-1.4').toString('base64') }),

    'GET issuance': (query) =>
      shelves.issuance.list(
        (header) =>
          matches(query.get('inventorylocation'), header['InventoryLocation']) &&
          matches(query.get('status'), header['Status']),
        query,
      ),
    'GET issuance/{id}': (_query, _body, id) => shelves.issuance.detail(id),
    'POST issuance': saved(shelves.issuance),
    'DELETE issuancedetail': (query) => shelves.issuance.remove(query.get('id') ?? ''),
    'GET issuancedetail': (query) => ({
      Records: shelves.issuance.all
        .filter(
          ({ header }) =>
            header['Status'] === 'SHIPPED' && matches(query.get('issuetonbr'), header['IssueToNbr']),
        )
        .flatMap(({ lines }) => lines.map((line) => formatRecord(temperament, 'IssuanceLine', line))),
    }),
    'GET dump': (query) =>
      shelves.dump.list((header) => matches(query.get('status'), header['Status']), query),
    'GET dump/{lognbr}': (_query, _body, id) => shelves.dump.detail(id),
    'POST dump': saved(shelves.dump),
    'DELETE dumplogline/{id}': (_query, _body, id) => shelves.dump.remove(id),
    'GET return': (query) =>
      shelves.return.list(
        (header) => matches(query.get('returnwarehouse'), header['ReturnWarehouse']),
        query,
      ),
    'GET return/{nbr}': (_query, _body, id) => shelves.return.detail(id),
    'POST return': saved(shelves.return),
    'DELETE returnlogline/{id}': (_query, _body, id) => shelves.return.remove(id),
    'GET transfers': (query) =>
      shelves.transfer.list(
        (header) =>
          matches(query.get('originlocationid'), header['OriginLocationID']) &&
          matches(query.get('destinationlocationid'), header['DestinationLocationID']) &&
          matches(query.get('transfernbr'), header['TransferNbr']) &&
          matches(query.get('status'), header['Status']),
        query,
      ),
    'GET transfers/{nbr}': (_query, _body, id) => shelves.transfer.detail(id),
    'POST transfers': saved(shelves.transfer),
    'DELETE transferlines/{id}': (_query, _body, id) => shelves.transfer.remove(id),
    'GET adjustmentrequest': (query) => ({
      Records: shelves.request.list((header) => matches(query.get('status'), header['Status']), query)
        .Records,
    }),
    'GET adjustmentrequest/{id}': (_query, _body, id) => shelves.request.detail(id),
    'POST adjustmentrequest': saved(shelves.request),
  }
}

const patternOf = (path: string) => new RegExp(`^${path.replace(/\{\w+\}/g, '([^/]+)')}$`)

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const parts: Uint8Array[] = []
  for await (const part of request) if (part instanceof Uint8Array) parts.push(part)
  const text = Buffer.concat(parts).toString('utf8')
  return text === '' ? undefined : JSON.parse(text)
}

const isAnswered = (answer: unknown): answer is Answered =>
  isValues(answer) && typeof answer['status'] === 'number' && 'body' in answer

/** Answers a call with its relative path. A text body is an HTML page. */
export type AnswerForeign = (method: string, path: string, query: URLSearchParams, body: unknown) => Answered

/** Creates the server without a network, with its seed and additional stock. */
export function createForeignAnswers(temperament: ServerStyle, lots: readonly Values[] = []): AnswerForeign {
  const calls = Object.entries(callsOf(temperament, lots)).map(([name, answer]) => {
    const [method = '', path = ''] = name.split(' ')
    return { method, pattern: patternOf(path), answer }
  })
  return (method, path, query, body) => {
    for (const call of calls) {
      const found = call.method === method ? call.pattern.exec(path) : null
      if (!found) continue
      const answer = call.answer(query, body, found[1] ?? '')
      return isAnswered(answer) ? answer : { status: 200, body: answer }
    }
    return { status: 404, body: '<html><body>No such page</body></html>' }
  }
}

/** Starts the server on a free local port, under the path `/wh/`. */
export async function startForeignServer({ temperament, personOf }: Options): Promise<ForeignServer> {
  const answer = createForeignAnswers(temperament)
  const arrived: Arrived[] = []

  const answerTo = async (request: IncomingMessage): Promise<Answered> => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
    const method = request.method ?? 'GET'
    const path = decodeURIComponent(pathname.replace(/^\/wh\//, ''))
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
    const isKnown = personOf ? (await personOf(token)) !== undefined : token !== ''
    if (!isKnown) return { status: 401, body: { Message: 'Who is there?' } }
    const body = await bodyOf(request)
    arrived.push({ method, path, query: Object.fromEntries(searchParams), body })
    return answer(method, path, searchParams, body)
  }

  const server = createServer((request, response) => {
    const headers = {
      'access-control-allow-origin': '*',
      'access-control-allow-headers': 'authorization, content-type, idempotency-key',
      'access-control-allow-methods': 'GET, POST, DELETE',
    }
    if (request.method === 'OPTIONS') {
      response.writeHead(204, headers).end()
      return
    }
    void answerTo(request).then(({ status, body }) => {
      const isPage = typeof body === 'string'
      response.writeHead(status, { ...headers, 'content-type': isPage ? 'text/html' : 'application/json' })
      response.end(isPage ? body : JSON.stringify(body))
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port')
  return {
    base: `http://127.0.0.1:${address.port}/wh/`,
    arrived,
    close: async () => {
      server.closeAllConnections()
      await new Promise<void>((resolve) => {
        server.close(() => resolve())
      })
    },
  }
}
