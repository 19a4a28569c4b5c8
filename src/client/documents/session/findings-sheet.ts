// The list of what is left before a document ends, as a session asks for it and a person answers.
import type { DocumentKind } from '#contract/constants.ts'
import type { Finding, Settling } from '#kinds/findings.ts'

export interface FindingsView {
  readonly kind: DocumentKind
  /** The document step that is to be taken. */
  readonly step: string
  readonly findings: readonly Finding[]
  /** Nothing keeps the document from ending as it is. */
  readonly mayGoOn: boolean
  /** Something is typed that one key saves. */
  readonly maySave: boolean
}

export type FindingsReply =
  /** Leads to the point, or settles it from here. */
  | { readonly type: 'lead' | Settling; readonly finding: Finding }
  | { readonly type: 'goOn' | 'save' | 'leave' }

/** The list over the screen: it stays until it is closed, so that what is settled goes from it and the rest keeps its place. */
export interface FindingsSheet {
  readonly ask: (view: FindingsView) => Promise<FindingsReply>
  /** Shows it as it is by now; nothing where it is closed. */
  readonly show: (view: FindingsView) => void
  readonly close: () => void
}
