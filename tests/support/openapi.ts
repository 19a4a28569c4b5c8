// The published description of the calls, docs/openapi.json, and its examples.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileCalls } from '#features/stock-files/common/file-calls.ts'
import { everyCall } from '#server/http/every-call.ts'
import { openPlaces } from '#tests/abuse/places.ts'
import { rows } from '#tests/abuse/rows-of-calls.ts'
import { describeCalls, type Example, type Examples, examplesIn } from './openapi/describe.ts'

const published = new URL('../../docs/openapi.json', import.meta.url)

/** Returns the text that docs/openapi.json must have, with these examples. */
export function drawOpenApi(examples: Examples): string {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
  return `${JSON.stringify(describeCalls(version, examples), null, 1)}\n`
}

/** The examples in docs/openapi.json. */
export function readExamples(): Examples {
  return examplesIn(JSON.parse(readOpenApi()))
}

// Gets an example of each call from a running server.
async function recordExamples(): Promise<Examples> {
  const places = await openPlaces()
  const found: Record<string, Example> = {}
  const uuids = new Map<string, string>()
  try {
    for (const [name, call] of Object.entries(everyCall)) {
      const row = rows[name as keyof typeof rows]
      const { path, body } = await row.ask(places.own, places)
      const sent = await places.warehouse.call('sam.super', call.method, path, {
        ...(body !== undefined && { body }),
        key: crypto.randomUUID(),
      })
      if (!sent.ok) throw new Error(`${name}: ${sent.status} ${await sent.text()}`)
      const [address = '', search = ''] = path.split('?')
      const params = paramsOf(call.path, address)
      const query = Object.fromEntries(new URLSearchParams(search))
      found[name] = {
        ...(Object.keys(params).length > 0 && { params }),
        ...(Object.keys(query).length > 0 && { query }),
        ...(body !== undefined && { body }),
        answer: shortened(await sent.json(), uuids),
      }
    }
  } finally {
    await places.warehouse.close()
  }
  return found
}

/** Writes docs/openapi.json, with new examples. */
export async function writeOpenApi(): Promise<void> {
  writeFileSync(published, drawOpenApi(await recordExamples()))
}

/** Returns the text of docs/openapi.json. */
export function readOpenApi(): string {
  return readFileSync(published, 'utf8')
}

/** The calls that answer with a file. They have no example. */
export const withoutExample: ReadonlySet<string> = new Set(Object.keys(fileCalls))

// The values of `{name}` in a path.
const paramsOf = (pattern: string, address: string): Record<string, string> => {
  const parts = address.split('/')
  return Object.fromEntries(
    pattern.split('/').flatMap((part, index) => {
      const [, name] = /^\{(\w+)\}$/.exec(part) ?? []
      return name === undefined ? [] : [[name, decodeURIComponent(parts[index] ?? '')]]
    }),
  )
}

/** Returns the UUID of an example. It depends only on its position, so it is the same in each run. */
export function exampleUuid(place: number): string {
  return `00000000-0000-4000-8000-${String(place).padStart(12, '0')}`
}

/** The ledger state in examples. */
export const exampleState = `id=${'0'.repeat(32)}; run=${'0'.repeat(16)}; position=1; hash=${'0'.repeat(32)}; at=1795420800000`

// Shortens lists to two records and files to their beginning. Times, UUIDs and ledger states become the same
// in each run.
const shortened = (value: unknown, uuids: Map<string, string>, name = ''): unknown => {
  if (Array.isArray(value)) return value.slice(0, 2).map((each) => shortened(each, uuids))
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, shortened(each, uuids, key)]))
  }
  if (typeof value !== 'string') return value
  if (name === 'FileData') return value.slice(0, 24)
  if (value.startsWith('id=') && value.includes('; hash=')) return exampleState
  if (/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(value)) {
    const known = uuids.get(value) ?? exampleUuid(uuids.size + 1)
    uuids.set(value, known)
    return known
  }
  return /^\d{4}-\d\d-\d\dT/.test(value) ? '2026-11-23T08:00:00.000Z' : value
}
