import { afterEach, expect, it, vi } from 'vitest'
import { networkNoticeAtom } from '#app/state/online.ts'
import { store } from '#app/state/store.ts'
import type { CommandOutcome } from '#core/commands/command.ts'
import { offerLabels } from './offer-labels.ts'

afterEach(() => {
  store.set(networkNoticeAtom, null)
  vi.useRealTimers()
})

const savedLocally = { tone: 'ok', code: 'documents.savedHere', facts: {} } as const satisfies CommandOutcome

it.each(['offline', 'captive_portal', 'origin_not_allowed'] as const)(
  'no scan waits for a reply while the server is unreachable: %s',
  async (notice) => {
    store.set(networkNoticeAtom, notice)
    vi.useFakeTimers()
    const reply = new Promise<CommandOutcome>(() => undefined)
    let outcome: CommandOutcome | undefined
    void offerLabels(reply, savedLocally, {
      extra: 3,
      ask: () => Promise.resolve(),
      isHere: () => true,
    }).then((shown) => {
      outcome = shown
    })
    await vi.advanceTimersByTimeAsync(1)
    expect(outcome).toMatchObject(savedLocally)
  },
)
