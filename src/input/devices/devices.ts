// Connects the workstation's scanners that are not keyboards, and selects its scanner profile.
import { preferencesAtom, readPreferences } from '#app/state/preferences.ts'
import { store } from '#app/state/store.ts'
import type { CommandOutcome } from '#core/commands/command.ts'
import type { DevicesPort, ScannerConnection } from '#core/commands/context.ts'
import { readDirect } from '#core/scan/direct.ts'
import { refuse, type Verdict } from '#core/wire/refusals.ts'
import type { IncomingScan } from '../engine/scan-entry.ts'
import type { DirectConnection, DirectEvents } from './direct-scanner.ts'
import { cameraOpenAtom, type DirectState, directScannersAtom, problemOf } from './direct-state.ts'
import { findProfiles, listScannerProfiles } from './scanner-profiles.ts'

type CableWay = Exclude<ScannerConnection, 'camera'>

const connectors: Readonly<
  Record<CableWay, (events: DirectEvents, ask: boolean) => Promise<DirectConnection>>
> = {
  hid: async (events, ask) => (await import('./direct-hid.ts')).connectHid(events, ask),
  serial: async (events, ask) => (await import('./direct-serial.ts')).connectSerial(events, ask),
}

export interface Devices {
  readonly port: DevicesPort
  /** Disconnects all devices. */
  readonly stop: () => void
}

interface Connections {
  readonly onScan: (scan: IncomingScan) => void
  readonly changed: () => void
  readonly closers: Map<CableWay, () => Promise<void>>
}

/** Reconnects the devices that were connected here before. Calls `changed` when a device's state changes. */
export function createDevices(callbacks: Pick<Connections, 'onScan' | 'changed'>): Devices {
  const connections: Connections = { ...callbacks, closers: new Map() }
  const reconnectAll = () => reconnect(connections)
  reconnectAll()
  navigator.hid?.addEventListener('connect', reconnectAll)
  navigator.serial?.addEventListener('connect', reconnectAll)
  return {
    port: {
      chooseProfile,
      mayConnect,
      connect: (way) => {
        if (way !== 'camera') return connect(connections, way, true)
        store.set(cameraOpenAtom, true)
        return undefined
      },
    },
    stop: () => {
      navigator.hid?.removeEventListener('connect', reconnectAll)
      navigator.serial?.removeEventListener('connect', reconnectAll)
      // Closing an unplugged device fails, and is not necessary.
      for (const close of connections.closers.values()) close().catch(() => undefined)
      connections.closers.clear()
      store.set(cameraOpenAtom, false)
    },
  }
}

const reconnect = (connections: Connections): void => {
  for (const way of store.get(preferencesAtom).directScanners) {
    if (!connections.closers.has(way) && isHere(way)) void connect(connections, way, false)
  }
}

// Connects a device; `ask` lets the person choose one.
async function connect(
  connections: Connections,
  way: CableWay,
  ask: boolean,
): Promise<CommandOutcome | undefined> {
  const { onScan, changed, closers } = connections
  const set = (state: DirectState): void => {
    store.set(directScannersAtom, { ...store.get(directScannersAtom), [way]: state })
    changed()
  }
  set({ state: 'connecting' })
  const events: DirectEvents = {
    onCode: (text) => onScan(toScan(text, way)),
    onLost: () => {
      closers.delete(way)
      set({ state: 'failed', code: 'directLost' })
    },
  }
  const connection = await connectors[way](events, ask).catch(
    (error: unknown): DirectConnection => ({ ok: false, code: problemOf(error) }),
  )
  if (!connection.ok) {
    // A missing device is an error only if the person asked to connect it.
    const isSilent = !ask && connection.code === 'directNoneChosen'
    set(isSilent ? { state: 'off' } : { state: 'failed', code: connection.code })
    return { tone: connection.code === 'directNoneChosen' ? 'warning' : 'error', code: connection.code }
  }
  closers.set(way, connection.close)
  remember(way)
  set({ state: 'on', name: connection.name })
  return {
    tone: 'ok',
    code: connection.name === '' ? 'directOn' : 'directOnNamed',
    facts: { name: connection.name },
  }
}

const remember = (way: CableWay): void => {
  const { directScanners: here } = store.get(preferencesAtom)
  // Another tab may have added the other device meanwhile.
  const directScanners = [...new Set([...readPreferences().directScanners, ...here, way])]
  store.set(preferencesAtom, { directScanners })
}

const mayConnect = (way: ScannerConnection): Verdict => {
  if (!window.isSecureContext) return refuse('directInsecure')
  if (!isHere(way)) return refuse('directNotHere')
  if (way === 'camera') return store.get(cameraOpenAtom) ? refuse('directOnAlready') : true
  return store.get(directScannersAtom)[way].state === 'on' ? refuse('directOnAlready') : true
}

/** Converts a text that a device has just read into a scan for the engine. */
export function toScan(text: string, channel: ScannerConnection): IncomingScan {
  const at = performance.now()
  return { ...readDirect(text, channel, at), readAt: Math.round(performance.timeOrigin + at) }
}

const isHere = (way: ScannerConnection): boolean =>
  way === 'camera' ? navigator.mediaDevices !== undefined : navigator[way] !== undefined

// Sets the workstation's profile by id or label. If none or several match, it changes nothing and reports
// them.
async function chooseProfile(words: string): Promise<CommandOutcome> {
  const profiles = await listScannerProfiles()
  const found = findProfiles(words, profiles)
  const [first, ...others] = found
  if (!first)
    return { tone: 'error', code: 'scannerProfileUnknown', facts: { words }, next: ['goToScannerSetup'] }
  if (others.length > 0) {
    const labels = found.map(({ label }) => label).join('; ')
    return {
      tone: 'warning',
      code: 'scannerProfileUnclear',
      facts: { words, labels },
      next: ['goToScannerSetup'],
    }
  }
  store.set(preferencesAtom, { scannerProfile: first.id })
  return { tone: 'ok', code: 'scannerProfileSet', facts: { label: first.label } }
}
