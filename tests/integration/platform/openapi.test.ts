import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { everyCall } from '#server/http/every-call.ts'
import { callDescriptions, type DescribedCall } from '#tests/support/openapi/call-descriptions.ts'
import {
  drawOpenApi,
  exampleState,
  exampleUuid,
  readExamples,
  readOpenApi,
  withoutExample,
} from '#tests/support/openapi.ts'
import { barcodeOf, openWarehouse, type Warehouse } from '#tests/support/warehouse.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const streams = new Set([...withoutExample, 'changes', 'presence'])
const names = Object.keys(callDescriptions)
const examples = readExamples()

test('docs/openapi.json is up to date: npm run docs writes it', () => {
  expect(readOpenApi()).toBe(drawOpenApi(examples))
})

test('examples have the same UUIDs and ledger states in each run of npm run docs', () => {
  const uuids = new Set(JSON.stringify(examples).match(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g))
  expect([...uuids].toSorted()).toEqual([...uuids].map((_, place) => exampleUuid(place + 1)))
  expect(JSON.stringify(examples).match(/id=[^"]+; hash=[^"]+/g)).toEqual([exampleState])
})

describe('every call', () => {
  test('has its path, a summary, its problems, and a flag for extensions', () => {
    const { paths } = JSON.parse(readOpenApi())
    const operations = Object.values<Record<string, Operation>>(paths).flatMap(Object.values<Operation>)
    expect(operations).toHaveLength(names.length)
    for (const { summary, responses } of operations) {
      expect(summary).toMatch(/^[A-Z].{3,}/)
      expect(Object.keys(responses)).toEqual(expect.arrayContaining(['200', '400', '401', '403', '503']))
    }
    const ofSpecification = operations.filter((each) => each['x-extension'] !== true)
    expect(ofSpecification).toHaveLength(37)
  })

  test.each(names.filter((name) => !streams.has(name)))(
    '%s has an example that the contract accepts',
    (name) => {
      const example = examples[name as DescribedCall]
      const call = everyCall[name as keyof typeof everyCall] as {
        body?: v.GenericSchema
        answer: v.GenericSchema
      }
      expect(v.safeParse(call.answer, example?.answer).issues).toBeUndefined()
      if (call.body) expect(v.safeParse(call.body, example?.body).issues).toBeUndefined()
    },
  )
})

interface Operation {
  readonly summary: string
  readonly responses: object
  readonly 'x-extension'?: boolean
}

describe('a client that is generated from the server’s description', () => {
  let warehouse: Warehouse
  const folder = mkdtempSync(join(root, 'tests/.generated-'))
  beforeAll(async () => {
    warehouse = await openWarehouse()
  })
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true })
    await warehouse.close()
  })

  test('compiles, and creates, picks and ships an issuance', async () => {
    const described = await (await fetch(`${warehouse.url}/openapi.json`)).text()
    expect(JSON.parse(described)).toEqual(JSON.parse(readOpenApi()))
    writeFileSync(join(folder, 'openapi.json'), described)
    const program = join(folder, 'program.ts')
    cpSync(fileURLToPath(new URL('openapi-client.txt', import.meta.url)), program)
    await run('oazapfts', join(folder, 'openapi.json'), join(folder, 'client.ts'))
    await run('tsc', '--ignoreConfig', '--strict', '--noEmit', '--skipLibCheck', ...forBrowsers, program)
    const { accessToken } = await warehouse.tokensOf('pia.picker')
    const printed = await run('tsx', program, `${warehouse.url}/api`, accessToken, barcodeOf(1))
    expect(JSON.parse(printed)).toMatchObject({
      IssuanceHeader: { Status: 'SHIPPED' },
      InventoryLines: [{ BarcodeID: barcodeOf(1), Status: 'SHIPPED', PickQty: 7 }],
    })
    const account = { kind: 'stock', owner: 'WAT', place: 'A-01' } as const
    expect(await warehouse.balance(barcodeOf(1), account)).toEqual({ qty: 93, reserved: 0 })
  })
})

const forBrowsers = ['--module', 'esnext', '--moduleResolution', 'bundler', '--target', 'es2023'].concat([
  '--lib',
  'es2023,dom',
  '--types',
  'node',
  '--allowImportingTsExtensions',
])

const start = promisify(execFile)
// Runs a command of the packages and returns its output. Throws if it fails.
const run = async (command: string, ...given: readonly string[]): Promise<string> => {
  const { stdout } = await start(join(root, 'node_modules/.bin', command), [...given], { cwd: root })
  return stdout
}
