// What a change of a document reads first, as its request says before anything is known: it is read together
// with the claim of its key.
import type { Account } from '#core/kinds/accounts.ts'
import type { Kind } from '#core/kinds/kind.ts'
import { fieldOf } from '#core/kinds/values.ts'
import type { LineBody, SaveBody } from './read-body.ts'

/**
 * The document that a change will lock, and the lines whose balances it will lock; none: it is not known yet
 * which.
 */
export interface ReadAhead {
  readonly kind: Kind
  readonly number: string
  readonly lines: readonly string[]
  /** The plants of new lines, each barcode once, and the accounts that they may come from. */
  readonly plants?: { readonly barcodes: readonly string[]; readonly of: Pick<Account, 'kind' | 'owner'> }
  /** How many lines may be new. */
  readonly newLines?: number
}

const isNumber = (text: string): boolean => /^\d{1,8}$/.test(text)
const isId = (text: string | null): text is string => text !== null && /^\d{1,15}$/.test(text)

/** For a save; undefined for a new document. */
export function aheadOfSave(
  kind: Kind,
  { number, status, lines, mode, header, seasonId }: Omit<SaveBody, 'fields' | 'claimedAt'>,
): ReadAhead | undefined {
  if (number === null || !isNumber(number)) return undefined
  const takesAll = Object.values(kind.documentSteps).some(
    ({ to, linesTo }) => linesTo !== undefined && to === status,
  )
  const ids = lines.map(({ id }) => id)
  const added = takesAll ? [] : lines.filter(({ id }) => id === null)
  if (added.length > 0) {
    const location = header[fieldOf(kind.header, 'location')] ?? ''
    // As the sender sees it; the document itself decides.
    const of = kind.effects.sources({
      kind: kind.kind,
      mode,
      number,
      status,
      header,
      location,
      seasonId,
      lines: [],
    })
    const barcodes = [...new Set(added.map(({ barcode }) => barcode))]
    return { kind, number, lines: [], plants: { barcodes, of }, newLines: added.length }
  }
  const known = !takesAll && ids.every(isId) && lines.every((line) => staysAtSource(kind, line))
  return { kind, number, lines: known ? ids : [] }
}

/** For a line's deletion. */
export function aheadOfDelete(kind: Kind, number: string | undefined, id: string): ReadAhead | undefined {
  if (number === undefined || !isNumber(number)) return undefined
  return { kind, number, lines: isId(id) ? [id] : [] }
}

// Does the step need its line's source account only? All accounts of a change must be locked at once, in
// their order.
const staysAtSource = ({ lineSteps, effects }: Kind, { to }: Pick<LineBody, 'to'>): boolean =>
  Object.entries(lineSteps).every(([step, rule]) => {
    const effect = effects.lines[step]
    return rule.to !== to || (effect?.flows === undefined && effect?.notes === undefined)
  })
