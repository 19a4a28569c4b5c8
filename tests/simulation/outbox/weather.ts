// What befalls browsers and the server while people work, one trouble after the other.
import type { Clock } from './clock.ts'
import type { Device, Tab } from './device.ts'
import { type Coverage, OTHER_FAULTS, type OtherFault, statesOf } from './faults.ts'
import type { Network } from './network.ts'
import type { Random } from './random.ts'
import { PEOPLE, type SimulatedServer } from './server.ts'

export interface WeatherParts {
  readonly clock: Clock
  readonly random: Random
  readonly network: Network
  readonly server: SimulatedServer
  readonly coverage: Coverage
  readonly devices: readonly Device[]
  readonly giveToken: (person: string) => string
  /** A page that has just been opened. */
  readonly opened: (tab: Tab) => void
  /** All troubles are over. */
  readonly isOver: () => boolean
}

const DAY = 24 * 60 * 60_000

/** Lets troubles come until they are over; `pause`: the mean time between two, in milliseconds. */
export function startWeather(parts: WeatherParts, pause: number): void {
  const { clock, random, coverage, devices, isOver } = parts
  const kinds = OTHER_FAULTS.filter(() => random.chance(0.6))
  const next = () =>
    clock.in(random.between(0.2, 1.8) * pause, undefined, () => {
      if (isOver()) return
      const fault = random.chance(0.2) ? 'tab killed' : random.of(kinds.length > 0 ? kinds : OTHER_FAULTS)
      const device = random.of(devices)
      // Some come just when a call is being written, which is soon over.
      if (fault && device) strike(fault, device, random.chance(0.4) ? 500 : 0)
      next()
    })
  const strike = (fault: OtherFault, device: Device, patience: number) => {
    if (isOver()) return
    if (patience > 0 && !statesOf(device).has('packing')) {
      clock.in(4, undefined, () => strike(fault, device, patience - 1))
      return
    }
    clock.note(`${device.name}: ${fault}`)
    coverage.meet(fault, device)
    befall(parts, fault, device)
  }
  next()
}

function befall(parts: WeatherParts, fault: OtherFault, device: Device): void {
  const { clock, random, network, server, devices } = parts
  const { disk } = device
  const later = (run: () => void, least = 300, most = 12_000) =>
    clock.in(random.between(least, most), undefined, () => {
      if (!parts.isOver()) run()
    })
  switch (fault) {
    case 'no network':
      device.online = false
      later(() => {
        device.online = true
        // The browser says so, mostly.
        for (const tab of device.tabs) if (random.chance(0.8)) clock.in(1, tab, tab.box.retryNow)
      })
      return
    case 'disk full':
      disk.full = random.chance(0.5) ? 'put' : 'commit'
      later(() => {
        disk.full = 'no'
      })
      return
    case 'database lost':
      disk.lose()
      disk.away = random.of(['no', 'fails', 'hangs'] as const) ?? 'no'
      later(() => {
        disk.away = 'no'
      })
      return
    case 'commit unheard':
      disk.tears = true
      return
    case 'slow disk':
      disk.slowness = random.between(8, 40)
      later(() => {
        disk.slowness = disk.usual
      })
      return
    case 'tab killed': {
      const tab = random.of(device.tabs)
      if (!tab) return
      device.kills += 1
      device.close(tab)
      if (device.tabs.length === 0 || random.chance(0.5)) later(() => openOne(parts, device), 50, 5000)
      return
    }
    case 'another tab':
      if (device.tabs.length < 3) openOne(parts, device)
      return
    case 'sign-in ended':
      device.ended = true
      endTokens(parts, device)
      later(() => signInAgain(parts, device), 1000, 20_000)
      return
    case 'another person': {
      const tab = random.of(device.tabs)
      const other = PEOPLE.find((each) => each !== device.person)
      if (!tab || other === undefined || device.person === null) return
      // Over the screen: the tokens are the other one's, until the page begins anew.
      device.ended = true
      endTokens(parts, device)
      later(
        () => {
          if (!tab.dead && tab.signIn === 'ended')
            tab.token = { value: parts.giveToken(other), person: other }
          later(() => signInAs(parts, device, other), 10, 400)
        },
        100,
        4000,
      )
      return
    }
    case 'log-out':
      device.person = null
      for (const tab of device.tabs) device.close(tab)
      later(() => signInAs(parts, device, random.of(PEOPLE) ?? PEOPLE[0]), 500, 10_000)
      return
    case 'weeks pass':
      device.ahead += random.between(10, 20) * DAY
      return
    case 'server restarted':
      network.epoch += 1
      network.awayUntil = clock.now + random.between(200, 6000)
      server.restart()
      for (const each of devices) if (each !== device) parts.coverage.meet(fault, each)
      return
    case 'new version':
      network.release += 1
      // Pages take it over once nothing of theirs is under way.
      for (const each of devices) for (const tab of each.tabs) takeOverRelease(parts, tab)
  }
}

function endTokens({ network }: WeatherParts, device: Device): void {
  for (const { token } of device.tabs) if (token) network.refuse(token.value)
}

function takeOverRelease(parts: WeatherParts, tab: Tab): void {
  const { clock, random, network } = parts
  clock.in(random.between(500, 8000), tab, () => {
    if (tab.release >= network.release) return
    if (Object.keys(tab.box.state().flying).length > 0) {
      takeOverRelease(parts, tab)
      return
    }
    tab.device.close(tab)
    openOne(parts, tab.device)
  })
}

/** Opens a page for whoever is signed in there. */
export function openOne({ network, opened }: WeatherParts, device: Device): void {
  const tab = device.open(network.release)
  if (tab) opened(tab)
}

/** The same person signs in again, over the screens that are open. */
export function signInAgain(parts: WeatherParts, device: Device): void {
  device.ended = false
  for (const tab of device.tabs) {
    if (tab.person !== device.person) continue
    tab.token = { value: parts.giveToken(tab.person), person: tab.person }
    tab.signIn = 'good'
    parts.clock.in(1, tab, () => device.personChanged(tab))
  }
}

/** Somebody signs in: all pages begin anew. */
export function signInAs(parts: WeatherParts, device: Device, person: string): void {
  for (const tab of device.tabs) device.close(tab)
  device.ended = false
  device.person = person
  openOne(parts, device)
}
