// The list of findings before a document ends: its data and the person's replies.

import type { Finding, Resolution } from '#core/kinds/findings.ts'
import type { DocumentKind } from '#core/wire/constants.ts'

export interface FindingsView {
  readonly kind: DocumentKind
  /** The document step to take. */
  readonly step: string
  readonly findings: readonly Finding[]
  /** The document may end as it is. */
  readonly mayGoOn: boolean
  /** There is unsaved input that one key saves. */
  readonly maySave: boolean
}

export type FindingsReply =
  /** Opens the finding, or settles it here. */
  | { readonly type: 'lead' | Resolution; readonly finding: Finding }
  | { readonly type: 'goOn' }
  | { readonly type: 'save' }
  | { readonly type: 'leave' }

/** The list over the screen; settled findings disappear, and the others keep their place. */
export interface FindingsSheet<By> {
  readonly ask: (view: FindingsView, by: By) => Promise<FindingsReply>
  /** Updates the list; does nothing if it is closed. */
  readonly show: (view: FindingsView) => void
  readonly close: () => void
}
