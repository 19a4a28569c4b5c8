import { useAtom } from 'jotai'
import { useEffect, useState } from 'react'
import { preferencesAtom } from '#app/state/preferences.ts'
import { defaultProfile } from '#core/scan/default-profile.ts'
import type { ScannerProfile } from '#core/wire/scanner-profile.ts'
import {
  deviceProfile,
  deviceProfileId,
  listScannerProfiles,
  measuredProfile,
  measuredProfileId,
} from '#input/devices/scanner-profiles.ts'

export interface Profiles {
  /** Those of known devices; undefined while loading. The built-in one is always included. */
  readonly known: readonly ScannerProfile[] | undefined
  /** The measured profile. */
  readonly measured: ScannerProfile | undefined
  /** The server's, for this device's name. */
  readonly ofDevice: ScannerProfile | undefined
  /** The workstation's current profile. */
  readonly chosen: ScannerProfile
  readonly choose: (id: string) => void
}

/** The available profiles, and the current one. */
export function useProfiles(): Profiles {
  const [{ scannerProfile }, change] = useAtom(preferencesAtom)
  const [known, setKnown] = useState<readonly ScannerProfile[]>()
  useEffect(() => {
    let gone = false
    void listScannerProfiles().then((loaded) => {
      if (gone) return
      const files = loaded.filter(({ id }) => id !== measuredProfileId && id !== deviceProfileId)
      const hasBuiltIn = files.some(({ id }) => id === defaultProfile.id)
      setKnown(hasBuiltIn ? files : [defaultProfile, ...files])
    })
    return () => {
      gone = true
    }
  }, [])
  const measured = measuredProfile()
  const ofDevice = deviceProfile()
  const chosen = [measured, ofDevice, ...(known ?? [])].find((profile) => profile?.id === scannerProfile)
  return {
    known,
    measured,
    ofDevice,
    chosen: chosen ?? defaultProfile,
    choose: (id) => change({ scannerProfile: id }),
  }
}
