import { atom } from 'jotai'

/** When all master data was last loaded (ms since 1970) and for whom; null: not initialised. */
export interface Initialized {
  readonly at: number
  readonly userName: string
}
export const initializedAtom = atom<Initialized | null>(null)
