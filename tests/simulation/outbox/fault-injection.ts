// Injects faults into browsers and the server while people work, one after the other.
import type { StoredTokens } from '#app/api/token-store.ts'
import type { Book } from './book.ts'
import type { Clock } from './clock.ts'
import type { Device, Tab } from './device.ts'
import { type Coverage, OTHER_FAULTS, type OtherFault, statesOf } from './faults.ts'
import type { Network } from './network.ts'
import type { Provider } from './provider.ts'
import type { Random } from './random.ts'
import { PEOPLE, type SimulatedServer } from './server.ts'

export interface FaultParts {
  readonly clock: Clock
  readonly random: Random
  readonly network: Network
  readonly server: SimulatedServer
  readonly coverage: Coverage
  readonly devices: readonly Device[]
  readonly provider: Provider
  readonly book: Book
  /** The changes in the server's last backup, by key. */
  backup: ReadonlySet<string> | undefined
  /** Whether a backup was restored. */
  isRestored: boolean
  /** Whether the faults have ended. */
  readonly isOver: () => boolean
}

const HOUR = 60 * 60_000
const DAY = 24 * HOUR

/** Injects faults until they are over. `pause`: the mean time between two, in milliseconds. */
export function startFaults(parts: FaultParts, pause: number): void {
  const { clock, random, coverage, devices, isOver } = parts
  const kinds = OTHER_FAULTS.filter(() => random.chance(0.6))
  const next = () =>
    clock.in(random.between(0.2, 1.8) * pause, undefined, () => {
      if (isOver()) return
      const fault = random.chance(0.2) ? 'tab killed' : random.of(kinds.length > 0 ? kinds : OTHER_FAULTS)
      const device = random.of(devices)
      // Some faults wait until a request is being built, which is a short state.
      if (fault && device) injectFault(fault, device, random.chance(0.4) ? 500 : 0)
      next()
    })
  const injectFault = (fault: OtherFault, device: Device, triesLeft: number) => {
    if (isOver()) return
    if (triesLeft > 0 && !statesOf(device).has('packing')) {
      clock.in(4, undefined, () => injectFault(fault, device, triesLeft - 1))
      return
    }
    clock.note(`${device.name}: ${fault}`)
    coverage.countFault(fault, device)
    applyFault(parts, fault, device)
  }
  next()
}

function applyFault(parts: FaultParts, fault: OtherFault, device: Device): void {
  const { clock, random, network, server, devices } = parts
  const { disk } = device
  const later = (run: () => void, minMs = 300, maxMs = 12_000) =>
    clock.in(random.between(minMs, maxMs), undefined, () => {
      if (!parts.isOver()) run()
    })
  switch (fault) {
    case 'no network':
      // The browser usually fires an event.
      device.setOnline(false, random.chance(0.2))
      network.cutStreams((tab) => tab.device === device)
      later(() => device.setOnline(true, random.chance(0.2)))
      return
    case 'disk full':
      disk.full = random.chance(0.5) ? 'put' : 'commit'
      later(() => {
        disk.full = 'no'
      })
      return
    case 'database lost':
      disk.lose()
      disk.openFailure = random.of(['no', 'fails', 'hangs'] as const) ?? 'no'
      later(() => {
        disk.openFailure = 'no'
      })
      return
    case 'commit unheard':
      disk.losesNextResult = true
      return
    case 'slow disk':
      disk.slowness = random.between(8, 40)
      later(() => {
        disk.slowness = disk.normalSlowness
      })
      return
    case 'tab killed': {
      const tab = random.of(device.tabs)
      if (!tab) return
      device.kills += 1
      device.close(tab)
      if (random.chance(0.4)) later(() => device.open(network.release, tab.session), 50, 5000)
      else if (device.tabs.length === 0 || random.chance(0.5)) later(() => openOne(parts, device), 50, 5000)
      return
    }
    case 'another tab':
      if (device.tabs.length < 3) openOne(parts, device)
      return
    case 'sign-in ended':
      device.ended = true
      endTokens(parts, device)
      later(() => device.signInAgain(), 1000, 20_000)
      return
    case 'another person': {
      const other = PEOPLE.find((each) => each !== device.person)
      if (other === undefined || device.person === null) return
      // The tokens are the other person's until the page is reloaded.
      device.ended = true
      endTokens(parts, device)
      later(
        () => {
          device.person = other
          device.signInAgain()
        },
        100,
        4000,
      )
      return
    }
    case 'log-out': {
      const tab = random.of(device.tabs)
      device.person = null
      if (tab) clock.in(0, tab, () => void tab.app.signIn.signOut(async () => undefined))
      later(() => signInAs(parts, device, random.of(PEOPLE) ?? PEOPLE[0]), 4000, 12_000)
      return
    }
    case 'weeks pass': {
      // A device stores confirmed changes for two days only.
      if (parts.isRestored) return
      const ms = random.between(10, 20) * DAY
      for (const each of devices) each.ahead += ms
      network.era += 1
      parts.backup = undefined
      clock.in(0, undefined, () => clock.real(() => server.forgetKeys(parts.book.passWeeks(ms))))
      return
    }
    case 'clock set':
      device.ahead += random.between(-10, 10) * HOUR
      return
    case 'rights taken': {
      const person = random.of(PEOPLE) ?? PEOPLE[0]
      clock.in(0, undefined, () => clock.real(() => server.setRights(person, false)))
      later(() => giveRights(parts, person), 1000, 30_000)
      return
    }
    case 'backup restored': {
      const { backup } = parts
      if (backup === undefined) {
        clock.in(0, undefined, async () => {
          await clock.real(() => server.backUp())
          clock.note('a backup is made')
          parts.backup = parts.book.backUp()
        })
        return
      }
      parts.backup = undefined
      parts.isRestored = true
      network.epoch += 1
      network.unreachableUntil = clock.now + random.between(200, 6000)
      clock.in(0, undefined, async () => {
        await clock.real(() => server.restore())
        clock.note('the backup is put back')
        parts.book.restore(backup)
        network.cutStreams()
      })
      return
    }
    case 'server restarted':
      network.epoch += 1
      network.unreachableUntil = clock.now + random.between(200, 6000)
      server.restart()
      network.cutStreams()
      for (const each of devices) if (each !== device) parts.coverage.countFault(fault, each)
      return
    case 'new version':
      network.release += 1
      // Pages load the new release once none of their calls is in flight.
      for (const each of devices) for (const tab of each.tabs) takeOverRelease(parts, tab)
  }
}

/** Gives a person all rights again. */
export function giveRights({ clock, server }: FaultParts, person: string): void {
  clock.in(0, undefined, () => clock.real(() => server.setRights(person, true)))
}

function endTokens({ provider }: FaultParts, device: Device): void {
  for (const tab of device.tabs) provider.end(tokensIn(tab))
}

const tokensIn = ({ session }: Tab): StoredTokens | undefined => {
  const text = session.get('trimline.tokens')
  return text === undefined ? undefined : JSON.parse(text)
}

function takeOverRelease(parts: FaultParts, tab: Tab): void {
  const { clock, random, network } = parts
  clock.in(random.between(500, 8000), tab, () => {
    if (tab.release >= network.release) return
    if (Object.keys(tab.app.box.state().inFlight).length > 0) {
      takeOverRelease(parts, tab)
      return
    }
    tab.device.close(tab)
    openOne(parts, tab.device)
  })
}

/** Opens a page for the signed-in person. */
export function openOne({ network }: FaultParts, device: Device): void {
  device.open(network.release)
}

/** Signs a person in: all pages are reloaded. */
export function signInAs(parts: FaultParts, device: Device, person: string): void {
  for (const tab of device.tabs) device.close(tab)
  device.ended = false
  device.person = person
  openOne(parts, device)
}
