import type { Account } from '#core/kinds/accounts.ts'
import type { Kind } from '#core/kinds/kind.ts'

/** The document and lines to lock for a change. `lines` is empty if they are not known yet. */
export interface Prefetch {
  readonly kind: Kind
  readonly number: string
  readonly lines: readonly string[]
  /** The barcodes of new lines, without duplicates, and their possible accounts. */
  readonly plants?: { readonly barcodes: readonly string[]; readonly of: Pick<Account, 'kind' | 'owner'> }
  /** The maximum number of new lines. */
  readonly newLines?: number
}
