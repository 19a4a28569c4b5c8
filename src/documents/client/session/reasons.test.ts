import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { DumpDetail } from '#core/kinds/dump/fields.ts'
import { dumpParts } from '#tests/support/dump-session.ts'
import { loadDocument } from './load-document.ts'
import { countReason, leaveReason, restoreReason } from './reasons.ts'
import { createDocumentSession } from './session.ts'
import type { StoredReason } from './stored-for-scans.ts'

const detail = v.parse(DumpDetail, {
  DumpHeader: { LogNbr: 30000001, Status: 'OPEN', DumpWarehouse: 'WAT' },
  DumpLogLines: [],
})

// A session on an open dump; `pass` runs the timers.
const open = async (before?: StoredReason) => {
  let stored = before
  const notices: string[] = []
  const waiting = new Map<() => void, number>()
  const parts = dumpParts(() => detail, {
    loadReasons: () =>
      Promise.resolve([
        { Id: '1', ReasonType: 'DUMP', ReasonCode: 'DEAD', ReasonDescript: 'Dead plants' },
        { Id: '2', ReasonType: 'DUMP', ReasonCode: 'MOLD', ReasonDescript: 'Mould' },
      ]),
    after: (run, ms) => {
      waiting.set(run, ms)
      return () => void waiting.delete(run)
    },
    notify: (code) => void notices.push(code),
    keptReason: {
      read: () => stored,
      write: (kept) => {
        stored = kept
      },
    },
  })
  const session = createDocumentSession(parts)
  await loadDocument(session.core)
  return {
    notices,
    session,
    kept: () => session.core.get().reasonForScans?.reason,
    stored: () => stored,
    waits: () => [...waiting.values()],
    pass: () => {
      for (const run of [...waiting.keys()]) {
        waiting.delete(run)
        run()
      }
    },
  }
}

describe('a reason for the next scans', () => {
  it('expires after ten minutes, and notifies', async () => {
    const { session, kept, waits, pass, notices } = await open()
    expect(await session.reasons.keep('2')).toMatchObject({ tone: 'ok', facts: { reason: 'Mould' } })
    expect(kept()).toBe('MOLD')
    expect(waits()).toEqual([600_000])
    pass()
    expect(kept()).toBeUndefined()
    expect(notices).toEqual(['reason.expired'])
  })

  it('restarts its time with another reason', async () => {
    const { session, kept, waits } = await open()
    await session.reasons.keep('MOLD')
    await session.reasons.keep('dead')
    expect(kept()).toBe('DEAD')
    expect(waits()).toEqual([600_000])
  })

  it('ends with the screen, and leaves no timer', async () => {
    const { session, kept, waits, notices } = await open()
    await session.reasons.keep('DEAD')
    leaveReason(session.core)
    expect(kept()).toBeUndefined()
    expect(waits()).toEqual([])
    expect(notices).toEqual([])
  })

  it("continues on the document's other screen, with its count and its remaining time", async () => {
    const editor = await open()
    await editor.session.reasons.keep('DEAD')
    countReason(editor.session.core, 'DEAD')
    editor.session.switchStage()
    leaveReason(editor.session.core)
    expect(editor.waits()).toEqual([])
    const kept = editor.stored()
    // One minute is left when the other screen opens.
    const detail = await open(kept && { ...kept, until: kept.until - 540_000 })
    restoreReason(detail.session.core)
    expect(detail.session.core.get().reasonForScans).toEqual({
      reason: 'DEAD',
      name: 'Dead plants',
      count: 1,
    })
    expect(detail.waits()).toEqual([expect.toSatisfy((ms: number) => ms > 0 && ms <= 60_000)])
    leaveReason(detail.session.core)
    expect(detail.stored()).toBeUndefined()
  })

  it('is not restored after its expiry', async () => {
    const late = await open({ reason: 'DEAD', name: 'Dead plants', count: 3, until: Date.now() - 1 })
    restoreReason(late.session.core)
    expect(late.kept()).toBeUndefined()
    expect(late.stored()).toBeUndefined()
  })

  it('must be in the list', async () => {
    const { session, kept } = await open()
    expect(await session.reasons.keep('FROST')).toMatchObject({ tone: 'error', code: 'reasonUnknown' })
    expect(kept()).toBeUndefined()
  })
})
