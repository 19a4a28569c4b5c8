// One seed from its start to its verdict: work under faults, then an end of all faults, and a look at what
// has become of everything.
import { type AppOperation, laneNow } from '#app/outbox/intent.ts'
import { needsPerson } from '#core/outbox/index.ts'
import { findBrokenInvariants } from '#tests/support/ledger-invariants.ts'
import { Book } from './book.ts'
import { installGlobals } from './browser-globals.ts'
import { Clock } from './clock.ts'
import { Device, type Surroundings, type Tab } from './device.ts'
import { type OnDisk, watchDatabases } from './disk.ts'
import { Coverage } from './faults.ts'
import { isSoAt, judge, judgeScreens } from './judge.ts'
import { isToOther, Network, someWeights } from './network.ts'
import { openOther } from './other-server.ts'
import type { PageEvents } from './page.ts'
import type { StartPage } from './page-code.ts'
import { act, decide, type Worked, type WorkParts } from './people.ts'
import { Provider } from './provider.ts'
import { Random } from './random.ts'
import { PEOPLE, type SimulatedServer } from './server.ts'
import { OTHER_SITE, OWN_SITE } from './site.ts'
import { giveRights, openOne, signInAs, startWeather, type WeatherParts } from './weather.ts'

/** What all seeds begin with. */
export interface Start {
  readonly server: SimulatedServer
  /** The documents that are there. */
  readonly worked: readonly Worked[]
  /** Whose token the server takes, and what time it is, in the seed that runs. */
  readonly world: { provider: Provider | undefined; now: number }
  readonly startPage: StartPage
}

/** What a seed came to. */
export interface SeedResult {
  readonly seed: number
  /** Operations that were appended. */
  readonly operations: number
  readonly kills: number
  readonly coverage: Coverage
  /** What is not as it has to be; empty when all is well. */
  readonly wrong: readonly string[]
  readonly wrongKinds: Book['wrongKinds']
  /** The longest time until all was out once the faults had ended, in milliseconds. */
  readonly drained: number
  /** What is left for a person at the end. */
  readonly refused: number
  readonly held: number
  /** Open documents and lists that were compared with the server. */
  readonly screens: number
  /** Operations at the second server. */
  readonly others: number
  /** A mark of all that has happened: the same seed gives the same. */
  readonly mark: string
  readonly trace: readonly string[]
}

// So long everything may take to be out after the faults have ended, in milliseconds.
const LONGEST_DRAIN = 60_000
// A silent stream of news is noticed, and opened again, by then, in milliseconds.
const NEWS_THERE = 100_000
const BEAT = 15_000
// So long it takes to sign in again, and people go on working, in milliseconds.
const SIGNED_IN = 6000
const LAST_WORK = 8000
const DECISION_STORED = 1000
const READ = { method: 'GET', token: 'judge', key: undefined, body: undefined }
// One seed in so many has a second server, with a device of its own.
const SEEDS_PER_OTHER = 5

/** Runs a seed. */
export async function runSeed(start: Start, seed: number, keepsTrace = false): Promise<SeedResult> {
  const { server, worked, startPage, world } = start
  await server.reset()
  const random = new Random(seed)
  const clock = new Clock(keepsTrace)
  const coverage = new Coverage()
  const book = new Book(clock)
  const provider = new Provider(clock)
  world.provider = provider
  const isGood = (token: string) => token === 'judge' || provider.check(token) !== undefined
  const other =
    seed % SEEDS_PER_OTHER === 0 ? openOther(new Random(seed + 1), isGood, () => isHealed) : undefined
  const otherBook = new Book(clock, book)
  const bookOf = (device: Device) => (device.site === OTHER_SITE ? otherBook : book)
  const network = new Network({
    clock,
    random,
    server,
    other,
    provider,
    coverage,
    hears: {
      sent: (tab, calling) => bookOf(tab.device).sent(tab, calling, provider.personOf(calling.token)),
      served: (calling, served, user) =>
        isToOther(calling)
          ? otherBook.served(calling, served, user, isSoThere)
          : book.served(calling, served, user),
    },
  })
  /** Nothing befalls anybody any more; and nobody works any more. */
  let isHealed = false
  let isOver = false
  const documents = new Map<string, Worked[]>()
  const work: WorkParts = { clock, random, bookOf, documents }
  const pace = random.between(100, 900)
  const wanted = random.whole(30, 120)
  const around: Surroundings = {
    clock,
    random,
    startPage,
    provider,
    fetch: (tab, address, init) => network.fetch(tab, address, init),
    eventsOf: (tab) => eventsOf(tab, bookOf(tab.device)),
    opened: (tab) => {
      busy(tab)
      lookForLost(tab)
    },
    isInSight: () => !isHealed,
    left: (device) => {
      if (device.person !== null) clock.in(200, undefined, () => openOne(weather, device))
    },
  }
  const devices = [new Device('a', PEOPLE[0], around, random.chance(0.9), OWN_SITE)]
  if (random.chance(0.8)) devices.push(new Device('b', PEOPLE[1], around, random.chance(0.9), OWN_SITE))
  // Two pages that both send would do the same twice there: browsers without locks are not for it.
  if (other) devices.push(new Device('o', PEOPLE[0], around, true, OTHER_SITE))
  for (const device of devices) {
    documents.set(device.name, [...(device.site === OTHER_SITE ? (other?.worked ?? []) : worked)])
    device.disk.onCommit = (durability) => bookOf(device).committed(device, durability)
  }
  const weather: WeatherParts = {
    clock,
    random,
    network,
    server,
    coverage,
    devices,
    provider,
    book,
    backup: undefined,
    isRestored: false,
    isOver: () => isHealed,
  }
  const busy = (tab: Tab) => {
    clock.in(random.between(0.2, 1.8) * pace, tab, () => {
      if (isOver) return
      void act(tab, work)
      busy(tab)
    })
  }
  // What a restored server has lost is sent again once a person has seen it, or left out.
  const lookForLost = (tab: Tab) => {
    clock.in(random.between(1000, 20_000), tab, async () => {
      const { watch, box } = tab.app
      const finding = watch.finding()
      if (finding) {
        const ids = finding.lost.flatMap(({ operations }) => operations.map(({ id }) => id))
        const isWanted = isOver || random.chance(0.85)
        clock.note(`${tab.name} ${isWanted ? 'sends again' : 'leaves out'} ${ids.join(' ')}`)
        if (isWanted) void watch.sendAgain(box).catch(() => clock.note(`${tab.name} could not`))
        else {
          for (const id of ids) book.discarded(id)
          void watch.dismiss().catch(() => clock.note(`${tab.name} could not`))
        }
      }
      lookForLost(tab)
    })
  }
  const beat = () => {
    clock.in(BEAT, undefined, async () => {
      beat()
      await clock.real(async () => {
        await server.mark()
        await server.beat()
      })
    })
  }
  const restore = [
    watchDatabases(clock),
    installGlobals(clock, (run) => page(clock).disk.step(run, clock.current)),
  ]
  const waits = (device: Device, user?: string) =>
    headsOf(device).filter((head) => user === undefined || head.user === user)
  let drained = 0
  let screens = 0
  try {
    beat()
    await now(() => {
      for (const device of devices) {
        openOne(weather, device)
        if (random.chance(0.5)) openOne(weather, device)
      }
    })
    // In some seeds nothing befalls anybody, in others hardly anything gets through.
    network.trouble = random.of([0, 0.05, 0.15, 0.3, 0.6]) ?? 0
    network.weights = someWeights(random)
    startWeather(weather, random.between(800, 8000))
    const end = clock.now + random.between(40_000, 240_000)
    await clock.run(() => tick() >= end || book.deeds.size >= wanted)

    isHealed = true
    await now(heal)
    await pass(SIGNED_IN)
    // Answers that are older than the last changes come after them, and nobody looks again.
    await now(() => comeBack(true))
    await pass(LAST_WORK)
    isOver = true
    // Read again meanwhile: newer answers are there before the older ones, or behind those to the last
    // changes.
    await now(() => comeBack(random.chance(0.5)))
    drained = await drain()
    // What comes late is here by now.
    await pass(NEWS_THERE)
    await now(lookAtOther)
    await pass(SIGNED_IN)
    await lookForAllLost()
    drained = Math.max(drained, await drain())
    await verdict()
    if (random.chance(0.5)) {
      for (const { tabs } of devices) await now(() => settle(tabs[0]), tabs[0])
      // What they decide is stored first.
      await pass(DECISION_STORED)
      drained = Math.max(drained, await drain())
      await now(lookAtOther)
      await pass(20_000)
      await verdict()
    }
  } finally {
    for (const undo of restore) undo()
    for (const device of devices) for (const tab of device.tabs) tab.dead = true
    network.cutStreams()
  }
  const left = devices.flatMap(({ disk }) => [...disk.durable.operations.values()])
  return {
    seed,
    operations: book.deeds.size + otherBook.deeds.size,
    kills: devices.reduce((sum, { kills }) => sum + kills, 0),
    coverage,
    wrong: book.wrong,
    wrongKinds: book.wrongKinds,
    drained,
    screens,
    others: otherBook.deeds.size,
    refused: left.filter(({ state }) => state === 'refused').length,
    held: left.filter(({ state }) => state === 'held').length,
    mark: clock.mark(),
    trace: clock.lines,
  }

  /** Is the document at the other server as this operation asks for, whoever has changed it? */
  function isSoThere(operation: AppOperation, { disk }: Device): boolean {
    const kept = disk.durable.documents.get(operation.lane)
    const read = (path: string) => other?.serve({ ...READ, path }) ?? { status: 404, text: '' }
    return isSoAt(OTHER_SITE, kept ? laneNow(kept) : operation.lane, operation, read)
  }

  /** Everybody looks at all pages; the answers of their reads may take long. */
  function comeBack(isLate: boolean) {
    if (isLate) network.lateReadsUntil = clock.now + 100
    for (const device of devices)
      for (const tab of device.tabs) device.browser.dispatch(tab, 'visibilitychange')
  }

  /** The other server sends no news: its pages are read again when they are looked at. */
  function lookAtOther() {
    for (const device of devices.filter(({ site }) => site === OTHER_SITE))
      for (const tab of device.tabs) device.browser.dispatch(tab, 'visibilitychange')
  }

  function tick(): number {
    world.now = clock.now
    return clock.now
  }

  function heal() {
    clock.note('the faults end')
    network.trouble = 0
    network.awayUntil = 0
    weather.backup = undefined
    for (const person of PEOPLE) giveRights(weather, person)
    for (const device of devices) {
      const { disk } = device
      Object.assign(disk, { full: 'no', away: 'no', tears: false, slowness: disk.usual })
      device.setOnline(true)
      if (device.ended) device.signInAgain()
      if (device.person === null) signInAs(weather, device, PEOPLE[0])
      else if (device.tabs.length === 0) openOne(weather, device)
      for (const tab of device.tabs) clock.in(1, tab, tab.app.box.retryNow)
    }
  }

  /** Lets everybody sign in whose work waits; answers how long that took at the longest. */
  async function drain(): Promise<number> {
    let longest = 0
    for (const device of devices) {
      for (let turns = 0; waits(device).length > 0 && turns < 6; turns += 1) {
        const user = waits(device).find((head) => head.user === device.person)?.user ?? waits(device)[0]?.user
        if (user !== undefined && (user !== device.person || device.ended)) {
          await now(() => signInAs(weather, device, user))
        }
        const from = clock.now
        await clock.run(() => waits(device, user).length === 0 || tick() - from > LONGEST_DRAIN)
        longest = Math.max(longest, clock.now - from)
        for (const head of waits(device, user)) {
          book.blame(
            'stuck',
            `${head.id} ${head.state} on ${head.lane}: still here after ${LONGEST_DRAIN / 1000} s`,
          )
        }
        if (waits(device, user).length > 0) {
          for (const { name, app } of device.tabs) {
            const { flying, tries, leads, person } = app.box.state()
            clock.note(`${name} ${JSON.stringify({ flying, tries, leads, person })}`)
          }
          break
        }
      }
    }
    return longest
  }

  /** Everybody signs in whose confirmed work the server has lost: they are told of it, and send it again. */
  async function lookForAllLost() {
    for (const device of devices) {
      for (const person of bookOf(device).losersOn(device)) {
        if (person !== device.person) await now(() => signInAs(weather, device, person))
        await pass(LONGEST_DRAIN)
      }
    }
  }

  /** Does something at this moment of the clock. */
  async function now(run: () => void, owner?: Tab) {
    let isDone = false
    clock.in(0, owner, () => {
      run()
      isDone = true
    })
    await clock.run(() => isDone)
  }

  async function pass(ms: number) {
    const end = clock.now + ms
    await clock.run(() => tick() >= end)
  }

  /** People look at what waits for them. */
  function settle(tab: Tab | undefined) {
    if (!tab) return
    clock.note(`people look at what waits for them on ${tab.name}`)
    for (const { id } of tab.app.box.state().operations.filter(needsPerson)) {
      if (random.chance(0.9)) decide(tab, work, random.chance(0.7) ? 'again' : 'discard')
      else clock.note(`${id} stays`)
    }
  }

  async function verdict() {
    const broken = await findBrokenInvariants(server.database.pool, OWN_SITE.barcodes)
    for (const each of broken) book.blame('negative', each)
    for (const each of server.failures.splice(0))
      book.blame('untrue', `the server failed: ${each.slice(0, 300)}`)
    const [own, others] = [OWN_SITE, OTHER_SITE].map((site) => devices.filter((each) => each.site === site))
    await judge(book, own ?? [], server.database.pool)
    await judge(otherBook, others ?? [], undefined)
    screens += await judgeScreens(book, devices, (path) => readAs('judge', path))
  }

  async function readAs(token: string, path: string) {
    const calling = { ...READ, path, token }
    const { status, text } = await (other && isToOther(calling) ? other : server).serve(calling)
    return { status, text }
  }
}

const eventsOf = (tab: Tab, book: Book): PageEvents => {
  // A page that is gone shows nothing.
  const alive =
    <Given extends readonly unknown[]>(run: (...given: Given) => void) =>
    (...given: Given) => {
      if (!tab.dead) run(...given)
    }
  return {
    appending: ({ id, user, lane, intent }) =>
      void book.begin({ id, device: tab.device, person: user, lane, intent }),
    appended: alive((id, word) => {
      const deed = book.deedOf(id)
      if (deed) book.said(deed, word)
    }),
    renamed: (id, was) => book.renamed(id, was),
    discarded: (id) => book.discarded(id),
    reported: alive((outcome, barcode) => book.reported(tab, outcome, barcode)),
    watched: alive((settled) => {
      book.told(tab, settled)
      book.shownAs(settled.operation.id)
    }),
    settled: alive((settled) => book.told(tab, settled)),
  }
}

const page = (clock: Clock): Tab & OnDisk => {
  const { current } = clock
  if (!current || !('disk' in current)) throw new Error('This is no page')
  return current as unknown as Tab
}

// The first of each lane that is to go out by itself.
function headsOf({ disk }: Device): readonly AppOperation[] {
  const heads = new Map<string, AppOperation>()
  const { operations, documents } = disk.durable
  for (const each of [...operations.values()].toSorted((one, other) => one.seq - other.seq)) {
    // What its screen has taken over waits for nothing.
    if (each.closed !== undefined) continue
    // Who has stored it may not have heard yet what the document is called by now.
    const kept = documents.get(each.lane)
    const lane = kept ? laneNow(kept) : each.lane
    if (!heads.has(lane)) heads.set(lane, each)
  }
  return [...heads.values()].filter((each) => !needsPerson(each))
}
