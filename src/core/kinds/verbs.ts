// The verbs of a document's lines: the line command and the final command of each screen, with key, barcode
// and step. Kept small: the first screen loads only the verbs and routes of a kind.
import type { CommandId } from '#core/wire/command-ids.ts'
import { ownVerbs } from '#core/wire/own-kinds.ts'

/** A document's screens; only some kinds have `receive`. */
export type StageId = 'edit' | 'detail' | 'receive'

interface VerbCommand {
  readonly id: CommandId
  /** In addition to F4 for a line and Ctrl+S for the final command. */
  readonly key: string
  readonly barcode: string
}

export interface DeclaredVerb {
  /** The screens of the verb. Its keys must not clash with other keys there. */
  readonly at: readonly [StageId, ...StageId[]]
  /** Its section on the command sheet. */
  readonly sheet: 'issuance' | 'receiving' | 'dump' | 'trim'
  /** Acts on a barcode, on the focused line, or in the editor on all unsaved lines. */
  readonly line: VerbCommand
  /** Takes the document step that ends the document. */
  readonly final?: VerbCommand & {
    readonly step: string
    /** Opens another screen. */
    readonly leaves?: true
    /** Its barcode also works on the document's other screens. */
    readonly everywhere?: true
  }
}

export const verbs = {
  order: { at: ['edit'], sheet: 'issuance', line: { id: 'order', key: 'o', barcode: 'ORDER' } },
  pick: {
    at: ['detail'],
    sheet: 'issuance',
    line: { id: 'pick', key: 'p', barcode: 'PICK' },
    final: { id: 'ship', key: 's', barcode: 'SHIP', step: 'ship', everywhere: true },
  },
  receive: {
    at: ['receive'],
    sheet: 'receiving',
    line: { id: 'receiveLine', key: 'l', barcode: 'RECEIVE.LINE' },
    final: { id: 'receive', key: 'r', barcode: 'RECEIVE', step: 'complete' },
  },
  dump: {
    at: ['edit', 'detail'],
    sheet: 'dump',
    line: { id: 'dumpLine', key: 'l', barcode: 'DUMP.LINE' },
    final: { id: 'dump', key: 's', barcode: 'DUMP', step: 'complete', leaves: true },
  },
  return: {
    at: ['edit', 'detail'],
    sheet: 'dump',
    line: { id: 'returnLine', key: 'l', barcode: 'RETURN.LINE' },
    final: { id: 'postReturn', key: 's', barcode: 'RETURN', step: 'post', leaves: true },
  },
  ...ownVerbs,
} as const satisfies Readonly<Record<string, DeclaredVerb>>

/** The verbs of all screens. */
export type Verb = keyof typeof verbs

/** The verbs whose final step is one of these document steps, or that have none. */
export type VerbEndingIn<Steps extends string> = {
  readonly [Name in Verb]: (typeof verbs)[Name] extends { readonly final: { readonly step: infer Step } }
    ? Step extends Steps
      ? Name
      : never
    : Name
}[Verb]

/** All of them, in help order. */
export const VERBS: readonly Verb[] = Object.keys(verbs).filter((name): name is Verb => name in verbs)

/** The declaration of a verb. */
export function verbOf(verb: Verb): DeclaredVerb {
  return verbs[verb]
}
