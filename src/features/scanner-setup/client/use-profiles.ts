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
  /** The profiles of known devices, including the built-in one; undefined while loading. */
  readonly known: readonly ScannerProfile[] | undefined
  /** The measured profile. */
  readonly measured: ScannerProfile | undefined
  /** The server's profile for this device's name. */
  readonly ofDevice: ScannerProfile | undefined
  /** The workstation's current profile. */
  readonly chosen: ScannerProfile
  readonly choose: (id: string) => void
}

/** Returns the available profiles and the current one. */
export function useProfiles(): Profiles {
  const [{ scannerProfile }, change] = useAtom(preferencesAtom)
  const [known, setKnown] = useState<readonly ScannerProfile[]>()
  useEffect(() => {
    let isUnmounted = false
    void listScannerProfiles().then((loaded) => {
      if (isUnmounted) return
      const files = loaded.filter(({ id }) => id !== measuredProfileId && id !== deviceProfileId)
      const hasBuiltIn = files.some(({ id }) => id === defaultProfile.id)
      setKnown(hasBuiltIn ? files : [defaultProfile, ...files])
    })
    return () => {
      isUnmounted = true
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
