// Runs one seed: work under faults, then work without faults, then a check of all results.
import { type AppOperation, currentLaneOf } from '#app/outbox/intent.ts'
import { needsPerson } from '#core/outbox/index.ts'
import { findBrokenInvariants } from '#tests/support/ledger-invariants.ts'
import { Book } from './book.ts'
import { installGlobals } from './browser-globals.ts'
import { Clock } from './clock.ts'
import { Device, type DeviceEnvironment, type Tab } from './device.ts'
import { type OnDisk, watchDatabases } from './disk.ts'
import { type FaultParts, giveRights, openOne, signInAs, startFaults } from './fault-injection.ts'
import { Coverage } from './faults.ts'
import { isSoAt, judge, judgeScreens } from './judge.ts'
import { isToOther, Network, someWeights } from './network.ts'
import { openOther } from './other-server.ts'
import type { PageEvents } from './page.ts'
import type { StartPage } from './page-code.ts'
import { act, type DocumentRef, decide, type WorkParts } from './people.ts'
import { Provider } from './provider.ts'
import { Random } from './random.ts'
import { PEOPLE, type SimulatedServer } from './server.ts'
import { OTHER_SITE, OWN_SITE } from './site.ts'

/** The shared start of all seeds. */
export interface Start {
  readonly server: SimulatedServer
  /** The documents of the server. */
  readonly documentRefs: readonly DocumentRef[]
  /** The identity provider and the time of the running seed. */
  readonly world: { provider: Provider | undefined; now: number }
  readonly startPage: StartPage
}

/** The result of a seed. */
export interface SeedResult {
  readonly seed: number
  /** Number of appended operations. */
  readonly operations: number
  readonly kills: number
  readonly coverage: Coverage
  /** The findings; empty if there are none. */
  readonly wrong: readonly string[]
  readonly wrongKinds: Book['wrongKinds']
  /** The longest time until the outbox was empty after the faults ended, in milliseconds. */
  readonly drained: number
  /** Number of operations that still need a person at the end. */
  readonly refused: number
  readonly held: number
  /** Number of open documents and lists that were compared with the server. */
  readonly screens: number
  /** Number of operations at the second server. */
  readonly others: number
  /** A hash of the trace: the same seed gives the same hash. */
  readonly mark: string
  readonly trace: readonly string[]
}

// After the faults have ended, the outbox must be empty within this time.
const MAX_DRAIN_MS = 60_000
// A silent stream of live updates is detected and reopened within this time.
const LIVE_RECOVERY_MS = 100_000
const HEARTBEAT_MS = 15_000
// Time to sign in again and to continue work.
const SIGN_IN_MS = 6000
const LAST_WORK_MS = 8000
const STORE_DECISION_MS = 1000
const READ = { method: 'GET', token: 'judge', key: undefined, body: undefined }
// One seed in so many has a second server, with a device of its own.
const SEEDS_PER_OTHER = 5

/** Runs a seed. */
export async function runSeed(start: Start, seed: number, keepsTrace = false): Promise<SeedResult> {
  const { server, documentRefs, startPage, world } = start
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
    listener: {
      sent: (tab, calling) => bookOf(tab.device).sent(tab, calling, provider.personOf(calling.token)),
      served: (calling, served, user) =>
        isToOther(calling)
          ? otherBook.served(calling, served, user, isSoThere)
          : book.served(calling, served, user),
    },
  })
  /** `isHealed`: no more faults. `isRuledOut`: no more work. */
  let isHealed = false
  let isOver = false
  const documents = new Map<string, DocumentRef[]>()
  const work: WorkParts = { clock, random, bookOf, documents }
  const pace = random.between(100, 900)
  const maxActions = random.whole(30, 120)
  const environment: DeviceEnvironment = {
    clock,
    random,
    startPage,
    provider,
    fetch: (tab, address, init) => network.fetch(tab, address, init),
    eventsOf: (tab) => eventsOf(tab, bookOf(tab.device)),
    opened: (tab) => {
      scheduleWork(tab)
      scheduleLostWorkCheck(tab)
    },
    isInSight: () => !isHealed,
    left: (device) => {
      if (device.person !== null) clock.in(200, undefined, () => openOne(faultParts, device))
    },
  }
  const devices = [new Device('a', PEOPLE[0], environment, random.chance(0.9), OWN_SITE)]
  if (random.chance(0.8)) devices.push(new Device('b', PEOPLE[1], environment, random.chance(0.9), OWN_SITE))
  // Without locks, two pages both send and do the same twice, because this server has no keys.
  if (other) devices.push(new Device('o', PEOPLE[0], environment, true, OTHER_SITE))
  for (const device of devices) {
    documents.set(device.name, [...(device.site === OTHER_SITE ? (other?.documentRefs ?? []) : documentRefs)])
    device.disk.onCommit = (durability) => bookOf(device).committed(device, durability)
  }
  const faultParts: FaultParts = {
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
  const scheduleWork = (tab: Tab) => {
    clock.in(random.between(0.2, 1.8) * pace, tab, () => {
      if (isOver) return
      void act(tab, work)
      scheduleWork(tab)
    })
  }
  // A person sends work that a restored server has lost again, or dismisses it.
  const scheduleLostWorkCheck = (tab: Tab) => {
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
      scheduleLostWorkCheck(tab)
    })
  }
  const scheduleHeartbeat = () => {
    clock.in(HEARTBEAT_MS, undefined, async () => {
      scheduleHeartbeat()
      await clock.real(async () => {
        await server.mark()
        await server.sendHeartbeat()
      })
    })
  }
  const restore = [
    watchDatabases(clock),
    installGlobals(clock, (run) => page(clock).disk.step(run, clock.current)),
  ]
  const pendingHeads = (device: Device, user?: string) =>
    headsOf(device).filter((head) => user === undefined || head.user === user)
  let drained = 0
  let screens = 0
  try {
    scheduleHeartbeat()
    await now(() => {
      for (const device of devices) {
        openOne(faultParts, device)
        if (random.chance(0.5)) openOne(faultParts, device)
      }
    })
    // In some seeds there is no fault, in others hardly any call gets through.
    network.faultShare = random.of([0, 0.05, 0.15, 0.3, 0.6]) ?? 0
    network.weights = someWeights(random)
    startFaults(faultParts, random.between(800, 8000))
    const end = clock.now + random.between(40_000, 240_000)
    await clock.run(() => tick() >= end || book.actions.size >= maxActions)

    isHealed = true
    await now(heal)
    await advance(SIGN_IN_MS)
    // Slow answers to these reads arrive after the last changes but are older. No page reads again.
    await now(() => showAllPages(true))
    await advance(LAST_WORK_MS)
    isOver = true
    // Reads again meanwhile: newer answers arrive before the older ones, or after those to the last changes.
    await now(() => showAllPages(random.chance(0.5)))
    drained = await drain()
    // Lets late answers arrive.
    await advance(LIVE_RECOVERY_MS)
    await now(showOtherPages)
    await advance(SIGN_IN_MS)
    await resendLostWork()
    drained = Math.max(drained, await drain())
    await verdict()
    if (random.chance(0.5)) {
      for (const { tabs } of devices) await now(() => decideAll(tabs[0]), tabs[0])
      // The decisions are stored first.
      await advance(STORE_DECISION_MS)
      drained = Math.max(drained, await drain())
      await now(showOtherPages)
      await advance(20_000)
      await verdict()
    }
  } finally {
    for (const undo of restore) undo()
    for (const device of devices) for (const tab of device.tabs) tab.dead = true
    network.cutStreams()
  }
  const remaining = devices.flatMap(({ disk }) => [...disk.durable.operations.values()])
  return {
    seed,
    operations: book.actions.size + otherBook.actions.size,
    kills: devices.reduce((sum, { kills }) => sum + kills, 0),
    coverage,
    wrong: book.wrong,
    wrongKinds: book.wrongKinds,
    drained,
    screens,
    others: otherBook.actions.size,
    refused: remaining.filter(({ state }) => state === 'refused').length,
    held: remaining.filter(({ state }) => state === 'held').length,
    mark: clock.mark(),
    trace: clock.lines,
  }

  /** Whether the document at the other server already is as this operation requests. */
  function isSoThere(operation: AppOperation, { disk }: Device): boolean {
    const keptDocument = disk.durable.documents.get(operation.lane)
    const read = (path: string) => other?.serve({ ...READ, path }) ?? { status: 404, text: '' }
    return isSoAt(OTHER_SITE, keptDocument ? currentLaneOf(keptDocument) : operation.lane, operation, read)
  }

  /** Makes all pages visible, so that they read again. `isLate`: the answers take long. */
  function showAllPages(isLate: boolean) {
    if (isLate) network.lateReadsUntil = clock.now + 100
    for (const device of devices)
      for (const tab of device.tabs) device.browser.dispatch(tab, 'visibilitychange')
  }

  /** The other server has no live updates: its pages read again when they become visible. */
  function showOtherPages() {
    for (const device of devices.filter(({ site }) => site === OTHER_SITE))
      for (const tab of device.tabs) device.browser.dispatch(tab, 'visibilitychange')
  }

  function tick(): number {
    world.now = clock.now
    return clock.now
  }

  function heal() {
    clock.note('the faults end')
    network.faultShare = 0
    network.unreachableUntil = 0
    faultParts.backup = undefined
    for (const person of PEOPLE) giveRights(faultParts, person)
    for (const device of devices) {
      const { disk } = device
      Object.assign(disk, {
        full: 'no',
        openFailure: 'no',
        losesNextResult: false,
        slowness: disk.normalSlowness,
      })
      device.setOnline(true)
      if (device.ended) device.signInAgain()
      if (device.person === null) signInAs(faultParts, device, PEOPLE[0])
      else if (device.tabs.length === 0) openOne(faultParts, device)
      for (const tab of device.tabs) clock.in(1, tab, tab.app.box.retryNow)
    }
  }

  /** Signs in the people whose work is pending. Returns the longest time to empty the outbox. */
  async function drain(): Promise<number> {
    let longest = 0
    for (const device of devices) {
      for (let turns = 0; pendingHeads(device).length > 0 && turns < 6; turns += 1) {
        const user =
          pendingHeads(device).find((head) => head.user === device.person)?.user ??
          pendingHeads(device)[0]?.user
        if (user !== undefined && (user !== device.person || device.ended)) {
          await now(() => signInAs(faultParts, device, user))
        }
        const from = clock.now
        await clock.run(() => pendingHeads(device, user).length === 0 || tick() - from > MAX_DRAIN_MS)
        longest = Math.max(longest, clock.now - from)
        for (const head of pendingHeads(device, user)) {
          book.blame(
            'stuck',
            `${head.id} ${head.state} on ${head.lane}: still here after ${MAX_DRAIN_MS / 1000} s`,
          )
        }
        if (pendingHeads(device, user).length > 0) {
          for (const { name, app } of device.tabs) {
            const { inFlight, tries, isLeader, person } = app.box.state()
            clock.note(`${name} ${JSON.stringify({ inFlight, tries, isLeader, person })}`)
          }
          break
        }
      }
    }
    return longest
  }

  /** Signs in everyone whose confirmed work the server has lost, so that they send it again. */
  async function resendLostWork() {
    for (const device of devices) {
      for (const person of bookOf(device).peopleWithLostWork(device)) {
        if (person !== device.person) await now(() => signInAs(faultParts, device, person))
        await advance(MAX_DRAIN_MS)
      }
    }
  }

  /** Runs a callback as an event of the clock. */
  async function now(run: () => void, owner?: Tab) {
    let isDone = false
    clock.in(0, owner, () => {
      run()
      isDone = true
    })
    await clock.run(() => isDone)
  }

  async function advance(ms: number) {
    const end = clock.now + ms
    await clock.run(() => tick() >= end)
  }

  /** Lets people decide on the operations that need a person. */
  function decideAll(tab: Tab | undefined) {
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
  const ifAlive =
    <Given extends readonly unknown[]>(run: (...given: Given) => void) =>
    (...given: Given) => {
      if (!tab.dead) run(...given)
    }
  return {
    appending: ({ id, user, lane, intent }) =>
      void book.begin({ id, device: tab.device, person: user, lane, intent }),
    appended: ifAlive((id, word) => {
      const action = book.actionOf(id)
      if (action) book.saveReported(action, word)
    }),
    renamed: (id, was) => book.renamed(id, was),
    discarded: (id) => book.discarded(id),
    reported: ifAlive((outcome, barcode) => book.reported(tab, outcome, barcode)),
    watched: ifAlive((settled) => {
      book.settled(tab, settled)
      book.shownFailed(settled.operation.id)
    }),
    settled: ifAlive((settled) => book.settled(tab, settled)),
  }
}

const page = (clock: Clock): Tab & OnDisk => {
  const { current } = clock
  if (!current || !('disk' in current)) throw new Error('This is no page')
  return current as unknown as Tab
}

// The first operation of each lane that the outbox sends without a person.
function headsOf({ disk }: Device): readonly AppOperation[] {
  const heads = new Map<string, AppOperation>()
  const { operations, documents } = disk.durable
  for (const each of [...operations.values()].toSorted((one, other) => one.seq - other.seq)) {
    // A closed operation is not pending.
    if (each.closed !== undefined) continue
    // The page that stored it may not know the document's new number yet.
    const keptDocument = documents.get(each.lane)
    const lane = keptDocument ? currentLaneOf(keptDocument) : each.lane
    if (!heads.has(lane)) heads.set(lane, each)
  }
  return [...heads.values()].filter((each) => !needsPerson(each))
}
