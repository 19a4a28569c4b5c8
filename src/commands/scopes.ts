// Where commands make sense: one row a scope, with when it is open, what its commands work on, and what it may be open with. Duplicate keys,
// hotkeys, palette and help read it.
import type { RefusalCode } from '#contract/refusals.ts'
import { type StageId, VERBS, type Verb, verbOf } from '#kinds/verbs.ts'
import type { CommandContext, DocumentPort, ReasonsPort } from './context.ts'

interface ScopeRow<Port = unknown> {
  /** What its commands work on; undefined: it is not open. */
  readonly port: (context: CommandContext) => Port | undefined
  /** What is said of its commands while it is not open; left out: they are not of this screen. */
  readonly closed?: RefusalCode
  /** With which others it may be open, said by one of the two; `anywhere` is open with all. */
  readonly with?: readonly string[]
  /** A dialog covers the screen until it is answered, but for these: in every way, or by their barcodes and buttons only. */
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

// A dialog that asks for a reason takes it in the place of the document below.
const reasonsOf = ({ dialog, document }: CommandContext): ReasonsPort | undefined => {
  if (!dialog) return document?.needsReasons ? document.reasons : undefined
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

// What may stand beside the lines of a document: a form of its header, reasons, the grower whose plants are looked for.
const besideLines = ['header', 'reasons', 'grower']

/** A verb is open on the screens that are declared for it. */
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

// In the order of the help.
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
  reasons: { port: reasonsOf, with: ['scanner', 'header', 'grower'], overDialog: 'whole' },
  grower: { port: of('grower'), with: ['scanner', 'header', 'trim', 'tabs'] },
  // An entry of master data is a form that can be switched off.
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
  // Its key is the scanner's own at other times.
  offer: {
    port: ({ scanner }: CommandContext) => (scanner.offered() === undefined ? undefined : scanner),
    closed: 'nothingOffered',
  },
  scanner: { port: of('scanner'), overDialog: 'byBarcode' },
  anywhere: { port: (context: CommandContext) => context, overDialog: 'whole' },
} as const satisfies Readonly<Record<string, ScopeRow>>

/** Where a command makes sense. */
export type Scope = keyof typeof rows
/** What the commands of a scope work on. */
export type PortOf<Name extends Scope> = NonNullable<ReturnType<(typeof rows)[Name]['port']>>

/** The scopes, in the order of the help. */
export const scopes: Readonly<Record<Scope, ScopeRow>> = rows
export const SCOPES: readonly Scope[] = Object.keys(rows).filter((name): name is Scope => name in rows)

/** Can both be open at one time, so that a key of theirs would be ambiguous? */
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

/** Does an open dialog keep its commands from running, whatever the source? */
export function isCovered(scope: Scope, context: CommandContext): boolean {
  return context.dialog !== undefined && scopes[scope].overDialog !== 'byBarcode' && !isOpen(scope, context)
}
