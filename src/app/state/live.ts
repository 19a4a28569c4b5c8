// Live updates while the page is open (docs/live.md).
import { atom } from 'jotai'
import type { LiveEvent } from '#features/live/common/live.ts'

/**
 * The state of the stream: `missing` if the server has no live updates, `waiting` while it is unreachable,
 * `silent` if streams open but deliver nothing. Without live updates, all data is reloaded when the window
 * gets the focus; while `silent`, also at intervals.
 */
export const liveAtom = atom<'connected' | 'waiting' | 'missing' | 'silent'>('waiting')

/** The position of a person's window. */
export interface Presence {
  readonly by: string
  readonly tab: string
  readonly number: string
  readonly barcode: string | null
  readonly stage: string
}

/** All other people at documents that this person may open. */
export const presenceAtom = atom<readonly Presence[]>([])

type Listener = (news: LiveEvent) => void

const listeners = new Set<Listener>()

/** Subscribes to live updates; returns a function that unsubscribes. */
export function onNews(listener: Listener): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Notifies all subscribers of a live update. */
export function publishNews(news: LiveEvent): void {
  for (const listener of listeners) listener(news)
}

/** Makes all subscribers reload their data. */
export function requestReload(): void {
  return publishNews({ Type: 'reload', Since: '' })
}
