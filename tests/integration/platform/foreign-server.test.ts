import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createClient, installWire, type Perform } from '#app/api/client.ts'
import { wireText } from '#app/api/wire-text.ts'
import { configAtom } from '#app/state/config.ts'
import { store } from '#app/state/store.ts'
import { compareCalls, type Row, tableOf } from '#tests/support/foreign-server/compare.ts'
import { startForeignServer } from '#tests/support/foreign-server/server.ts'
import { SERVER_STYLES, type ServerStyle } from '#tests/support/foreign-server/server-style.ts'
import { type Failures, workShift } from '#tests/support/foreign-server/shift.ts'

// Makes the app's calls at a server that implements only the specification. Compares them field by field; the
// app must report no failure.

interface Shift {
  readonly rows: readonly Row[]
  readonly failures: Failures
}
const shifts = new Map<ServerStyle, Shift>()

beforeAll(async () => {
  vi.stubGlobal('window', { location: { origin: 'http://localhost' } })
  vi.stubGlobal('document', { documentElement: { lang: 'en' } })
  store.set(configAtom, {
    apiBase: '/',
    oidc: { authority: 'http://localhost/oidc', clientId: 'app', scope: 'openid' },
    groups: { admin: [], regular: [], readOnly: [], entityAdmin: [] },
    version: '1',
    extensions: [],
  })
  installWire(wireText)
  for (const temperament of SERVER_STYLES) {
    const server = await startForeignServer({ temperament })
    const token = async () => 'a token'
    const perform: Perform = createClient({
      apiBase: server.base,
      tokens: { get: token, replace: token },
    })
    const failures = await workShift(perform)
    shifts.set(temperament, { rows: compareCalls(server.arrived, temperament !== 'defaults'), failures })
    await server.close()
  }
})

// The next test file of this worker must not see a browser.
afterAll(() => {
  vi.unstubAllGlobals()
  store.set(configAtom, null)
})

describe.each(SERVER_STYLES)('a server that is %s', (temperament) => {
  test('gets the calls of the specification, with their parameters and fields', () => {
    const rows = shifts.get(temperament)?.rows ?? []
    console.info(`${temperament}\n${tableOf(rows)}`)
    expect(rows.flatMap(({ call, deviations }) => deviations.map((each) => `${call}: ${each}`))).toEqual([])
    expect(rows).toHaveLength(37)
  })
  test('is not reported as failing when it does the work', () => {
    expect(shifts.get(temperament)?.failures).toEqual([])
  })
})
