import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import type { Ask } from '#contract/ask-of.ts'
import { DumpDetail } from '#contract/dump.ts'
import { dump } from '#workflows/dump.ts'
import type { SessionParts } from './core.ts'
import { createDocumentSession } from './session.ts'

const detail = v.parse(DumpDetail, {
  DumpHeader: { LogNbr: 30000001, Status: 'OPEN', DumpWarehouse: 'WAT' },
  DumpLogLines: [],
})

/** A session on an open dump; `pass` lets the time that it waits for go by. */
const open = async () => {
  const told: string[] = []
  const waiting = new Map<() => void, number>()
  const parts: SessionParts = {
    workflow: dump,
    mode: dump.modes.inventory,
    stage: 'edit',
    place: { location: 'WAT', season: { id: 'S1', name: 'Straw', commodity: 'STRAW' } },
    actor: () => ({ keys: new Set(['DUMPHOMEKEY', 'DUMPKEY', 'DUMPCREATEKEY']), readOnly: false }),
    number: '30000001',
    perform: <Answer>(ask: Ask<Answer>) =>
      Promise.resolve({ ok: true, value: ask.read(detail as never) } as const),
    ask: () => Promise.resolve('dismissed'),
    askReason: () => Promise.resolve(null),
    loadReasons: () =>
      Promise.resolve([
        { Id: '1', ReasonType: 'DUMP', ReasonCode: 'DEAD', ReasonDescript: 'Dead plants' },
        { Id: '2', ReasonType: 'DUMP', ReasonCode: 'MOLD', ReasonDescript: 'Mould' },
      ]),
    leave: () => undefined,
    moveScan: () => undefined,
    after: (run, ms) => {
      waiting.set(run, ms)
      return () => void waiting.delete(run)
    },
    notify: (code) => void told.push(code),
    drafts: { read: () => undefined, write: () => undefined },
    onSaved: () => undefined,
  }
  const session = createDocumentSession(parts)
  await session.core.load()
  return {
    told,
    session,
    kept: () => session.core.get().kept?.reason,
    waits: () => [...waiting.values()],
    pass: () => {
      for (const run of [...waiting.keys()]) {
        waiting.delete(run)
        run()
      }
    },
  }
}

describe('a reason that is kept for the next scans', () => {
  it('ends after ten minutes, and says so', async () => {
    const { session, kept, waits, pass, told } = await open()
    expect(await session.reasons.keep('2')).toMatchObject({ tone: 'ok', facts: { reason: 'Mould' } })
    expect(kept()).toBe('MOLD')
    expect(waits()).toEqual([600_000])
    pass()
    expect(kept()).toBeUndefined()
    expect(told).toEqual(['reason.expired'])
  })

  it('begins its time anew with another one', async () => {
    const { session, kept, waits } = await open()
    await session.reasons.keep('MOLD')
    await session.reasons.keep('dead')
    expect(kept()).toBe('DEAD')
    expect(waits()).toEqual([600_000])
  })

  it('ends with the screen, and leaves nothing waiting', async () => {
    const { session, kept, waits, told } = await open()
    await session.reasons.keep('DEAD')
    session.reasons.leave()
    expect(kept()).toBeUndefined()
    expect(waits()).toEqual([])
    expect(told).toEqual([])
  })

  it('is none that the list does not have', async () => {
    const { session, kept } = await open()
    expect(await session.reasons.keep('FROST')).toMatchObject({ tone: 'error', code: 'reasonUnknown' })
    expect(kept()).toBeUndefined()
  })
})
