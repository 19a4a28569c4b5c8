import { expect, test } from 'vitest'
import type { SecurityKey } from '#core/wire/security-keys.ts'
import { LIVE_INTERVALS_MS, type LiveEvent } from '#features/live/common/live.ts'
import type { CommittedChange } from '#server/domain/changes.ts'
import {
  closeLive,
  createLive,
  endStreams,
  openStream,
  readChanges,
  receiveMessage,
  reportPresence,
  sendHeartbeat,
} from './live.ts'

// Tests who receives which messages. Two lists replace the database; the test controls the clock.

const keys: SecurityKey[] = ['ISSUANCEADMINKEY', 'GROWERISSUANCEADMINKEY']
const concern = { kind: 'issuance', mode: 'inventory', locations: ['WAT'] } as const
const changed = (number: string, more: Partial<CommittedChange> = {}): CommittedChange => ({
  ...concern,
  number,
  step: 'pick',
  by: 'pia',
  at: '2026-11-22T10:00:00.000Z',
  key: '',
  ...more,
})

const open = () => {
  const log: CommittedChange[] = []
  const sent: string[] = []
  const rights = new Map(['pia', 'ravi', 'lena'].map((name) => [name, { keys, locations: ['WAT'] }]))
  let now = 1_000_000
  const live = createLive({
    changes: {
      position: async () => String(log.length),
      since: async (from) => {
        const position = String(log.length)
        return /^\d+$/.test(from) ? { changes: log.slice(Number(from)), position } : 'unknown'
      },
    },
    people: { rightsOf: async (names) => new Map([...rights].filter(([name]) => names.includes(name))) },
    documents: { scopeOf: async (number) => (number.startsWith('1') ? concern : null) },
    groups: { admin: [], regular: ['users'], readOnly: [], entityAdmin: [] },
    broadcast: async (message) => void sent.push(message),
    log: { debug() {}, info() {}, warn() {}, error() {} },
    now: () => now,
  })
  const join = (
    username: string,
    { keepsUp = (): boolean => true, since = '0', tokenEnds = Number.MAX_VALUE } = {},
  ) => {
    const received: LiveEvent[] = []
    let ended = false
    const leave = openStream(
      live,
      {
        user: { username, groups: ['users'], tokenEnds, tokenId: username, issuedAt: 0 },
        write: (news) => received.push(news) > 0 && keepsUp(),
        end: () => {
          ended = true
        },
      },
      since,
    )
    return { received, leave, types: () => received.map(({ Type }) => Type).join(' '), ended: () => ended }
  }
  const person = {
    username: 'pia',
    keys: new Set(keys),
    locations: new Set(['WAT']),
    readOnly: false,
    isAdmin: false,
    rank: 0,
    maintains: { admin: false, entityAdmin: false },
  }
  return {
    live,
    log,
    sent,
    rights,
    join,
    advance: (ms: number) => {
      now += ms
    },
    report: (number: string | null, barcode: string | null = null) =>
      reportPresence(live, person, { tab: 'a', number, barcode, stage: 'detail' }),
    /** Waits until all running work is done. */
    settle: async () => {
      for (let round = 0; round < 3; round += 1) await sendHeartbeat(live)
    },
  }
}

test('sends a visible change once to every user with a new position, and sends nothing for hidden changes', async () => {
  const { live, log, join, settle } = open()
  const [ravi, lena] = [join('ravi'), join('lena')]
  await settle()
  log.push(changed('10000001'))
  await readChanges(live)
  log.push(changed('20000001', { kind: 'transfer' }))
  await readChanges(live)
  log.push(changed('10000002', { locations: ['SAL'] }))
  await readChanges(live)
  for (const { received } of [ravi, lena]) {
    const news = received.filter(({ Type }) => Type !== 'beat')
    expect(news).toMatchObject([{ Type: 'change', Number: '10000001', By: 'pia' }])
    expect(received.at(-1)).toEqual({ Type: 'beat', Since: '1' })
  }
})

test('checks rights when it sends a message, and ends the stream of a deactivated user', async () => {
  const { live, log, rights, join, settle } = open()
  const ravi = join('ravi')
  await settle()
  rights.set('ravi', { keys, locations: ['SAL'] })
  log.push(changed('10000001'))
  await readChanges(live)
  expect(ravi.types()).not.toContain('change')
  rights.delete('ravi')
  log.push(changed('10000002'))
  await readChanges(live)
  expect([ravi.received.at(-1), ravi.ended()]).toEqual([{ Type: 'end', Reason: 'off' }, true])
})

test('notifies only the affected user, once, when a key or location changes', async () => {
  const { rights, join, settle } = open()
  const [ravi, lena] = [join('ravi'), join('lena')]
  const countOfRights = ({ received }: typeof ravi) => received.filter(({ Type }) => Type === 'rights').length
  await settle()
  expect([countOfRights(ravi), countOfRights(lena)]).toEqual([0, 0])
  rights.set('ravi', { keys: [...keys, 'TRANSFERLOGADMINKEY'], locations: ['WAT'] })
  await settle()
  expect([countOfRights(ravi), countOfRights(lena)]).toEqual([1, 0])
  rights.set('ravi', { keys: [...keys, 'TRANSFERLOGADMINKEY'], locations: ['WAT', 'SAL'] })
  await settle()
  expect([countOfRights(ravi), countOfRights(lena)]).toEqual([2, 0])
})

test('ends a stream when its user signs out', async () => {
  const { live, join, settle } = open()
  const [pia, ravi] = [join('pia'), join('ravi')]
  await settle()
  endStreams(live, ({ tokenId }) => tokenId === 'pia')
  expect([pia.ended(), ravi.ended()]).toEqual([true, false])
})

test('ends a stream when its token expires', async () => {
  const { live, log, join, settle, advance } = open()
  const ravi = join('ravi', { tokenEnds: 1_000_000 + 60_000 })
  await settle()
  advance(60_000)
  log.push(changed('10000001'))
  await readChanges(live)
  expect(ravi.received.at(-1)).toEqual({ Type: 'end', Reason: 'expired' })
  expect(ravi.types()).not.toContain('change')
})

test('ends the oldest stream of a user with too many streams, and no other user’s stream', async () => {
  const { join, settle } = open()
  const lena = join('lena')
  const streams = Array.from({ length: 9 }, () => join('ravi'))
  await settle()
  expect(streams.map(({ ended }) => ended())).toEqual([true, ...Array.from({ length: 8 }, () => false)])
  expect(lena.ended()).toBe(false)
})

test('ends the stream of a slow reader without delaying others', async () => {
  const { live, log, join, settle } = open()
  const slow = join('ravi', { keepsUp: () => false })
  const lena = join('lena')
  await settle()
  log.push(changed('10000001'))
  await readChanges(live)
  expect(slow.ended()).toBe(true)
  expect(lena.types()).toContain('change')
})

test('sends changes that arrive during catch-up after the missed ones', async () => {
  const { live, log, join } = open()
  log.push(changed('10000001'))
  const ravi = join('ravi')
  log.push(changed('10000002'))
  await readChanges(live)
  await sendHeartbeat(live)
  const numbers = new Set(ravi.received.flatMap((news) => (news.Type === 'change' ? [news.Number] : [])))
  expect([...numbers]).toEqual(['10000001', '10000002'])
})

test('sends a reload for an unknown position', async () => {
  const { join, settle } = open()
  const ravi = join('ravi', { since: 'long ago' })
  await settle()
  expect(ravi.types()).toMatch(/^reload beat/)
})

test('removes the presence of a window that does not report for 45 seconds', async () => {
  const { live, join, report, advance, settle } = open()
  const ravi = join('ravi')
  await settle()
  expect(await report('10000001', 'B000000001')).toEqual({ ok: true, value: true })
  advance(LIVE_INTERVALS_MS.absent - 1)
  await sendHeartbeat(live)
  const presence = () => ravi.received.filter((news) => news.Type === 'presence')
  expect(presence()).toMatchObject([{ By: 'pia', Tab: 'a', Number: '10000001', Barcode: 'B000000001' }])
  // A repeated report keeps the window present and sends no message.
  await report('10000001', 'B000000001')
  advance(LIVE_INTERVALS_MS.absent - 1)
  await sendHeartbeat(live)
  expect(presence()).toHaveLength(1)
  advance(1)
  await sendHeartbeat(live)
  expect(presence()[1]).toMatchObject({ By: 'pia', Tab: 'a', Number: null, Barcode: null })
})

test('applies presence messages of another server and ignores invalid ones', async () => {
  const { live, join, report, sent, settle } = open()
  await report('10000001')
  const other = open()
  const ravi = other.join('ravi')
  await other.settle()
  receiveMessage(other.live, sent[0] ?? '')
  receiveMessage(other.live, '{"by":"pia"}')
  await other.settle()
  expect(ravi.received.filter((news) => news.Type === 'presence')).toMatchObject([{ Number: '10000001' }])
  const lena = join('lena')
  await settle()
  expect(lena.types()).toContain('presence')
  expect(await report('9')).toMatchObject({ ok: false, error: { code: 'not_found' } })
  closeLive(live)
  expect(lena.received.at(-1)).toEqual({ Type: 'end', Reason: 'stopping' })
})
