import { expect, it } from 'vitest'
import { type Document, emptyLine } from '#core/kinds/document.ts'
import { kinds } from '#core/kinds/index.ts'
import { stageOf } from '#core/kinds/screens.ts'
import type { StageId } from '#core/kinds/verbs.ts'
import { openWorksheet } from '#core/kinds/worksheet.ts'
import type { CloseOutContext } from './close-out.ts'
import type { Core, SessionState } from './core.ts'
import { createStepTaker } from './take-step.ts'

const cause = { id: 'c1', source: 'key' } as const
const bug = () => Promise.reject(new Error('a bug'))

// A document's core with a bug in one place.
const brokenCore = (stage: StageId, broken: { readonly waitUntilSent?: typeof bug }) => {
  const kind = kinds.transfer
  const document: Document = {
    kind: kind.kind,
    mode: 'inventory',
    number: '10000001',
    status: stage === 'receive' ? 'SHIPPED' : 'RESERVED',
    header: { ShipPlantTemperature: '4' },
    lines: [{ ...emptyLine, id: '1', barcode: 'B000000001', status: 'PICKED', ordered: 10, picked: 10 }],
  }
  const sheet = openWorksheet(document)
  let state: Partial<SessionState> = {
    runningStep: null,
    fieldTyped: stage === 'receive' ? '5' : null,
    fieldFocusRequests: 0,
    sheet,
  }
  const parts = {
    kind,
    mode: kind.modes.inventory,
    stage,
    place: { location: 'CAC', season: '1', commodity: 'STRAW' },
    number: document.number,
    ask: () => Promise.resolve('yes'),
    perform: bug,
    outbox: { pendingOf: () => [] },
    headerDraft: { isKept: () => false },
    scans: { before: () => [] },
    drafts: () => ({ read: () => undefined }),
  }
  const core = {
    parts,
    stage: stageOf(kind, stage),
    get: () => state,
    set: (change: Partial<SessionState>) => {
      state = { ...state, ...change }
    },
    mayStep: () => true,
    waitUntilSent: () => Promise.resolve(true),
    ...broken,
  }
  return core as unknown as Core
}

it.each([
  ['cancel', { waitUntilSent: bug }],
  ['cancel', {}],
  ['ship', { waitUntilSent: bug }],
])('%s that fails with a bug does not block a later step; %o', async (step, broken) => {
  const core = brokenCore('detail', broken)
  const steps = createStepTaker(core, {} as CloseOutContext)
  await expect(steps.takeStep(step, cause)).rejects.toThrow('a bug')
  expect(steps.may('cancel')).toBe(true)
})
