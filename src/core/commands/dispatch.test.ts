import { describe, expect, it, vi } from 'vitest'
import { refuse } from '#core/wire/refusals.ts'
import { documentPort } from '#tests/support/document-port.ts'
import { changeKey, type Source } from './command.ts'
import type { CommandContext, DocumentPort } from './context.ts'
import { dispatch } from './dispatch.ts'
import { registry } from './index.ts'

const sources: readonly Source[] = ['button', 'key', 'palette', 'scan']

const context = (changes: Partial<CommandContext> = {}): CommandContext => ({
  shell: {
    go: () => undefined,
    back: () => undefined,
    maySwitchPlace: () => true,
    switchPlace: () => undefined,
    mayVisit: () => true,
    openDocument: () => undefined,
    openPalette: () => undefined,
    showHelp: () => undefined,
    explain: () => undefined,
    mayShowUnfinishedWork: () => true,
    showUnfinishedWork: () => undefined,
    switchTheme: () => undefined,
    mayPrintCommandSheet: () => true,
    printCommandSheet: () => undefined,
    reloadData: () => undefined,
    reloadMasterData: () => undefined,
    signOut: () => undefined,
  },
  scanner: {
    setQuantity: () => undefined,
    mayClear: () => true,
    clear: () => undefined,
    mayAcknowledge: () => refuse('nothingToAcknowledge'),
    acknowledge: () => undefined,
    isBusy: () => false,
    proposedBarcode: () => undefined,
    acceptProposal: () => undefined,
    mayRemoveQueuedScan: () => refuse('nothingToUndo'),
    removeQueuedScan: () => undefined,
    typeDigit: () => undefined,
    setting: () => undefined,
  },
  ...changes,
})

describe('dispatching a command', () => {
  it.each(sources)(
    'refuses a disabled command from a %s with its reason and does not run it',
    async (source) => {
      const take = vi.fn<() => undefined>()
      const port = documentPort({ may: () => refuse('linesNotPicked', { open: 2 }), takeStep: take })
      const outcome = await dispatch(registry, 'ship', context({ document: port }), {}, { id: '1', source })
      expect(outcome).toEqual({ tone: 'error', code: 'linesNotPicked', facts: { open: 2 } })
      expect(take).not.toHaveBeenCalled()
    },
  )

  it('lists what blocks the end of a document if the screen can, and does not run the command', async () => {
    const take = vi.fn<() => undefined>()
    const may = () => refuse('linesNotPicked', { open: 2 })
    const listed = { tone: 'warning', code: 'documents.ship.left' } as const
    const port = documentPort({ may, takeStep: take, resolveBlockers: () => Promise.resolve(listed) })
    const cause = { id: '1', source: 'key' } as const
    expect(await dispatch(registry, 'ship', context({ document: port }), {}, cause)).toEqual(listed)
    const covered = context({ document: port, dialog: { answers: {} } })
    expect(await dispatch(registry, 'ship', covered, {}, cause)).toMatchObject({ code: 'dialogOpen' })
    expect(take).not.toHaveBeenCalled()
  })

  it('refuses a command whose screen is not open', async () => {
    const cause = { id: '1', source: 'scan' } as const
    expect(await dispatch(registry, 'pick', context(), {}, cause)).toMatchObject({ code: 'notOnThisScreen' })
    expect(await dispatch(registry, 'ship', context(), {}, cause)).toMatchObject({ code: 'noDocument' })
    expect(await dispatch(registry, 'yes', context(), {}, cause)).toMatchObject({ code: 'noQuestion' })
  })

  it('refuses a command with a missing argument', async () => {
    expect(await dispatch(registry, 'openDocument', context(), {}, { id: '1', source: 'palette' })).toEqual({
      tone: 'error',
      code: 'argumentMissing',
      facts: { what: 'number' },
    })
  })

  it('runs only the commands of an open dialog', async () => {
    const take = vi.fn<() => undefined>()
    const yes = vi.fn<() => undefined>()
    const open = context({ document: documentPort({ takeStep: take }), dialog: { answers: { yes } } })
    const cause = { id: '1', source: 'key' } as const
    expect(await dispatch(registry, 'ship', open, {}, cause)).toMatchObject({ code: 'dialogOpen' })
    expect(take).not.toHaveBeenCalled()
    await dispatch(registry, 'yes', open, {}, cause)
    expect(yes).toHaveBeenCalledOnce()
    expect(await dispatch(registry, 'save', open, {}, cause)).toMatchObject({ code: 'notOnThisScreen' })
  })

  it('passes the cause to the port, so that all retries of a change have the same key', async () => {
    const actOnLine = vi.fn<DocumentPort['actOnLine']>(() => undefined)
    const cause = { id: 'scan-7', source: 'scan' } as const
    const given = { barcode: 'B123456789', quantity: 40 }
    await dispatch(registry, 'pick', context({ document: documentPort({ actOnLine }) }), given, cause)
    expect(actOnLine).toHaveBeenCalledWith('B123456789', 40, cause)
    expect(changeKey(cause, 'pick')).toBe(changeKey({ id: 'scan-7', source: 'scan' }, 'pick'))
    expect(changeKey(cause, 'pick')).not.toBe(changeKey(cause, 'ship'))
  })

  it('undoes a queued scan before a finished one, and none while a scan is running', async () => {
    const undo = vi.fn<() => undefined>()
    const takeBack = vi.fn<() => undefined>()
    const cause = { id: '1', source: 'key' } as const
    const base = context({ document: documentPort({ mayUndo: () => true, undo }) })
    const waiting = {
      ...base,
      scanner: { ...base.scanner, mayRemoveQueuedScan: () => true as const, removeQueuedScan: takeBack },
    }
    await dispatch(registry, 'undo', waiting, {}, cause)
    expect([takeBack.mock.calls.length, undo.mock.calls.length]).toEqual([1, 0])
    const busy = { ...base, scanner: { ...base.scanner, isBusy: () => true } }
    expect(await dispatch(registry, 'undo', busy, {}, cause)).toEqual({ tone: 'busy', code: 'busy' })
    await dispatch(registry, 'undo', base, {}, cause)
    expect(undo).toHaveBeenCalledOnce()
  })
})
