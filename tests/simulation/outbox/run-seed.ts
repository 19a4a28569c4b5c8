// One seed from its start to its verdict: work under faults, then an end of all faults, and a look at what has become of everything.
import { type AppOperation, laneNow } from '#client/outbox/intent.ts'
import { needsPerson } from '#outbox/index.ts'
import { findBrokenInvariants } from '#tests/support/ledger-invariants.ts'
import { barcodeOf } from '#tests/support/warehouse.ts'
import { Book } from './book.ts'
import { installGlobals } from './browser-globals.ts'
import { Clock } from './clock.ts'
import { Device, type Surroundings, type Tab } from './device.ts'
import { databaseClasses, type OnDisk, watchDatabases } from './disk.ts'
import { Coverage } from './faults.ts'
import { judge } from './judge.ts'
import { Network, someWeights } from './network.ts'
import { act, decide, takeOver, type Worked, type WorkParts } from './people.ts'
import { Random } from './random.ts'
import { BARCODES, PEOPLE, type SimulatedServer } from './server.ts'
import { openOne, signInAgain, signInAs, startWeather, type WeatherParts } from './weather.ts'

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
  /** A mark of all that has happened: the same seed gives the same. */
  readonly mark: string
  readonly trace: readonly string[]
}

// So long everything may take to be out after the faults have ended, in milliseconds.
const LONGEST_DRAIN = 60_000
const BARCODE_NAMES = Array.from({ length: BARCODES.count }, (_, index) => barcodeOf(BARCODES.first + index))

/** Runs a seed on a server that stands at its start; `worked`: the documents that are there. */
export async function runSeed(
  server: SimulatedServer,
  worked: readonly Worked[],
  seed: number,
  keepsTrace = false,
): Promise<SeedResult> {
  await server.reset()
  const random = new Random(seed)
  const clock = new Clock(keepsTrace)
  const coverage = new Coverage()
  const book = new Book(clock)
  const tokens = new Map<string, string>()
  const good = new Set<string>()
  let issued = 0
  const giveToken = (person: string) => {
    issued += 1
    const token = `${person}.${issued}`
    tokens.set(token, person)
    good.add(token)
    return token
  }
  currentToken = (token) => (good.has(token) ? tokens.get(token) : undefined)
  const network = new Network({
    clock,
    random,
    server,
    coverage,
    hears: {
      sent: (tab, calling) => book.sent(tab, calling, (token) => tokens.get(token)),
      served: (calling, served, user) => book.served(calling, served, user),
    },
    userOf: (token) => tokens.get(token),
    refuse: (token) => good.delete(token),
  })
  let isOver = false
  const documents = new Map<string, Worked[]>()
  const work: WorkParts = { clock, random, book, documents, afterwards: new Map() }
  const around: Surroundings = {
    clock,
    random,
    giveToken,
    told: (tab, settled) => {
      book.told(tab, settled)
      takeOver(tab, settled, work)
    },
  }
  const devices = [new Device('a', PEOPLE[0], around, random.chance(0.9))]
  if (random.chance(0.8)) devices.push(new Device('b', PEOPLE[1], around, random.chance(0.9)))
  for (const device of devices) {
    documents.set(device.name, [...worked])
    device.disk.onCommit = (durability) => book.committed(device, durability)
  }
  const weather: WeatherParts = {
    clock,
    random,
    network,
    server,
    coverage,
    devices,
    giveToken,
    opened: (tab) => busy(tab),
    isOver: () => isOver,
  }
  const pace = random.between(100, 900)
  const wanted = random.whole(30, 120)
  const busy = (tab: Tab) => {
    clock.in(random.between(0.2, 1.8) * pace, tab, () => {
      if (isOver) return
      void act(tab, work)
      busy(tab)
    })
  }
  const restore = [
    watchDatabases(clock),
    installGlobals(clock, {
      indexedDB: {
        open: (name: string, version: number) => page(clock).disk.open(page(clock), name, version),
      },
      fetch: (address, init) => network.fetch(page(clock), address, init),
      isOnline: () => page(clock).device.online,
      inDatabase: (run) => page(clock).disk.step(run, clock.current),
      classes: databaseClasses,
    }),
  ]
  const waits = (device: Device, user?: string) =>
    headsOf(device).filter((head) => user === undefined || head.user === user)
  let drained = 0
  try {
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
    await clock.run(() => clock.now >= end || book.deeds.size >= wanted)

    isOver = true
    await now(heal)
    drained = await drain()
    // What comes late is here by now.
    await pass(70_000)
    await verdict()
    if (random.chance(0.5)) {
      for (const { tabs } of devices) await now(() => settle(tabs[0]), tabs[0])
      drained = Math.max(drained, await drain())
      await pass(20_000)
      await verdict()
    }
  } finally {
    for (const undo of restore) undo()
    for (const device of devices) for (const tab of device.tabs) tab.dead = true
  }
  const left = devices.flatMap(({ disk }) => [...disk.durable.operations.values()])
  return {
    seed,
    operations: book.deeds.size,
    kills: devices.reduce((sum, { kills }) => sum + kills, 0),
    coverage,
    wrong: book.wrong,
    wrongKinds: book.wrongKinds,
    drained,
    refused: left.filter(({ state }) => state === 'refused').length,
    held: left.filter(({ state }) => state === 'held').length,
    mark: clock.mark(),
    trace: clock.lines,
  }

  function heal() {
    clock.note('the faults end')
    network.trouble = 0
    network.awayUntil = 0
    for (const device of devices) {
      const { disk } = device
      Object.assign(disk, { full: 'no', away: 'no', tears: false, slowness: disk.usual })
      device.online = true
      if (device.ended) signInAgain(weather, device)
      if (device.person === null) signInAs(weather, device, PEOPLE[0])
      else if (device.tabs.length === 0) openOne(weather, device)
      for (const tab of device.tabs) clock.in(1, tab, tab.box.retryNow)
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
        await clock.run(() => waits(device, user).length === 0 || clock.now - from > LONGEST_DRAIN)
        longest = Math.max(longest, clock.now - from)
        for (const head of waits(device, user)) {
          book.blame(
            'stuck',
            `${head.id} ${head.state} on ${head.lane}: still here after ${LONGEST_DRAIN / 1000} s`,
          )
        }
        if (waits(device, user).length > 0) {
          for (const { name, box } of device.tabs) {
            const { flying, tries, leads, person } = box.state()
            clock.note(`${name} ${JSON.stringify({ flying, tries, leads, person })}`)
          }
          break
        }
      }
    }
    return longest
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
    await clock.run(() => clock.now >= end)
  }

  /** People look at what waits for them. */
  function settle(tab: Tab | undefined) {
    if (!tab) return
    clock.note(`people look at what waits for them on ${tab.name}`)
    for (const { id } of tab.box.state().operations.filter(needsPerson)) {
      if (random.chance(0.9)) decide(tab, work, random.chance(0.7) ? 'again' : 'discard')
      else clock.note(`${id} stays`)
    }
  }

  async function verdict() {
    const broken = await findBrokenInvariants(server.database.pool, BARCODE_NAMES)
    for (const each of broken) book.blame('negative', each)
    for (const each of server.failures.splice(0))
      book.blame('untrue', `the server failed: ${each.slice(0, 300)}`)
    await judge(book, devices, server.database.pool)
  }
}

let currentToken: (token: string) => string | undefined = () => undefined

/** Whose token this is; undefined where it is not taken. */
export function isGood(token: string): string | undefined {
  return currentToken(token)
}

const page = (clock: Clock): Tab & OnDisk => {
  const { current } = clock
  if (!current || !('box' in current)) throw new Error('This is no page')
  return current as Tab
}

// The first of each lane that is to go out by itself.
function headsOf({ disk }: Device): readonly AppOperation[] {
  const heads = new Map<string, AppOperation>()
  const { operations, documents } = disk.durable
  for (const each of [...operations.values()].toSorted((one, other) => one.seq - other.seq)) {
    // Who has stored it may not have heard yet what the document is called by now.
    const kept = documents.get(each.lane)
    const lane = kept ? laneNow(kept) : each.lane
    if (!heads.has(lane)) heads.set(lane, each)
  }
  return [...heads.values()].filter((each) => !needsPerson(each))
}
