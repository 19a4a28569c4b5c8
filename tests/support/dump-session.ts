// The parts of a dump editor's session. No dialog is answered and nothing is stored.

import { installOutbox } from '#app/outbox/page-outbox.ts'
import { dump } from '#core/kinds/dump/rules.ts'
import type { PreparedCall } from '#core/wire/prepared-call.ts'
import type { ScreenParts } from '#documents/client/session/session-parts.ts'
import { memoryStorage } from './memory-storage.ts'

const nothing = () => undefined

/** `answer` returns the server's body for a call; `own` replaces parts. */
export function dumpParts(answer: (call: string) => unknown, own: Partial<ScreenParts>): ScreenParts {
  return {
    kind: dump,
    mode: dump.modes.inventory,
    stage: 'edit',
    place: { location: 'WAT', season: { id: 'S1', name: 'Straw', commodity: 'STRAW' } },
    actor: () => ({ keys: new Set(['DUMPHOMEKEY', 'DUMPKEY', 'DUMPCREATEKEY']), readOnly: false }),
    locations: () => ['WAT'],
    number: '30000001',
    perform: async <Answer>(ask: PreparedCall<Answer>) =>
      ({ ok: true, value: ask.read((await answer(ask.call)) as never) }) as const,
    outbox: installOutbox(memoryStorage().storage),
    user: () => 'pia',
    reportLater: nothing,
    ask: () => Promise.resolve('dismissed'),
    askReason: () => Promise.resolve(null),
    askShelf: () => Promise.resolve(null),
    loadReasons: () => Promise.resolve([]),
    loadedReasons: () => [],
    leave: nothing,
    navigate: nothing,
    moveScan: nothing,
    after: () => nothing,
    notify: nothing,
    drafts: () => ({ read: nothing, write: nothing }),
    headerDraft: { isKept: () => false, drop: nothing, add: nothing },
    scans: {
      before: () => [],
      goesOn: () => false,
      mayLead: () => true,
      choose: nothing,
      subscribe: () => nothing,
    },
    findings: { ask: () => Promise.resolve({ type: 'leave' }), show: nothing, close: nothing },
    keptReason: { read: nothing, write: nothing },
    storedQuantity: { read: nothing, write: nothing },
    proposedReason: { read: () => '', write: nothing },
    onSaved: nothing,
    ...own,
  }
}
