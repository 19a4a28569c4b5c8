import { afterAll, beforeEach, expect, test } from 'vitest'
import { configAtom } from '#app/state/config.ts'
import { printRequestsAtom } from '#app/state/printing.ts'
import { store } from '#app/state/store.ts'
import { kinds } from '#core/kinds/index.ts'
import type { Kind } from '#core/kinds/kind.ts'
import { documentsLike } from '#tests/support/kind-work.ts'
import { printAfter } from './print-after.ts'

beforeEach(() => store.set(printRequestsAtom, []))
afterAll(() => store.set(configAtom, null))

// The print requests after a step of a document of this kind, on which 4 plants were received.
const askedAfter = (kind: Kind, step: string, extensions: readonly string[] = ['printers']) => {
  store.set(configAtom, {
    apiBase: '/api/',
    oidc: { authority: 'http://127.0.0.1/', clientId: 'trimline', scope: 'openid' },
    groups: { admin: [], regular: [], readOnly: [], entityAdmin: [] },
    version: '1',
    extensions: [...extensions],
  })
  const { document, line } = documentsLike({
    kind: kind.kind,
    number: '20000001',
    status: 'OPEN',
    header: {},
    line: { received: 4 },
  })
  const [mode] = Object.values(kind.modes)
  if (!mode) throw new Error('A kind has a mode')
  printAfter(kind, mode, step, document([line('B000000001')]))
  return store.get(printRequestsAtom)
}

test('a shipped document and a received transfer request printing, with a label for each plant', () => {
  const after = Object.values(kinds).flatMap((kind: Kind) =>
    Object.keys(kind.documentSteps).flatMap((step) => {
      store.set(printRequestsAtom, [])
      return askedAfter(kind, step).map((asked) => [kind.kind, step, asked.kind === 'ended' && asked.moment])
    }),
  )
  expect(after).toEqual([
    ['issuance', 'ship', 'ship'],
    ['transfer', 'ship', 'ship'],
    ['transfer', 'complete', 'receive'],
  ])
  expect(askedAfter(kinds.transfer, 'complete')).toMatchObject([
    { report: 'Transfers', number: '20000001', items: [{ barcode: 'B000000001', labels: 4 }] },
  ])
})

test('a completed dump prints nothing, even with received plants', () => {
  expect(Object.keys(kinds.dump.documentSteps)).toContain('complete')
  expect(askedAfter(kinds.dump, 'complete')).toEqual([])
})

test("nothing is requested from a server without a location's printers", () => {
  expect(askedAfter(kinds.issuance, 'ship', [])).toEqual([])
})
