// Describes the unconfirmed work on this device: its user, its content, and why it is not sent.
import {
  type AppOperation,
  type AppState,
  barcodeIn,
  type HeaderIntent,
  subjectOf,
  type WholeIntent,
} from '#app/outbox/intent.ts'
import { kindNamed } from '#core/kinds/index.ts'
import { type StageId, verbOf } from '#core/kinds/verbs.ts'
import { say, sayCode } from '#text/say.ts'

/**
 * The state of an operation. `signIn`: its user must sign in; `behind`: an earlier operation needs the
 * user.
 */
export type OperationStatus = 'here' | 'sent' | 'refused' | 'held' | 'signIn' | 'behind'

export interface PendingRow {
  readonly operation: AppOperation
  /** The action: 'Pick'. */
  readonly action: string
  readonly barcode: string
  /** Whole plants. */
  readonly quantity: number | undefined
  readonly status: OperationStatus
  /** Why it was refused or held; '' otherwise. */
  readonly why: string
}

/** Pending operations of one document, or of one barcode's stock on one shelf. */
export interface PendingLane {
  readonly lane: string
  readonly name: string
  readonly rows: readonly PendingRow[]
}

/** Returns a user's pending operations by document, in order. */
export function pendingLanesOf({ operations, person }: AppState, user: string): readonly PendingLane[] {
  const lanes = new Map<string, { readonly name: string; readonly rows: PendingRow[] }>()
  for (const operation of operations) {
    if (operation.user !== user) continue
    const { lane, state, why } = operation
    const of = lanes.get(lane) ?? { name: nameOf(operation), rows: [] }
    lanes.set(lane, of)
    const isBehind = of.rows.some((row) => needsUser(row.operation))
    const standing: OperationStatus = needsUser(operation)
      ? state
      : isBehind
        ? 'behind'
        : person === user
          ? state
          : 'signIn'
    of.rows.push({
      operation,
      action: actionOf(operation),
      barcode: barcodeOf(operation),
      quantity: 'quantity' in operation.intent ? operation.intent.quantity : undefined,
      status: standing,
      why: why ? sayCode(why.code, why.facts) : '',
    })
  }
  return [...lanes].map(([lane, of]) => ({ lane, ...of }))
}

/** Returns other users with pending operations on this device, and their counts. */
export function pendingOfOthers(
  { operations }: AppState,
  user: string,
): readonly { readonly user: string; readonly n: number }[] {
  const counts = new Map<string, number>()
  for (const each of operations) {
    if (each.user !== user) counts.set(each.user, (counts.get(each.user) ?? 0) + 1)
  }
  return [...counts].map(([other, n]) => ({ user: other, n }))
}

/** Does the operation need the user's decision? */
export function needsUser({ state }: AppOperation): boolean {
  return state === 'refused' || state === 'held'
}

/** Returns the screen of its document on which it was done. */
export function stageOfOperation({ intent }: AppOperation): StageId {
  if (intent.type === 'header') return stageOfHeader(intent)
  if (intent.type === 'whole') return 'detail'
  if (intent.type !== 'line') return 'edit'
  const { stages } = kindNamed(intent.kind)
  const found = STAGES.find((stage) => stages[stage]?.lineAction.step === intent.step)
  return found ?? 'detail'
}

// Returns the screen that edits this header field.
const stageOfHeader = ({ kind, step }: HeaderIntent): StageId =>
  STAGES.find((stage) => kindNamed(kind).stages[stage]?.headerEdit?.step === step) ?? 'edit'

/** Returns the number at the end of a lane's name. */
export function numberOf(lane: string): string {
  return lane.split(' ').at(-1) ?? ''
}

const STAGES: readonly StageId[] = ['edit', 'detail', 'receive']

/** Names the action: 'Pick'. */
export function actionOf({ intent }: AppOperation): string {
  if (intent.type === 'header') return say('command.editHeader')
  if (intent.type === 'whole') return wholeStep(intent)
  if (intent.type !== 'line') return say(`outbox.what.${intent.type}`)
  const { stages } = kindNamed(intent.kind)
  const stage = STAGES.map((name) => stages[name]).find((each) => each?.lineAction.step === intent.step)
  return stage ? say(`command.${verbOf(stage.verb).line.id}`) : say('outbox.what.undo')
}

const wholeStep = ({ kind, step }: WholeIntent): string => {
  if (step === 'cancel') return say('command.cancelDocument')
  const finals = STAGES.flatMap((name) => {
    const stage = kindNamed(kind).stages[name]
    return stage ? (verbOf(stage.verb).final ?? []) : []
  })
  const final = finals.find((each) => each.step === step)
  return final ? say(`command.${final.id}`) : step
}

/** Returns its heading: 'Issuance 10000123'. */
export function nameOf({ intent, lane }: AppOperation): string {
  return intent.type === 'adjust'
    ? say('outbox.stockOf', { barcode: intent.record.BarcodeID })
    : sayCode(`${intent.kind}.one`, { number: numberOf(lane) })
}

/** Returns its barcode, or the changed fields of a header; '' for a new document. */
export function barcodeOf({ intent }: AppOperation): string {
  return intent.type === 'header' ? subjectOf(intent) : barcodeIn(intent)
}
