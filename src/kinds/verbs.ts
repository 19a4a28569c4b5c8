// What is done with the lines of a document: for each verb of its screens the command of a line and the one that ends the document well,
// with key, barcode and step. Declared here, and read by the stages, the commands, their scopes, the buttons, the help and the sheet. Light: the page
// knows of a kind no more than this and its doors before work begins.
import type { CommandId } from '#contract/command-ids.ts'
import { ownVerbs } from '#contract/own-kinds.ts'

/** The screens that a document goes through; `receive` is for kinds that have another end. */
export type StageId = 'edit' | 'detail' | 'receive'

interface VerbCommand {
  readonly id: CommandId
  /** Beside F4 for a line and Ctrl+S for the end. */
  readonly key: string
  readonly barcode: string
}

export interface DeclaredVerb {
  /** On which screens: it can have no key of theirs, and no other verb that is there can have its own. */
  readonly at: readonly [StageId, ...StageId[]]
  /** Under which heading of the command sheet. */
  readonly sheet: 'issuance' | 'receiving' | 'dump' | 'trim'
  /** On a barcode, on the line in focus, or in the editor on all that wait. */
  readonly line: VerbCommand
  /** Takes the document step that ends it well. */
  readonly final?: VerbCommand & {
    readonly step: string
    /** It leads to another screen. */
    readonly leaves?: true
    /** Its barcode works on the document's other screens too. */
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

/** What is done with the lines of a screen. */
export type Verb = keyof typeof verbs

/** The verbs whose end is one of these document steps, or that have none. */
export type VerbEndingIn<Steps extends string> = {
  readonly [Name in Verb]: (typeof verbs)[Name] extends { readonly final: { readonly step: infer Step } }
    ? Step extends Steps
      ? Name
      : never
    : Name
}[Verb]

/** All of them, in the order of the help. */
export const VERBS: readonly Verb[] = Object.keys(verbs).filter((name): name is Verb => name in verbs)

/** How a verb is declared. */
export function verbOf(verb: Verb): DeclaredVerb {
  return verbs[verb]
}
