import { atom } from 'jotai'

/** A release of the app that is newer than the one of this page. */
export interface NewRelease {
  /** Loads the app anew, in that release. */
  readonly load: () => void
}

/** null: none is known. */
export const newReleaseAtom = atom<NewRelease | null>(null)
