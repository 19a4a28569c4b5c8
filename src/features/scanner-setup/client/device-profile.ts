// Applies the profile that the server stores for this device's name. A workstation without its own choice
// loads it after each sign-in, to receive corrections.
import { atom } from 'jotai'
import { perform } from '#app/api/client.ts'
import type { ApiProblem } from '#app/api/problem.ts'
import { configAtom } from '#app/state/config.ts'
import { preferencesAtom } from '#app/state/preferences.ts'
import { sessionAtom } from '#app/state/session.ts'
import { store } from '#app/state/store.ts'
import { reasonOf } from '#app/ui/reason.ts'
import { type Cause, type CommandOutcome, changeKey } from '#core/commands/command.ts'
import type { DeviceProfilePort } from '#core/commands/context.ts'
import { defaultProfile } from '#core/scan/default-profile.ts'
import { firstRefusal, refuse, type Verdict } from '#core/wire/refusals.ts'
import type { Result } from '#core/wire/result.ts'
import { type DeviceProfile, prepareProfileCall } from '#features/scanner-setup/common/device-profiles.ts'
import {
  deviceProfile,
  deviceProfileId,
  loadScannerProfile,
  storeDeviceProfile,
} from '#input/devices/scanner-profiles.ts'
import { currentDeviceName } from './device-name.ts'
import { profileWords } from './profile-words.ts'

/** The device name and its stored profile; `kept` is undefined while unknown. */
export interface StoredDeviceProfile {
  readonly device: string | undefined
  readonly profile?: DeviceProfile | null | undefined
  readonly problem?: ApiProblem
}

/** The last response; undefined before the first. */
export const storedDeviceProfileAtom = atom<StoredDeviceProfile | undefined>(undefined)

/** Does the server store profiles? */
export function serverStoresProfiles(): boolean {
  return store.get(configAtom)?.extensions.includes('profiles') === true
}

/** Loads the profile that the server stores for this device's name. */
export async function loadDeviceProfile(): Promise<void> {
  const device = await currentDeviceName()
  store.set(storedDeviceProfileAtom, { device })
  if (device === undefined || !serverStoresProfiles()) return
  const read: Result<DeviceProfile | null, ApiProblem> = await perform(
    prepareProfileCall('profiles.read', { params: { device } }, ({ Record }) => Record),
  )
  // The device name may have changed in the meantime.
  if (store.get(storedDeviceProfileAtom)?.device !== device) return
  store.set(
    storedDeviceProfileAtom,
    read.ok ? { device, profile: read.value } : { device, problem: read.error },
  )
}

/** Applies the server's profile after sign-in, unless the user has chosen another one. */
export async function applyServerProfile(): Promise<void> {
  const { scannerProfile } = store.get(preferencesAtom)
  if (!serverStoresProfiles() || (scannerProfile !== null && scannerProfile !== deviceProfileId)) return
  await loadDeviceProfile()
  const storedProfile = store.get(storedDeviceProfileAtom)?.profile
  const isUnchanged = store.get(preferencesAtom).scannerProfile === scannerProfile
  if (storedProfile && isUnchanged) apply(storedProfile)
}

/** The command port for the device profile. */
export const deviceProfilePort: DeviceProfilePort = { mayTake, take: takeServerProfile, mayShare, share }

// Allowed before the server has replied, because `take` loads the profile first.
function mayTake(): Verdict {
  const known = store.get(storedDeviceProfileAtom)
  if (hasNoName(known)) return refuse('deviceNameMissing')
  return known?.profile === null ? refuse('noDeviceProfile') : true
}

async function takeServerProfile(): Promise<CommandOutcome> {
  if (!store.get(storedDeviceProfileAtom)?.profile) await loadDeviceProfile()
  const known = store.get(storedDeviceProfileAtom)
  if (known?.problem) {
    return { tone: 'error', code: 'profileNotTaken', facts: { reason: reasonOf(known.problem) } }
  }
  const may = mayTake()
  if (may !== true || !known?.profile) {
    return { tone: 'error', code: may === true ? 'noDeviceProfile' : may.code }
  }
  apply(known.profile)
  return {
    tone: 'ok',
    code: 'scannerProfileSet',
    facts: { label: profileWords(known.profile.Profile).label },
  }
}

function mayShare(): Verdict {
  const session = store.get(sessionAtom)
  return firstRefusal(
    session?.actor.readOnly ? refuse('readOnlyAccess') : true,
    session?.admin ? true : refuse('notAdmin'),
    hasNoName(store.get(storedDeviceProfileAtom)) ? refuse('deviceNameMissing') : true,
  )
}

async function share(cause: Cause): Promise<CommandOutcome> {
  const device = await currentDeviceName()
  if (device === undefined) return { tone: 'error', code: 'deviceNameMissing' }
  const { scannerProfile } = store.get(preferencesAtom)
  const profile =
    (scannerProfile === null ? undefined : await loadScannerProfile(scannerProfile)) ?? defaultProfile
  const known = store.get(storedDeviceProfileAtom)
  const seen =
    known?.device === device && known.profile !== undefined
      ? (known.profile?.LastChangedDateTime ?? '')
      : undefined
  const query = seen === undefined ? {} : { seen }
  const sent = await perform(
    prepareProfileCall('profiles.keep', { params: { device }, query, body: profile }, ({ Record }) => Record),
    { idempotencyKey: changeKey(cause, 'profile') },
  )
  if (!sent.ok) return { tone: 'error', code: 'profileNotShared', facts: { reason: reasonOf(sent.error) } }
  store.set(storedDeviceProfileAtom, { device, profile: sent.value })
  return { tone: 'ok', code: 'profileShared', facts: { device } }
}

// The name was read and there is none.
const hasNoName = (known: StoredDeviceProfile | undefined): boolean =>
  known !== undefined && known.device === undefined

const apply = ({ Profile }: DeviceProfile): void => {
  const localProfile = { ...Profile, id: deviceProfileId }
  const isInUse = store.get(preferencesAtom).scannerProfile === deviceProfileId
  if (isInUse && JSON.stringify(localProfile) === JSON.stringify(deviceProfile())) return
  storeDeviceProfile(localProfile)
  // Set the same id twice, so that the wedge reloads the new profile.
  store.set(preferencesAtom, { scannerProfile: null })
  store.set(preferencesAtom, { scannerProfile: deviceProfileId })
}
