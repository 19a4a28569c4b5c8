import { atom } from 'jotai'

/** A release of the app newer than this page's. */
export interface NewRelease {
  /** Reloads the app in that release. */
  readonly load: () => void
}

/** null: none is known. */
export const newReleaseAtom = atom<NewRelease | null>(null)
