// What waits on this device, in words: whose it is, what it is about, and why it has not gone out.
import type { AppOperation } from '#client/outbox/intent.ts'
import type { AppState } from '#client/outbox/outbox.ts'
import { kindNamed } from '#kinds/index.ts'
import { type StageId, verbOf } from '#kinds/verbs.ts'
import { say, sayCode } from '#text/say.ts'

/** How an operation stands: `signIn`: its person has to sign in; `behind`: what is before it waits for a person. */
export type Standing = 'here' | 'sent' | 'refused' | 'held' | 'signIn' | 'behind'

export interface WaitingRow {
  readonly operation: AppOperation
  /** What was done: 'Pick'. */
  readonly what: string
  readonly barcode: string
  /** Whole plants. */
  readonly quantity: number | undefined
  readonly standing: Standing
  /** Why it is refused or held; '' where it is neither. */
  readonly why: string
}

/** What waits of one document, or of the stock of one barcode on one shelf. */
export interface WaitingLane {
  readonly lane: string
  readonly name: string
  readonly rows: readonly WaitingRow[]
}

/** What waits of a person, by document, in the order in which it was done. */
export function waitingOf({ operations, person }: AppState, user: string): readonly WaitingLane[] {
  const lanes = new Map<string, { readonly name: string; readonly rows: WaitingRow[] }>()
  for (const operation of operations) {
    if (operation.user !== user) continue
    const { lane, state, why } = operation
    const of = lanes.get(lane) ?? { name: nameOf(operation), rows: [] }
    lanes.set(lane, of)
    const isBehind = of.rows.some((row) => needsPerson(row.operation))
    const standing: Standing = needsPerson(operation)
      ? state
      : isBehind
        ? 'behind'
        : person === user
          ? state
          : 'signIn'
    of.rows.push({
      operation,
      what: whatOf(operation),
      barcode: barcodeOf(operation),
      quantity: 'quantity' in operation.intent ? operation.intent.quantity : undefined,
      standing,
      why: why ? sayCode(why.code, why.facts) : '',
    })
  }
  return [...lanes].map(([lane, of]) => ({ lane, ...of }))
}

/** Who else has something waiting on this device, and how much. */
export function othersWaiting(
  { operations }: AppState,
  user: string,
): readonly { readonly user: string; readonly n: number }[] {
  const counts = new Map<string, number>()
  for (const each of operations) {
    if (each.user !== user) counts.set(each.user, (counts.get(each.user) ?? 0) + 1)
  }
  return [...counts].map(([other, n]) => ({ user: other, n }))
}

/** Does it wait until a person has decided? */
export function needsPerson({ state }: AppOperation): boolean {
  return state === 'refused' || state === 'held'
}

/** The screen of its document on which it was done. */
export function stageOfOperation({ intent }: AppOperation): StageId {
  if (intent.type !== 'line') return 'edit'
  const { stages } = kindNamed(intent.kind)
  const found = STAGES.find((stage) => stages[stage]?.lineAction.step === intent.step)
  return found ?? 'detail'
}

/** The number at the end of a lane's name. */
export function numberOf(lane: string): string {
  return lane.split(' ').at(-1) ?? ''
}

const STAGES: readonly StageId[] = ['edit', 'detail', 'receive']

const whatOf = ({ intent }: AppOperation): string => {
  if (intent.type !== 'line') return say(`outbox.what.${intent.type}`)
  const { stages } = kindNamed(intent.kind)
  const stage = STAGES.map((name) => stages[name]).find((each) => each?.lineAction.step === intent.step)
  return stage ? say(`command.${verbOf(stage.verb).line.id}`) : say('outbox.what.undo')
}

/** What it is about, as a heading: 'Issuance 10000123'. */
export function nameOf({ intent, lane }: AppOperation): string {
  return intent.type === 'adjust'
    ? say('outbox.stockOf', { barcode: intent.record.BarcodeID })
    : sayCode(`${intent.kind}.one`, { number: numberOf(lane) })
}

/** The barcode that it is about; '' for a new document. */
export function barcodeOf({ intent }: AppOperation): string {
  if (intent.type === 'create') return ''
  return intent.type === 'adjust' ? intent.record.BarcodeID : intent.line.barcode
}
