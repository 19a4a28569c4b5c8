// Generates the OpenAPI 3.1 description from the contract's table, so that it matches the server's checks.
import * as v from 'valibot'
import type { Call } from '#core/wire/call.ts'
import { PROBLEM_MEDIA_TYPE, PROBLEMS, problem } from '#core/wire/problem.ts'
import { LiveEvent, liveCalls } from '#features/live/common/live.ts'
import { fileCalls } from '#features/stock-files/common/file-calls.ts'
import { ImportProgress } from '#features/stock-files/common/stock-import.ts'
import { everyCall } from '#server/http/every-call.ts'
import { callDescriptions, type DescribedCall } from './call-descriptions.ts'
import { answeredSchema, type JsonSchema, sentSchema } from './schemas.ts'

type Json = Readonly<Record<string, unknown>>

// The common parts of all calls. Calls that return a file or stream have no `answer`.
type Described = Pick<Call, 'method' | 'path' | 'params' | 'query' | 'body'> & Partial<Pick<Call, 'answer'>>
const described: Readonly<Record<DescribedCall, Described>> = { ...everyCall, ...fileCalls, ...liveCalls }

// Calls whose body or response is not JSON: the media type, and the schema of a line.
const streams: Readonly<
  Partial<Record<DescribedCall, { readonly type: string; readonly line?: v.GenericSchema }>>
> = {
  exportStock: { type: 'text/csv' },
  exportMovements: { type: 'text/csv' },
  importTemplate: { type: 'text/csv' },
  importStock: { type: 'application/x-ndjson', line: ImportProgress },
  changes: { type: 'application/x-ndjson', line: LiveEvent },
}

/** The values of one call, recorded from a running server by `npm run docs`. */
export interface Example {
  readonly params?: Json
  readonly query?: Json
  readonly body?: unknown
  readonly answer?: unknown
}
export type Examples = Readonly<Partial<Record<DescribedCall, Example>>>

/** Builds the whole description. `version` is the app's. */
export function describeCalls(version: string, examples: Examples): Json {
  const names = Object.keys(callDescriptions).filter(isDescribed)
  const paths: Record<string, Record<string, Json>> = {}
  for (const name of names) {
    const { method, path } = described[name]
    paths[`/${path}`] = { ...paths[`/${path}`], [method.toLowerCase()]: operation(name, examples[name]) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Trimline',
      version,
      summary: 'Warehouse inventory for plant nurseries',
      description:
        'The calls of the specification, and those of this server (x-extension). Quantities are whole plants. ' +
        'A change with an Idempotency-Key is done once, however often it is sent.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/api' }],
    security: [{ signIn: [] }],
    tags: [...new Set(names.map((name) => callDescriptions[name].group))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        signIn: { type: 'http', scheme: 'bearer', description: 'An access token of the identity provider' },
      },
      schemas: { Problem: sentSchema(problem) },
      responses: problemResponses(),
      parameters: {
        IdempotencyKey: {
          name: 'Idempotency-Key',
          in: 'header',
          description:
            '1 to 200 visible ASCII characters. The same key with the same content is answered as before.',
          schema: { type: 'string', minLength: 1, maxLength: 200 },
        },
      },
    },
  }
}

const isDescribed = (name: string): name is DescribedCall => Object.hasOwn(callDescriptions, name)

function operation(name: DescribedCall, example: Example | undefined): Json {
  const { group, summary, extension } = callDescriptions[name]
  const { method, params, query, body } = described[name]
  const isRead = method === 'GET'
  return {
    operationId: name.replace(/\.(\w)/g, (_, letter: string) => letter.toUpperCase()),
    summary,
    tags: [group],
    ...(extension && { 'x-extension': true }),
    parameters: [
      ...parametersIn('path', params, example?.params),
      ...parametersIn('query', query, example?.query),
      ...(isRead || name === 'importStock' || name === 'stopImport'
        ? []
        : [{ $ref: '#/components/parameters/IdempotencyKey' }]),
    ],
    ...(body && { requestBody: content('application/json', sentSchema(body), example?.body, true) }),
    ...(name === 'importStock' && {
      requestBody: content('text/csv', { type: 'string' }, undefined, true),
    }),
    responses: {
      200: { description: 'Done', ...answerOf(name, example) },
      ...Object.fromEntries(
        (isRead ? readStatuses : allStatuses).map((status) => [
          status,
          { $ref: `#/components/responses/Problem${status}` },
        ]),
      ),
    },
  }
}

function answerOf(name: DescribedCall, example: Example | undefined): Json {
  const stream = streams[name]
  if (stream) {
    const schema = stream.line ? answeredSchema(stream.line) : { type: 'string' as const }
    return content(stream.type, schema, undefined)
  }
  const { answer } = described[name]
  const schema: JsonSchema = answer ? answeredSchema(answer) : { type: 'object' }
  return content('application/json', schema, example?.answer)
}

const content = (type: string, schema: JsonSchema, example: unknown, required?: true): Json => ({
  ...(required && { required }),
  content: { [type]: { schema, ...(example !== undefined && { example }) } },
})

function parametersIn(
  place: 'path' | 'query',
  schema: v.GenericSchema | undefined,
  example: Json | undefined,
): readonly Json[] {
  if (!schema) return []
  const { properties = {}, required = [] } = sentSchema(schema)
  return Object.entries(properties).map(([name, of]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: of,
    ...(example?.[name] !== undefined && { example: example[name] }),
  }))
}

const allStatuses = [...new Set(Object.values(PROBLEMS).map(({ status }) => status))].toSorted(
  (a, b) => a - b,
)
const ofChanges = new Set([409, 413, 422])
const readStatuses = allStatuses.filter((status) => !ofChanges.has(status))

function problemResponses(): Json {
  return Object.fromEntries(
    allStatuses.map((status) => {
      const codes = Object.entries(PROBLEMS).filter(([, each]) => each.status === status)
      const schema = {
        allOf: [
          { $ref: '#/components/schemas/Problem' },
          { type: 'object', properties: { code: { enum: codes.map(([code]) => code) } } },
        ],
      }
      const description = codes.map(([code, { title }]) => `${code}: ${title}`).join('; ')
      return [`Problem${status}`, { description, content: { [PROBLEM_MEDIA_TYPE]: { schema } } }]
    }),
  )
}

interface Operation {
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly example?: unknown }[]
  readonly requestBody?: Content
  readonly responses: Readonly<Record<'200', Content>>
}
interface Content {
  readonly content: Readonly<Record<string, { readonly example?: unknown }>>
}

/** The examples of a built description. */
export function examplesIn(description: {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}): Examples {
  return Object.fromEntries(
    Object.keys(callDescriptions)
      .filter(isDescribed)
      .flatMap((name) => {
        const { method, path } = described[name]
        const call = description.paths[`/${path}`]?.[method.toLowerCase()]
        if (!call) return []
        const values = (place: string) =>
          Object.fromEntries(
            call.parameters.flatMap((each) =>
              each.in === place && each.example !== undefined ? [[each.name, each.example]] : [],
            ),
          )
        const example = (of: Content | undefined) => of?.content['application/json']?.example
        return [
          [
            name,
            {
              params: values('path'),
              query: values('query'),
              body: example(call.requestBody),
              answer: example(call.responses[200]),
            },
          ],
        ]
      }),
  )
}
