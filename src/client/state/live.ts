// What the server tells while the page is open (docs/live.md), for whoever shows something of it.
import { atom } from 'jotai'
import type { LiveNews } from '#contract/live.ts'

/**
 * Whether news come: `missing` where the server has none to tell, `waiting` while it cannot be reached. Without them everything is read
 * again when the person comes back to the window.
 */
export const liveAtom = atom<'connected' | 'waiting' | 'missing'>('waiting')

/** Where a window of somebody is. */
export interface Presence {
  readonly by: string
  readonly tab: string
  readonly number: string
  readonly barcode: string | null
  readonly stage: string
}

/** Everybody else who is at a document that this person may open. */
export const presenceAtom = atom<readonly Presence[]>([])

type Listener = (news: LiveNews) => void

const listeners = new Set<Listener>()

/** Hears all news until the answered function is called. */
export function onNews(listener: Listener): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Passes news on to all who show something of it. */
export function tellNews(news: LiveNews): void {
  for (const listener of listeners) listener(news)
}

/** Has everything that is on the screen read again. */
export function readAgain(): void {
  return tellNews({ Type: 'reload', Since: '' })
}
