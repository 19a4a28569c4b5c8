// Messages of the app: toasts, the error dialog, and the blocking overlay.
import { atom } from 'jotai'
import { DURATIONS } from '#core/wire/limits.ts'
import { store } from './store.ts'

export type NoticeTone = 'info' | 'ok' | 'warning' | 'error'
export type Facts = Readonly<Record<string, string | number>>

/** A sentence of the catalogue, by its code. */
export interface Notice {
  readonly id: number
  readonly code: string
  readonly facts: Facts
  readonly tone: NoticeTone
  /** How long it is shown, in milliseconds. */
  readonly lasts: number
}

const maxNotices = 4

export const noticesAtom = atom<readonly Notice[]>([])
/** The error to acknowledge; null: none. */
export const errorDialogAtom = atom<{ readonly code: string; readonly facts: Facts } | null>(null)
/** The reasons for the blocking overlay, as sentence codes; empty: none. */
export const waitingAtom = atom<readonly { readonly id: number; readonly code: string }[]>([])

let lastId = 0

/** Shows a toast for 5 s (or `lasts` ms). A toast with the same sentence is replaced. */
export function notify(
  code: string,
  facts: Facts = {},
  tone: NoticeTone = 'info',
  lasts: number = DURATIONS.notification,
): number {
  lastId += 1
  const notice: Notice = { id: lastId, code, facts, tone, lasts }
  store.set(noticesAtom, (notices) => [
    ...notices.filter((other) => !isSame(other, notice)).slice(-(maxNotices - 1)),
    notice,
  ])
  return notice.id
}

/** Removes a toast early. */
export function dismiss(id: number): void {
  return store.set(noticesAtom, (notices) => notices.filter((notice) => notice.id !== id))
}

/** Shows the global error dialog, which a person closes with OK. */
export function showError(code: string, facts: Facts = {}): void {
  return store.set(errorDialogAtom, { code, facts })
}

/** Shows the loading overlay while `work` runs. */
export async function whileWaiting<Value>(code: string, work: () => Promise<Value>): Promise<Value> {
  lastId += 1
  const id = lastId
  store.set(waitingAtom, (waiting) => [...waiting, { id, code }])
  try {
    return await work()
  } finally {
    store.set(waitingAtom, (waiting) => waiting.filter((entry) => entry.id !== id))
  }
}

const isSame = (one: Notice, other: Notice) =>
  one.code === other.code && JSON.stringify(one.facts) === JSON.stringify(other.facts)
