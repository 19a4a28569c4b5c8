// Tracks the documents that this person owns, and the announced owners of others, while the page is open.

const own = new Set<string>()
const told = new Map<string, string>()

/** Records that this person owns the document. */
export function keepOwnership(number: string): void {
  own.add(number)
  told.delete(number)
}

/** Does this person own the document, as far as this page knows? */
export function isOwn(number: string): boolean {
  return own.has(number)
}

/** Records that another person owns the document now; true if this person owned it before. */
export function loseOwnership(number: string, owner: string): boolean {
  const was = own.delete(number)
  if (was) told.set(number, owner)
  return was
}

/** Is this owner of the document new to this person? True once for each owner. */
export function isNewOwner(number: string, owner: string): boolean {
  if (told.get(number) === owner) return false
  told.set(number, owner)
  return true
}
