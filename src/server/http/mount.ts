import { createHash } from 'node:crypto'
import type { Context, Hono } from 'hono'
import * as v from 'valibot'
import type { Call } from '#contract/call.ts'
import { type FieldError, makeProblem, type Problem } from '#contract/problem.ts'
import { fail, type Result, succeed } from '#contract/result.ts'
import type { ReadAhead } from '#server/domain/read-ahead.ts'
import { onPaperIn } from '#server/reports/paper/words.ts'
import type { ApiEnvironment } from './authenticate.ts'
import { type EveryCallName, everyCall } from './every-call.ts'
import type { DocumentHandlers, Handlers, User } from './handlers.ts'
import { parseJson } from './parse-json.ts'
import type { MayChange, RunChange, SentAnswer } from './ports.ts'
import { answerResponse, problemAnswer, problemResponse } from './problems.ts'
import { readBody } from './read-body.ts'
import { noteRequest } from './request-log.ts'

// The parsed parts of a request.
interface Parsed {
  readonly params?: unknown
  readonly query?: unknown
  readonly body?: unknown
}
// A handler of any call: the table of handlers checks its precise type.
type AnyHandler<Transaction> = ((
  request: Parsed & { readonly user: User },
  transaction?: Transaction,
) => Promise<Result<unknown, Problem>>) & { readonly ahead?: (request: Parsed) => ReadAhead | undefined }

// Default maximum body of a call, in bytes.
const largestBody = 20_000
// Up to this size, in bytes, reading and parsing a body is cheaper than checking its sender.
const smallBody = 4_000
const idempotencyKey = /^[\x21-\x7e]{1,200}$/

/** Mounts every call of the contract on `api`; those without a handler answer `call_not_available`. */
export function mountCalls<Transaction>(
  api: Hono<ApiEnvironment>,
  handlers: Handlers<Transaction> & DocumentHandlers<Transaction>,
  runChange: RunChange<Transaction>,
  mayChange: MayChange,
): void {
  const names = Object.keys(everyCall).filter(isCallName)
  for (const name of names) {
    const call: Call = everyCall[name]
    const handler: unknown = handlers[name]
    api.on(call.method, routeOf(call.path), (context) => {
      if (!isHandler<Transaction>(handler)) {
        return refuse(context, makeProblem('call_not_available', `${name} is not available here.`))
      }
      return call.method === 'GET'
        ? read(context, call, handler)
        : change(context, call, handler, runChange, mayChange)
    })
  }
  for (const path of new Set(names.map((name) => everyCall[name].path))) {
    const allowed = names
      .filter((name) => everyCall[name].path === path)
      .map((name) => everyCall[name].method)
    api.all(routeOf(path), (context) =>
      refuse(context, makeProblem('method_not_allowed', `Allowed here: ${allowed.join(', ')}.`), {
        allow: allowed.join(', '),
      }),
    )
  }
}

const isCallName = (name: string): name is EveryCallName => Object.hasOwn(everyCall, name)

function isHandler<Transaction>(value: unknown): value is AnyHandler<Transaction> {
  return typeof value === 'function'
}

// `issuance/{id}` as the router's pattern.
function routeOf(path: string): string {
  return `/${path.replace(/\{(\w+)\}/g, ':$1')}`
}

function refuse(context: Context<ApiEnvironment>, problem: Problem, headers?: Record<string, string>) {
  noteRequest(context.env.incoming, { code: problem.code })
  return problemResponse(problem, headers)
}

async function read<Transaction>(
  context: Context<ApiEnvironment>,
  call: Call,
  handler: AnyHandler<Transaction>,
): Promise<Response> {
  const parsed = parseRequest(context, call, undefined)
  if (!parsed.ok) return refuse(context, parsed.error)
  const outcome = await onPaperIn(context.req.header('accept-language'), () =>
    handler({ ...parsed.value, user: context.var.user }),
  )
  if (!outcome.ok) return refuse(context, outcome.error)
  return answerResponse(jsonAnswer(outcome.value))
}

async function change<Transaction>(
  context: Context<ApiEnvironment>,
  call: Call,
  handler: AnyHandler<Transaction>,
  runChange: RunChange<Transaction>,
  mayChange: MayChange,
): Promise<Response> {
  const { user } = context.var
  const key = context.req.header('idempotency-key')
  if (key !== undefined && !idempotencyKey.test(key)) {
    return refuse(context, malformed([fieldError('Idempotency-Key', '1 to 200 visible ASCII characters')]))
  }
  // A large body of a person who may change nothing is neither read nor parsed.
  if (!(Number(context.req.header('content-length')) <= smallBody)) {
    const allowed = await mayChange(user)
    if (!allowed.ok) return refuse(context, allowed.error, { connection: 'close' })
  }
  const { largest = largestBody } = call
  const received = await readBody(context, largest)
  if (!received.ok) {
    const problem = makeProblem('body_too_large', `This request may hold ${largest} bytes.`)
    return refuse(context, problem, { connection: 'close' })
  }
  const text = received.value
  const parsed = parseRequest(context, call, text)
  if (!parsed.ok) return refuse(context, parsed.error)
  const url = new URL(context.req.url)
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([call.method, url.pathname, url.search, text]))
    .digest('hex')
  const ahead = handler.ahead?.(parsed.value)
  const result = await runChange(
    { username: user.username, key, fingerprint, ahead },
    async (transaction) => {
      const outcome = await handler({ ...parsed.value, user }, transaction)
      return outcome.ok
        ? { answer: jsonAnswer(outcome.value), keep: true }
        : { answer: problemAnswer(outcome.error), keep: false }
    },
  )
  if (result.kind === 'in_progress') {
    const problem = makeProblem('request_in_progress', 'The first request with this key has no answer yet.')
    return refuse(context, problem, { 'retry-after': '1' })
  }
  if (result.kind === 'key_reused') {
    return refuse(context, makeProblem('key_reused', 'This Idempotency-Key came with other content before.'))
  }
  if (result.answer.status >= 400) noteRequest(context.env.incoming, { code: codeOf(result.answer) })
  return answerResponse(result.answer, result.repeated ? { 'idempotency-replayed': 'true' } : {})
}

function jsonAnswer(value: unknown): SentAnswer {
  return { status: 200, contentType: 'application/json', body: JSON.stringify(value) }
}

function codeOf(answer: SentAnswer): string {
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), v.object({ code: v.string() })), answer.body)
  return read.success ? read.output.code : String(answer.status)
}

function parseRequest(
  context: Context<ApiEnvironment>,
  call: Call,
  bodyText: string | undefined,
): Result<Parsed, Problem> {
  const errors: FieldError[] = []
  const parsed: { -readonly [Part in keyof Parsed]: Parsed[Part] } = {}
  const parse = (part: keyof Parsed, schema: v.GenericSchema | undefined, data: unknown) => {
    if (!schema) return
    const result = v.safeParse(schema, data)
    if (result.success) parsed[part] = result.output
    else errors.push(...result.issues.map((issue) => issueError(part, issue)))
  }
  parse('params', call.params, context.req.param())
  // Parameters' names are the specification's, in any case.
  const query = Object.entries(context.req.query()).map(([name, value]) => [name.toLowerCase(), value])
  parse('query', call.query, { ...absent(call.query), ...Object.fromEntries(query) })
  if (call.body) {
    const json = parseJson(bodyText ?? '')
    if (json.ok) parse('body', call.body, json.value)
    else errors.push(fieldError('body', json.error))
  }
  return errors.length > 0 ? fail(malformed(errors)) : succeed(parsed)
}

// Every query parameter as undefined, so that the schema of a missing one says what is expected.
function absent(schema: Call['query']): Record<string, undefined> {
  return Object.fromEntries(Object.keys(schema?.entries ?? {}).map((name) => [name, undefined]))
}

function malformed(errors: readonly FieldError[]): Problem {
  const shown = errors.slice(0, 20)
  return makeProblem('malformed_request', shown.map((error) => error.message).join(' '), { errors: shown })
}

function fieldError(path: string, expected: string): FieldError {
  return { path, expected, message: `${path}: expected ${expected}.` }
}

// Says what was expected, never what was sent: an answer must not carry personal data into a log.
function issueError(part: string, issue: v.BaseIssue<unknown>): FieldError {
  const path = issue.path?.map((item) => String(item.key)).join('.')
  return fieldError(path ? `${part}.${path}` : part, expectedOf(issue))
}

function expectedOf(issue: v.BaseIssue<unknown>): string {
  // Our schemas' own messages say what is expected; valibot's default ones quote the input.
  if (!issue.message.startsWith('Invalid ')) return issue.message
  if (issue.received === 'undefined') return 'a value'
  return typeof issue.expected === 'string' ? issue.expected : issue.type.replaceAll('_', ' ')
}
