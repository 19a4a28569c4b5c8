import { expect, test } from 'vitest'
import { LIVE, type LiveNews } from '#core/wire/live.ts'
import type { SecurityKey } from '#core/wire/security-keys.ts'
import type { CommittedChange } from '#server/domain/changes.ts'
import { createLive } from './live.ts'

// Who is told what, and for how long; two lists stand in for the database, and the clock is set by the test.

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
  const said: string[] = []
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
    history: { document: async (number) => (number.startsWith('1') ? concern : null) },
    groups: { admin: [], regular: ['users'], readOnly: [], entityAdmin: [] },
    say: async (word) => void said.push(word),
    log: { debug() {}, info() {}, warn() {}, error() {} },
    now: () => now,
  })
  const join = (
    username: string,
    { keepsUp = (): boolean => true, since = '0', tokenEnds = Number.MAX_VALUE } = {},
  ) => {
    const heard: LiveNews[] = []
    let ended = false
    const leave = live.join(
      {
        user: { username, groups: ['users'], tokenEnds, tokenId: username, issuedAt: 0 },
        write: (news) => heard.push(news) > 0 && keepsUp(),
        end: () => {
          ended = true
        },
      },
      since,
    )
    return { heard, leave, types: () => heard.map(({ Type }) => Type).join(' '), ended: () => ended }
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
    said,
    rights,
    join,
    pass: (ms: number) => {
      now += ms
    },
    attend: (number: string | null, barcode: string | null = null) =>
      live.reportPresence(person, { tab: 'a', number, barcode, stage: 'detail' }),
    /** Waits until all running work is done. */
    settle: async () => {
      for (let round = 0; round < 3; round += 1) await live.heartbeat()
    },
  }
}

test('a change reaches everybody once, with where to go on from; what nobody may hear is not even a sign', async () => {
  const { live, log, join, settle } = open()
  const [ravi, lena] = [join('ravi'), join('lena')]
  await settle()
  log.push(changed('10000001'))
  await live.readChanges()
  log.push(changed('20000001', { kind: 'transfer' }))
  await live.readChanges()
  log.push(changed('10000002', { locations: ['SAL'] }))
  await live.readChanges()
  for (const { heard } of [ravi, lena]) {
    const news = heard.filter(({ Type }) => Type !== 'beat')
    expect(news).toMatchObject([{ Type: 'change', Number: '10000001', By: 'pia' }])
    expect(heard.at(-1)).toEqual({ Type: 'beat', Since: '1' })
  }
})

test('rights count at the moment of the news; who is switched off hears no more', async () => {
  const { live, log, rights, join, settle } = open()
  const ravi = join('ravi')
  await settle()
  rights.set('ravi', { keys, locations: ['SAL'] })
  log.push(changed('10000001'))
  await live.readChanges()
  expect(ravi.types()).not.toContain('change')
  rights.delete('ravi')
  log.push(changed('10000002'))
  await live.readChanges()
  expect([ravi.heard.at(-1), ravi.ended()]).toEqual([{ Type: 'end', Reason: 'off' }, true])
})

test('who gets or loses a key or a location is told so once, and nobody else is', async () => {
  const { rights, join, settle } = open()
  const [ravi, lena] = [join('ravi'), join('lena')]
  const told = ({ heard }: typeof ravi) => heard.filter(({ Type }) => Type === 'rights').length
  await settle()
  expect([told(ravi), told(lena)]).toEqual([0, 0])
  rights.set('ravi', { keys: [...keys, 'TRANSFERLOGADMINKEY'], locations: ['WAT'] })
  await settle()
  expect([told(ravi), told(lena)]).toEqual([1, 0])
  rights.set('ravi', { keys: [...keys, 'TRANSFERLOGADMINKEY'], locations: ['WAT', 'SAL'] })
  await settle()
  expect([told(ravi), told(lena)]).toEqual([2, 0])
})

test('a stream ends with its access token when its person logs out', async () => {
  const { live, join, settle } = open()
  const [pia, ravi] = [join('pia'), join('ravi')]
  await settle()
  live.endStreams(({ tokenId }) => tokenId === 'pia')
  expect([pia.ended(), ravi.ended()]).toEqual([true, false])
})

test('a stream ends with its token', async () => {
  const { live, log, join, settle, pass } = open()
  const ravi = join('ravi', { tokenEnds: 1_000_000 + 60_000 })
  await settle()
  pass(60_000)
  log.push(changed('10000001'))
  await live.readChanges()
  expect(ravi.heard.at(-1)).toEqual({ Type: 'end', Reason: 'expired' })
  expect(ravi.types()).not.toContain('change')
})

test('of too many streams of one person the oldest ends, nobody else’s', async () => {
  const { join, settle } = open()
  const lena = join('lena')
  const streams = Array.from({ length: 9 }, () => join('ravi'))
  await settle()
  expect(streams.map(({ ended }) => ended())).toEqual([true, ...Array.from({ length: 8 }, () => false)])
  expect(lena.ended()).toBe(false)
})

test('who does not keep up is cut off and holds up nobody', async () => {
  const { live, log, join, settle } = open()
  const slow = join('ravi', { keepsUp: () => false })
  const lena = join('lena')
  await settle()
  log.push(changed('10000001'))
  await live.readChanges()
  expect(slow.ended()).toBe(true)
  expect(lena.types()).toContain('change')
})

test('what comes while a stream catches up is told after what it missed', async () => {
  const { live, log, join } = open()
  log.push(changed('10000001'))
  const ravi = join('ravi')
  log.push(changed('10000002'))
  await live.readChanges()
  await live.heartbeat()
  const numbers = new Set(ravi.heard.flatMap((news) => (news.Type === 'change' ? [news.Number] : [])))
  expect([...numbers]).toEqual(['10000001', '10000002'])
})

test('a position that nobody knows means: read everything again', async () => {
  const { join, settle } = open()
  const ravi = join('ravi', { since: 'long ago' })
  await settle()
  expect(ravi.types()).toMatch(/^reload beat/)
})

test('who says nothing for 45 seconds is gone', async () => {
  const { live, join, attend, pass, settle } = open()
  const ravi = join('ravi')
  await settle()
  expect(await attend('10000001', 'B000000001')).toEqual({ ok: true, value: true })
  pass(LIVE.absent - 1)
  await live.heartbeat()
  const presence = () => ravi.heard.filter((news) => news.Type === 'presence')
  expect(presence()).toMatchObject([{ By: 'pia', Tab: 'a', Number: '10000001', Barcode: 'B000000001' }])
  // A repeated report keeps them present and sends no news.
  await attend('10000001', 'B000000001')
  pass(LIVE.absent - 1)
  await live.heartbeat()
  expect(presence()).toHaveLength(1)
  pass(1)
  await live.heartbeat()
  expect(presence()[1]).toMatchObject({ By: 'pia', Tab: 'a', Number: null, Barcode: null })
})

test('a word of another server counts as one’s own; one that is none is passed over', async () => {
  const { live, join, attend, said, settle } = open()
  await attend('10000001')
  const other = open()
  const ravi = other.join('ravi')
  await other.settle()
  other.live.receive(said[0] ?? '')
  other.live.receive('{"by":"pia"}')
  await other.settle()
  expect(ravi.heard.filter((news) => news.Type === 'presence')).toMatchObject([{ Number: '10000001' }])
  const lena = join('lena')
  await settle()
  expect(lena.types()).toContain('presence')
  expect(await attend('9')).toMatchObject({ ok: false, error: { code: 'not_found' } })
  live.close()
  expect(lena.heard.at(-1)).toEqual({ Type: 'end', Reason: 'stopping' })
})
