// Scopes: where commands can run. One row each: when it is open, its port, and which others may be open at
// the same time. Read by the check for duplicate keys, hotkeys, palette and help.

import { type StageId, VERBS, type Verb, verbOf } from '#core/kinds/verbs.ts'
import type { RefusalCode } from '#core/wire/refusals.ts'
import type { CommandContext, DocumentPort, ReasonsPort } from './context.ts'

interface ScopeRow<Port = unknown> {
  /** The port of its commands; undefined: not open. */
  readonly port: (context: CommandContext) => Port | undefined
  /** The refusal of its commands while it is not open; default: not on this screen. */
  readonly closed?: RefusalCode
  /** The scopes that may be open at the same time, declared on one side; `anywhere` is open with all. */
  readonly with?: readonly string[]
  /** Its commands work over an open dialog: in every way, or by barcode and button only. */
  readonly overDialog?: 'whole' | 'byBarcode'
}

const of =
  <Name extends keyof CommandContext>(name: Name) =>
  (context: CommandContext) =>
    context[name]
const atStage =
  (stage: StageId) =>
  ({ document }: CommandContext) =>
    document?.stage === stage ? document : undefined

// A dialog that asks for a reason replaces the document's reasons.
const reasonsOf = ({ dialog, document }: CommandContext): ReasonsPort | undefined => {
  if (!dialog) return document?.hasReasons ? document.reasons : undefined
  const choose = dialog.chooseReason
  return choose && { ...onlyChoosing, keep: choose }
}
const onlyChoosing: Omit<ReasonsPort, 'keep'> = {
  may: () => true,
  isKept: () => false,
  end: () => undefined,
  mayChange: () => ({ code: 'dialogOpen' }),
  change: () => undefined,
}

// Scopes that may be open besides a document's lines: header form, reasons, grower.
const besideLines = ['header', 'reasons', 'grower']

/** A verb is open on its declared screens. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a row for each verb
const verbRows = Object.fromEntries(
  VERBS.map((verb): [Verb, ScopeRow<DocumentPort>] => {
    const beside = verbOf(verb).at.filter((stage) => stage !== 'receive')
    return [
      verb,
      {
        port: ({ document }) => (document?.verb === verb ? document : undefined),
        with: ['scanner', ...beside, ...(beside.length > 0 ? besideLines : [])],
      },
    ]
  }),
) as Readonly<Record<Verb, ScopeRow<DocumentPort>>>

// In help order.
const rows = {
  dialog: { port: of('dialog'), closed: 'noQuestion', overDialog: 'whole' },
  detail: { port: atStage('detail'), with: ['scanner', 'header', 'reasons'] },
  edit: { port: atStage('edit'), with: ['scanner', ...besideLines] },
  ...verbRows,
  document: {
    port: of('document'),
    closed: 'noDocument',
    with: ['scanner', 'detail', 'edit', ...VERBS, ...besideLines],
  },
  lines: {
    port: of('lines'),
    with: ['scanner', 'document', 'detail', 'edit', 'trim', 'tabs', ...VERBS, ...besideLines],
  },
  reasons: { port: reasonsOf, with: ['scanner', 'header', 'grower'], overDialog: 'whole' },
  grower: { port: of('grower'), with: ['scanner', 'header', 'trim', 'tabs'] },
  // A master data record is a form that can be deactivated.
  header: { port: of('header'), with: ['scanner', 'record'] },
  list: { port: of('list'), with: ['scanner', 'tabs'] },
  tabs: { port: of('tabs'), with: ['scanner', 'trim'] },
  trim: { port: of('trim'), with: ['scanner'] },
  request: { port: of('request'), with: ['scanner'] },
  labels: { port: of('labels'), with: ['scanner'] },
  log: { port: of('log'), with: ['scanner'] },
  outbox: { port: of('outbox'), with: ['scanner'] },
  record: { port: of('record'), with: ['scanner'] },
  import: { port: of('import'), with: ['scanner'] },
  trace: { port: of('trace'), with: ['scanner'] },
  // At other times its key is the scanner's.
  offer: {
    port: ({ scanner }: CommandContext) => (scanner.offered() === undefined ? undefined : scanner),
    closed: 'nothingOffered',
  },
  scanner: { port: of('scanner'), overDialog: 'byBarcode' },
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
export function isCovered(scope: Scope, context: CommandContext): boolean {
  return context.dialog !== undefined && scopes[scope].overDialog !== 'byBarcode' && !isOpen(scope, context)
}
