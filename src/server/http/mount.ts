import { createHash } from 'node:crypto'
import type { Context, Hono } from 'hono'
import * as v from 'valibot'
import type { Call } from '#core/wire/call.ts'
import { type FieldError, makeProblem, type Problem } from '#core/wire/problem.ts'
import { fail, type Result, succeed } from '#core/wire/result.ts'
import type { Prefetch } from '#server/domain/prefetch.ts'
import type { ApiEnvironment } from './authenticate.ts'
import { type EveryCallName, everyCall } from './every-call.ts'
import type { DocumentHandlers, Handlers, User } from './handlers.ts'
import { parseJson } from './parse-json.ts'
import type { MayChange, ResponseData, RunChange } from './ports.ts'
import {
  answerResponse,
  type OutgoingResponse,
  problemAnswer,
  responseOf,
  toOutgoingProblem,
} from './problems.ts'
import { type BodySource, bodyOf, readBody } from './read-body.ts'
import { runInLanguage } from './request-language.ts'
import { addLogFields } from './request-log.ts'
import { unstorableText } from './storable-text.ts'

// The parsed parts of a request.
interface Parsed {
  readonly params?: unknown
  readonly query?: unknown
  readonly body?: unknown
}
// A handler of any call. The handler table checks the exact types.
type AnyHandler<Transaction> = ((
  request: Parsed & { readonly user: User },
  transaction?: Transaction,
) => Promise<Result<unknown, Problem>>) & {
  readonly ahead?: (request: Parsed) => Prefetch | undefined
  readonly before?: (request: Parsed & { readonly user: User }) => Promise<Result<true, Problem>>
}

// Default maximum body of a call, in bytes.
const maxBodyBytes = 20_000
// Up to this size, parsing a body is cheaper than checking the sender's rights.
const smallBodyBytes = 4_000
const idempotencyKey = /^[\x21-\x7e]{1,200}$/

/** Mounts all calls of the contract on `api`. Calls without a handler return `call_not_available`. */
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
    api.on(call.method, routeOf(call.path), async (context) => {
      if (!isHandler<Transaction>(handler)) {
        return refuse(context, makeProblem('call_not_available', `${name} is not available here.`))
      }
      return call.method === 'GET'
        ? read(context, call, handler)
        : responseOf(await change(toChange(context), call, handler, runChange, mayChange))
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

// Converts `issuance/{id}` to the router's pattern.
function routeOf(path: string): string {
  return `/${path.replace(/\{(\w+)\}/g, ':$1')}`
}

function refuse(context: Context<ApiEnvironment>, problem: Problem, headers?: Record<string, string>) {
  return responseOf(refusal(context.env, problem, headers))
}

function refusal(
  { incoming }: Partial<Pick<IncomingChange, 'incoming'>>,
  problem: Problem,
  headers?: Record<string, string>,
): OutgoingResponse {
  addLogFields(incoming, { code: problem.code })
  return toOutgoingProblem(problem, headers)
}

// A request for a change.
interface IncomingChange extends BodySource {
  readonly user: User
  /** The request's path, with the API prefix. */
  readonly path: string
  /** The query string with its question mark; '' for none. */
  readonly search: string
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
}

function toChange(context: Context<ApiEnvironment>): IncomingChange {
  const { req, var: variables } = context
  const { pathname: path, search } = new URL(req.url)
  return {
    ...bodyOf(context),
    user: variables.user,
    path,
    search,
    params: req.param(),
    query: req.query(),
  }
}

async function read<Transaction>(
  context: Context<ApiEnvironment>,
  call: Call,
  handler: AnyHandler<Transaction>,
): Promise<Response> {
  const parsed = parseRequest(call, { params: context.req.param(), query: context.req.query() }, undefined)
  if (!parsed.ok) return refuse(context, parsed.error)
  const outcome = await runInLanguage(context.req.header('accept-language'), () =>
    handler({ ...parsed.value, user: context.var.user }),
  )
  if (!outcome.ok) return refuse(context, outcome.error)
  return answerResponse(jsonAnswer(outcome.value))
}

async function change<Transaction>(
  input: IncomingChange,
  call: Call,
  handler: AnyHandler<Transaction>,
  runChange: RunChange<Transaction>,
  mayChange: MayChange,
): Promise<OutgoingResponse> {
  const { user, path, search } = input
  const key = input.header('idempotency-key')
  if (key !== undefined && !idempotencyKey.test(key)) {
    return refusal(input, malformed([fieldError('Idempotency-Key', '1 to 200 visible ASCII characters')]))
  }
  // Check rights before reading a large body.
  if (!(Number(input.header('content-length')) <= smallBodyBytes)) {
    const allowed = await mayChange(user)
    if (!allowed.ok) return refusal(input, allowed.error, { connection: 'close' })
  }
  const { maxBodyBytes: maxBytes = maxBodyBytes } = call
  const received = await readBody(input, maxBytes)
  if (!received.ok) {
    const problem = makeProblem('body_too_large', `This request may hold ${maxBytes} bytes.`)
    return refusal(input, problem, { connection: 'close' })
  }
  const text = received.value
  const parsed = parseRequest(call, input, text)
  if (!parsed.ok) return refusal(input, parsed.error)
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([call.method, path, search, text]))
    .digest('hex')
  const request = { ...parsed.value, user }
  const ready = await handler.before?.(request)
  if (ready && !ready.ok) return refusal(input, ready.error)
  const ahead = handler.ahead?.(parsed.value)
  const result = await runChange(
    { username: user.username, key, fingerprint, ahead },
    async (transaction) => {
      const outcome = await handler(request, transaction)
      return outcome.ok
        ? { answer: jsonAnswer(outcome.value), keep: true }
        : { answer: problemAnswer(outcome.error), keep: false }
    },
  )
  if (result.kind === 'in_progress') {
    const problem = makeProblem('request_in_progress', 'The first request with this key has no answer yet.')
    return refusal(input, problem, { 'retry-after': '1' })
  }
  if (result.kind === 'key_reused') {
    return refusal(input, makeProblem('key_reused', 'This Idempotency-Key came with other content before.'))
  }
  if (result.answer.status >= 400) addLogFields(input.incoming, { code: codeOf(result.answer) })
  return { answer: result.answer, headers: result.repeated ? { 'idempotency-replayed': 'true' } : {} }
}

/** Finds the function that runs a change whose path has no parameters; undefined for unknown paths. */
export type FindChangeHandler = (
  path: string,
) => ((input: IncomingChange) => Promise<OutgoingResponse>) | undefined

/** Runs frequent changes without the router, whose request objects cost more than a change's own rules. */
export function directChangeHandlers<Transaction>(
  handlers: Handlers<Transaction> & DocumentHandlers<Transaction>,
  runChange: RunChange<Transaction>,
  mayChange: MayChange,
): FindChangeHandler {
  const answers = new Map<string, (input: IncomingChange) => Promise<OutgoingResponse>>()
  for (const name of Object.keys(everyCall).filter(isCallName)) {
    const call: Call = everyCall[name]
    const handler: unknown = handlers[name]
    if (call.method !== 'POST' || call.path.includes('{') || !isHandler<Transaction>(handler)) continue
    answers.set(call.path, (input) => change(input, call, handler, runChange, mayChange))
  }
  return (path) => answers.get(path)
}

function jsonAnswer(value: unknown): ResponseData {
  return { status: 200, contentType: 'application/json', body: JSON.stringify(value) }
}

function codeOf(answer: ResponseData): string {
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), v.object({ code: v.string() })), answer.body)
  return read.success ? read.output.code : String(answer.status)
}

function parseRequest(
  call: Call,
  { params, query: input }: Pick<IncomingChange, 'params' | 'query'>,
  bodyText: string | undefined,
): Result<Parsed, Problem> {
  const errors: FieldError[] = []
  const parsed: { -readonly [Part in keyof Parsed]: Parsed[Part] } = {}
  const parse = (part: keyof Parsed, schema: v.GenericSchema | undefined, data: unknown) => {
    if (!schema) return
    const unstorable = unstorableText(data)
    if (unstorable !== undefined) {
      errors.push(fieldError(unstorable ? `${part}.${unstorable}` : part, 'no control characters'))
      return
    }
    const result = v.safeParse(schema, data)
    if (result.success) parsed[part] = result.output
    else errors.push(...result.issues.map((issue) => issueError(part, issue)))
  }
  parse('params', call.params, params)
  // Query parameter names are case-insensitive.
  const query = Object.entries(input).map(([name, value]) => [name.toLowerCase(), value])
  parse('query', call.query, { ...undefinedParameters(call.query), ...Object.fromEntries(query) })
  if (call.body) {
    const json = parseJson(bodyText ?? '')
    if (json.ok) parse('body', call.body, json.value)
    else errors.push(fieldError('body', json.error))
  }
  return errors.length > 0 ? fail(malformed(errors)) : succeed(parsed)
}

// Sets every query parameter to undefined, so that missing ones fail with the expected type.
function undefinedParameters(schema: Call['query']): Record<string, undefined> {
  return Object.fromEntries(Object.keys(schema?.entries ?? {}).map((name) => [name, undefined]))
}

function malformed(errors: readonly FieldError[]): Problem {
  const shown = errors.slice(0, 20)
  return makeProblem('malformed_request', shown.map((error) => error.message).join(' '), { errors: shown })
}

function fieldError(path: string, expected: string): FieldError {
  return { path, expected, message: `${path}: expected ${expected}.` }
}

// Reports the expected value, never the received one: logged responses must not contain personal data.
function issueError(part: string, issue: v.BaseIssue<unknown>): FieldError {
  const path = issue.path?.map((item) => String(item.key)).join('.')
  return fieldError(path ? `${part}.${path}` : part, expectedOf(issue))
}

function expectedOf(issue: v.BaseIssue<unknown>): string {
  // Messages of our schemas name the expected value; valibot's defaults quote the input.
  if (!issue.message.startsWith('Invalid ')) return issue.message
  if (issue.received === 'undefined') return 'a value'
  return typeof issue.expected === 'string' ? issue.expected : issue.type.replaceAll('_', ' ')
}
