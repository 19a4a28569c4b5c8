// Finds shelves by name, ignoring case and punctuation, or by number in the list.
import type { ShelfOption } from './shelf-dialog.tsx'

const normalize = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

/** The shelves that match a text: by name ('f06' is F-06), number in the list, or start of the name. */
export function findShelves(shelves: readonly ShelfOption[], typed: string): readonly ShelfOption[] {
  const text = normalize(typed)
  if (text === '') return shelves
  const exactMatch = shelves.filter(({ name }) => normalize(name) === text)
  if (exactMatch.length > 0) return exactMatch
  if (/^\d+$/.test(text)) return shelves.slice(Number(text) - 1, Number(text))
  return shelves.filter(({ name }) => normalize(name).startsWith(text))
}

/** The only matching shelf; undefined if none or several match. */
export function findShelf(shelves: readonly ShelfOption[], typed: string): ShelfOption | undefined {
  const [found, ...others] = findShelves(shelves, typed)
  return others.length === 0 ? found : undefined
}
