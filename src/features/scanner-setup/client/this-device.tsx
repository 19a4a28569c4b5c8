// Shows the device's name, and the profile that the server stores for it.
import { useAtomValue, useSetAtom } from 'jotai'
import { type FormEvent, useEffect, useState } from 'react'
import { preferencesAtom } from '#app/state/preferences.ts'
import { Button } from '#app/ui/button.tsx'
import { reasonOf } from '#app/ui/reason.ts'
import { TextField } from '#app/ui/text-field.tsx'
import { useCommandPorts } from '#input/engine/use-command-ports.ts'
import { CommandButton } from '#input/palette/command-button.tsx'
import { sayMoment } from '#text/dates.ts'
import { say } from '#text/say.ts'
import { readDeviceName } from './device-name.ts'
import {
  deviceProfilePort,
  loadDeviceProfile,
  type StoredDeviceProfile,
  serverStoresProfiles,
  storedDeviceProfileAtom,
} from './device-profile.ts'
import { profileWords } from './profile-words.ts'

/** Edits the device name, shows the stored profile, and offers to use it or replace it. */
export function ThisDevice() {
  const known = useAtomValue(storedDeviceProfileAtom)
  const change = useSetAtom(preferencesAtom)
  const [typed, setTyped] = useState<string>()
  const name = typed ?? known?.device ?? ''
  const isWrong = name.trim() !== '' && readDeviceName(name) === undefined
  // The app provides these ports when idle; this screen needs them before that.
  useCommandPorts(serverStoresProfiles() ? { deviceProfile: deviceProfilePort } : {})
  useEffect(() => void loadDeviceProfile(), [])
  const rename = (event: FormEvent) => {
    event.preventDefault()
    if (isWrong) return
    // Without a name, the device model is used again.
    change({ deviceName: readDeviceName(name) ?? null })
    setTyped(undefined)
    void loadDeviceProfile()
  }
  return (
    <section className="card scanner-part layout-list" aria-labelledby="scanner-device">
      <h2 id="scanner-device">{say('scanner.device')}</h2>
      <p>{say('scanner.deviceHelp')}</p>
      <form className="scanner-device layout-buttons" onSubmit={rename}>
        <TextField
          label={say('scanner.deviceName')}
          value={name}
          onValue={setTyped}
          error={isWrong ? say('scanner.deviceNameWrong') : undefined}
        />
        <Button type="submit">{say('scanner.deviceRename')}</Button>
      </form>
      <p role="status">{statusOf(known)}</p>
      <CommandButton id="takeProfile" wide />
      <CommandButton id="shareProfile" wide />
    </section>
  )
}

const statusOf = (known: StoredDeviceProfile | undefined): string => {
  if (!serverStoresProfiles()) return say('scanner.deviceNoServer')
  if (!known) return say('scanner.loading')
  const { device, profile, problem } = known
  if (device === undefined) return say('deviceNameMissing')
  if (problem) return reasonOf(problem)
  if (profile === undefined) return say('scanner.loading')
  if (profile === null) return say('scanner.deviceNone', { device })
  const { Profile, LastChangedBy, LastChangedDateTime } = profile
  return say('scanner.deviceKept', {
    device,
    label: profileWords(Profile).label,
    by: LastChangedBy,
    at: sayMoment(LastChangedDateTime),
  })
}
