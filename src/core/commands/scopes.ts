// Scopes: where commands can run. Each row has the scope's port, and the scopes that may be open at the same
// time. The check for duplicate keys, the hotkeys, the palette and the help use this table.

import { type StageId, VERBS, type Verb, verbOf } from '#core/kinds/verbs.ts'
import type { RefusalCode } from '#core/wire/refusals.ts'
import type { CommandContext, DocumentPort, ReasonsPort } from './context.ts'

interface ScopeRow<Port = unknown> {
  /** The port of its commands; undefined: not open. */
  readonly port: (context: CommandContext) => Port | undefined
  /** The refusal of its commands while it is not open; default: `notOnThisScreen`. */
  readonly closed?: RefusalCode
  /** Scopes that may be open at the same time. One side declares it; `anywhere` is open with all. */
  readonly with?: readonly string[]
  /** Its commands work while a dialog is open: from every source, or by barcode and button only. */
  readonly overDialog?: 'whole' | 'byBarcode'
}

const portNamed =
  <Name extends keyof CommandContext>(name: Name) =>
  (context: CommandContext) =>
    context[name]
const atStage =
  (stage: StageId) =>
  ({ document }: CommandContext) =>
    document?.stage === stage ? document : undefined

// A dialog that needs a reason replaces the port of the document's reasons.
const reasonsOf = ({ dialog, document }: CommandContext): ReasonsPort | undefined => {
  if (!dialog) return document?.hasReasons ? document.reasons : undefined
  const choose = dialog.chooseReason
  return choose && { ...reasonsOfDialog, keep: choose }
}
const reasonsOfDialog: Omit<ReasonsPort, 'keep'> = {
  may: () => true,
  isKept: () => false,
  end: () => undefined,
  mayChange: () => ({ code: 'dialogOpen' }),
  change: () => undefined,
}

// Scopes that may be open together with a document's lines.
const openWithLines = ['header', 'reasons', 'grower']

// The scope of a verb is open on the screens that the verb declares.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a row for each verb
const verbRows = Object.fromEntries(
  VERBS.map((verb): [Verb, ScopeRow<DocumentPort>] => {
    const stages = verbOf(verb).at.filter((stage) => stage !== 'receive')
    return [
      verb,
      {
        port: ({ document }) => (document?.verb === verb ? document : undefined),
        with: ['scanner', ...stages, ...(stages.length > 0 ? openWithLines : [])],
      },
    ]
  }),
) as Readonly<Record<Verb, ScopeRow<DocumentPort>>>

// In help order.
const rows = {
  dialog: { port: portNamed('dialog'), closed: 'noQuestion', overDialog: 'whole' },
  detail: { port: atStage('detail'), with: ['scanner', 'header', 'reasons'] },
  edit: { port: atStage('edit'), with: ['scanner', ...openWithLines] },
  ...verbRows,
  document: {
    port: portNamed('document'),
    closed: 'noDocument',
    with: ['scanner', 'detail', 'edit', ...VERBS, ...openWithLines],
  },
  lines: {
    port: portNamed('lines'),
    with: ['scanner', 'document', 'detail', 'edit', 'trim', 'tabs', ...VERBS, ...openWithLines],
  },
  reasons: { port: reasonsOf, with: ['scanner', 'header', 'grower'], overDialog: 'whole' },
  grower: { port: portNamed('grower'), with: ['scanner', 'header', 'trim', 'tabs'] },
  // A master data record uses this form too.
  header: { port: portNamed('header'), with: ['scanner', 'record'] },
  list: { port: portNamed('list'), with: ['scanner', 'tabs'] },
  tabs: { port: portNamed('tabs'), with: ['scanner', 'trim'] },
  trim: { port: portNamed('trim'), with: ['scanner'] },
  request: { port: portNamed('request'), with: ['scanner'] },
  labels: { port: portNamed('labels'), with: ['scanner'] },
  log: { port: portNamed('log'), with: ['scanner'] },
  outbox: { port: portNamed('outbox'), with: ['scanner'] },
  record: { port: portNamed('record'), with: ['scanner'] },
  import: { port: portNamed('import'), with: ['scanner'] },
  trace: { port: portNamed('trace'), with: ['scanner'] },
  // Open only while a barcode is proposed; otherwise Enter belongs to the scanner scope.
  offer: {
    port: ({ scanner }: CommandContext) => (scanner.proposedBarcode() === undefined ? undefined : scanner),
    closed: 'nothingOffered',
  },
  scanner: { port: portNamed('scanner'), overDialog: 'byBarcode' },
  anywhere: { port: (context: CommandContext) => context, overDialog: 'whole' },
} as const satisfies Readonly<Record<string, ScopeRow>>

/** A scope: where a command can run. */
export type Scope = keyof typeof rows
/** The port of a scope's commands. */
export type PortOf<Name extends Scope> = NonNullable<ReturnType<(typeof rows)[Name]['port']>>

/** The scopes, in help order. */
export const scopes: Readonly<Record<Scope, ScopeRow>> = rows
export const SCOPES: readonly Scope[] = Object.keys(rows).filter((name): name is Scope => name in rows)

/** Can both be open at the same time, so that a shared key would be ambiguous? */
export function canBeOpenTogether(one: Scope, other: Scope): boolean {
  return (
    one === other ||
    one === 'anywhere' ||
    other === 'anywhere' ||
    scopes[one].with?.includes(other) === true ||
    scopes[other].with?.includes(one) === true
  )
}

/** Is the scope open now? */
export function isOpen(scope: Scope, context: CommandContext): boolean {
  const { port, overDialog } = scopes[scope]
  return (context.dialog === undefined || overDialog === 'whole') && port(context) !== undefined
}

/** Does an open dialog block its commands? */
export function isBlockedByDialog(scope: Scope, context: CommandContext): boolean {
  return context.dialog !== undefined && scopes[scope].overDialog !== 'byBarcode' && !isOpen(scope, context)
}
