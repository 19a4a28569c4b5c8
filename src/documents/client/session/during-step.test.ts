import { expect, it } from 'vitest'
import { type Document, emptyLine } from '#core/kinds/document.ts'
import { kinds } from '#core/kinds/index.ts'
import type { StageId } from '#core/kinds/verbs.ts'
import { openWorksheet } from '#core/kinds/worksheet.ts'
import { createSession } from './create-session.ts'
import { mayTakeStep } from './may-step.ts'
import { createQuestionGuard } from './question-guard.ts'
import type { ScreenParts } from './session-parts.ts'
import { takeStep } from './take-step.ts'

const cause = { id: 'c1', source: 'key' } as const
const bug = () => {
  throw new Error('a bug')
}

// A document's session with a bug in one place.
const brokenSession = (stage: StageId, broken: { readonly subscribe?: typeof bug }) => {
  const kind = kinds.transfer
  const document: Document = {
    kind: kind.kind,
    mode: 'inventory',
    number: '10000001',
    status: stage === 'receive' ? 'SHIPPED' : 'RESERVED',
    header: { ShipPlantTemperature: '4', OriginLocationID: 'CAC' },
    lines: [{ ...emptyLine, id: '1', barcode: 'B000000001', status: 'PICKED', ordered: 10, picked: 10 }],
  }
  const parts = {
    kind,
    mode: kind.modes.inventory,
    stage,
    place: { location: 'CAC', season: { id: '1', name: '2026', commodity: 'STRAW' } },
    actor: () => ({ keys: new Set(['TRANSFERLOGADMINKEY']), readOnly: false }),
    user: () => 'pia',
    number: document.number,
    ask: () => Promise.resolve('yes'),
    perform: bug,
    after: () => () => undefined,
    outbox: { pendingOf: () => [], subscribe: () => () => undefined, ...broken },
    headerDraft: { isKept: () => false },
    scans: { before: () => [] },
    drafts: () => ({ read: () => undefined }),
  }
  const guard = createQuestionGuard(parts as unknown as ScreenParts)
  const session = createSession({ ...(parts as unknown as ScreenParts), ...guard.questions }, guard)
  session.set({ sheet: openWorksheet(document) })
  return session
}

it.each([
  ['cancel', { subscribe: bug }],
  ['cancel', {}],
  ['ship', { subscribe: bug }],
])('%s that fails with a bug does not block a later step; %o', async (step, broken) => {
  const session = brokenSession('detail', broken)
  await expect(takeStep(session, step, cause)).rejects.toThrow('a bug')
  expect(mayTakeStep(session, 'cancel')).toBe(true)
})
