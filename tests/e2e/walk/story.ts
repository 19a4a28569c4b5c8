/** What happened in a walk, and when. */

export interface StoryEntry {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly text: string
}

/** Sorts all entries by time and prefixes the seconds since the first. */
export function formatStory(...parts: readonly (readonly StoryEntry[])[]): readonly string[] {
  const all = parts.flat().toSorted((one, other) => one.at - other.at)
  const start = all[0]?.at ?? 0
  return all.map(({ at, text }) => `${((at - start) / 1000).toFixed(1)} ${text}`)
}
