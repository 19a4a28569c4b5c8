// Sends NUL and unpaired surrogates, which a database cannot store, in every path, query and body; and blanks
// for required texts.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { liveCalls } from '#features/live/common/live.ts'
import { fileCalls } from '#features/stock-files/common/file-calls.ts'
import { everyCall } from '#server/http/every-call.ts'
import type { ProblemBody } from '#tests/support/warehouse.ts'
import {
  adjustment,
  countHeader,
  dumpHeader,
  issuanceHeader,
  returnHeader,
  transferHeader,
} from './bodies.ts'
import { openPlaces, type Places } from './places.ts'
import { type CallName, rows } from './rows-of-calls.ts'

let places: Places
beforeAll(async () => {
  places = await openPlaces()
})
afterAll(() => places.warehouse.close())

const contract = { ...everyCall, ...fileCalls, ...liveCalls }
const names = Object.keys(rows) as CallName[]
const inPaths = ['%00', 'a%00b', '%ED%A0%80', '%25%00']
const inBodies = ['\0', 'a\0b', '\ud800', 'a\udc00']

// Yields copies of the body, each with one text replaced.
function* withText(value: unknown, text: string): Generator {
  if (typeof value === 'string') yield text
  if (typeof value !== 'object' || value === null) return
  for (const [name, each] of Object.entries(value)) {
    for (const changed of withText(each, text)) {
      yield Array.isArray(value)
        ? value.map((other: unknown, at) => (String(at) === name ? changed : other))
        : { ...value, [name]: changed }
    }
  }
}

// Yields copies of the path, each with one part or one query value replaced.
function* withPart(path: string): Generator<string> {
  const [place = '', query = ''] = path.split('?')
  const parts = place.split('/')
  const pairs = query.split('&').filter((pair) => pair !== '')
  for (const part of inPaths) {
    for (let at = 1; at < parts.length; at += 1) yield `${parts.with(at, part).join('/')}?${query}`
    for (let at = 0; at < pairs.length; at += 1) {
      yield `${place}?${pairs.with(at, `${pairs[at]?.split('=')[0]}=${part}`).join('&')}`
    }
  }
}

describe('Abuse 14: control characters and blanks', () => {
  test.each(names)('%s: a text that cannot be stored causes no server error', async (name) => {
    const { warehouse, own } = places
    const { path, body } = await rows[name].ask(own, places)
    const { method } = contract[name]
    const failures: string[] = []
    const send = async (at: string, sent: unknown) => {
      const response = await warehouse.call('sam.super', method, at, {
        ...(sent !== undefined && { body: sent }),
        headers: rows[name].headers ?? {},
      })
      await response.body?.cancel()
      if (response.status >= 500) failures.push(`${response.status} ${at} ${JSON.stringify(sent)}`)
    }
    for (const at of withPart(path)) await send(at, body)
    for (const text of inBodies) {
      for (const changed of typeof body === 'string' ? [] : withText(body, text)) await send(path, changed)
    }
    expect(failures).toEqual([])
  })

  test('the embedded provider does not fail on such a code, token or name', async () => {
    const { url } = places.warehouse
    for (const text of ['\0', 'a\0b']) {
      const form = {
        client_id: 'trimline-app',
        refresh_token: text,
        code: text,
        code_verifier: text,
        redirect_uri: text,
      }
      for (const grant_type of ['refresh_token', 'authorization_code']) {
        const response = await fetch(`${url}/oidc/token`, {
          method: 'POST',
          body: new URLSearchParams({ ...form, grant_type }),
        })
        expect(response.status).toBeLessThan(500)
      }
    }
  })
})

describe('Abuse 14: control characters and blanks', () => {
  const header = (path: string, header: string, lines: string, values: object, field: string) =>
    [`${path} ${field}`, path, { [header]: { ...values, [field]: '  ' }, [lines]: [] }] as const
  const issuance = (field: string) =>
    header('issuance', 'IssuanceHeader', 'InventoryLines', issuanceHeader, field)
  const dump = (field: string) => header('dump', 'DumpHeader', 'DumpLogLines', dumpHeader, field)
  const transfer = (field: string) =>
    header('transfers', 'TransferHeader', 'TransferLines', transferHeader, field)
  test.each([
    issuance('IssueToNbr'),
    issuance('InventoryLocation'),
    issuance('TrimSeasonID'),
    dump('AuthorizedBy'),
    dump('DumpWarehouse'),
    transfer('OriginLocationID'),
    transfer('DestinationLocationID'),
    header('return', 'ReturnHeader', 'ReturnLogLines', returnHeader, 'ReturnedFromNbr'),
    header('count', 'CountHeader', 'CountLines', countHeader, 'ReasonCode'),
    ['adjustment reason', 'plantinventory', { ...adjustment, TransactionReason: '  ' }],
    ['adjustment location', 'plantinventory', { ...adjustment, InventoryLocation: ' ' }],
    ['print proposal', 'printersetup/proposals', { Location: ' ', Work: 'Labels', Template: 'roll-57x32' }],
  ] as const)('%s: a blank in place of a required text is refused as malformed', async (_, path, body) => {
    const { warehouse } = places
    const answer = await warehouse.clerk('sam.super').call<ProblemBody>('POST', path, { body })
    expect([answer.status, answer.body.code]).toEqual([400, 'malformed_request'])
  })

  test.each([
    'issuance?trimseasonid=S1&inventorylocation=%20',
    'plantinventory?inventorylocation=%20&commodity=STRAW',
  ])('GET %s is refused as malformed', async (path) => {
    const answer = await places.warehouse.clerk('sam.super').call<ProblemBody>('GET', path)
    expect([answer.status, answer.body.code]).toEqual([400, 'malformed_request'])
  })
})
