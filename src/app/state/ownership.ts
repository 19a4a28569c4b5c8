// Tracks the documents that this person owns, and the announced owners of others, while the page is open.

const ownNumbers = new Set<string>()
const announcedOwners = new Map<string, string>()

/** Records that this person owns the document. */
export function recordOwnership(number: string): void {
  ownNumbers.add(number)
  announcedOwners.delete(number)
}

/** Does this person own the document, as far as this page knows? */
export function isOwn(number: string): boolean {
  return ownNumbers.has(number)
}

/** Records that another person owns the document now; true if this person owned it before. */
export function loseOwnership(number: string, owner: string): boolean {
  const was = ownNumbers.delete(number)
  if (was) announcedOwners.set(number, owner)
  return was
}

/** Is this owner of the document new to this person? True once for each owner. */
export function isNewOwner(number: string, owner: string): boolean {
  if (announcedOwners.get(number) === owner) return false
  announcedOwners.set(number, owner)
  return true
}
