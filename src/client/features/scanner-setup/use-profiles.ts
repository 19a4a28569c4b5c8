import { useAtom } from 'jotai'
import { useEffect, useState } from 'react'
import {
  listScannerProfiles,
  measuredProfile,
  measuredProfileId,
} from '#client/input/devices/scanner-profiles.ts'
import { preferencesAtom } from '#client/state/preferences.ts'
import type { ScannerProfile } from '#contract/scanner-profile.ts'
import { defaultProfile } from '#scan/default-profile.ts'

export interface Profiles {
  /** Those of known devices; undefined while they are loading. The built-in one is always among them. */
  readonly known: readonly ScannerProfile[] | undefined
  /** The one that was measured here. */
  readonly measured: ScannerProfile | undefined
  /** What this workstation is set to. */
  readonly chosen: ScannerProfile
  readonly choose: (id: string) => void
}

/** The profiles that this workstation can be set to, and the one that it is set to. */
export function useProfiles(): Profiles {
  const [{ scannerProfile }, change] = useAtom(preferencesAtom)
  const [known, setKnown] = useState<readonly ScannerProfile[]>()
  useEffect(() => {
    let gone = false
    void listScannerProfiles().then((loaded) => {
      if (gone) return
      const files = loaded.filter(({ id }) => id !== measuredProfileId)
      const hasBuiltIn = files.some(({ id }) => id === defaultProfile.id)
      setKnown(hasBuiltIn ? files : [defaultProfile, ...files])
    })
    return () => {
      gone = true
    }
  }, [])
  const measured = measuredProfile()
  const chosen = [measured, ...(known ?? [])].find((profile) => profile?.id === scannerProfile)
  return {
    known,
    measured,
    chosen: chosen ?? defaultProfile,
    choose: (id) => change({ scannerProfile: id }),
  }
}
