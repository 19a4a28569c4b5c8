// A command is one object; the palette, the keys, the buttons, the help sheet and the command barcodes are views of it.
import type { CommandId } from '#contract/command-ids.ts'
import type { Verdict } from '#contract/refusals.ts'
import type { CommandContext } from './context.ts'
import type { Scope } from './scopes.ts'

/** Where a run came from; an outcome is told where the person is looking. */
export type Source = 'button' | 'key' | 'palette' | 'scan'

/**
 * What made a command run. `id` is one deed of one person: of a scan it is the scan's own and stays the same when a
 * reload runs the scan again, so that a change seeded with it (`changeKey`) reaches the server once.
 */
export interface Cause {
  readonly id: string
  readonly source: Source
  /** When its barcode was read, in milliseconds since 1970; a scan's turn may come later than that. */
  readonly at?: number
}

/** A word that follows the command in the palette or on its barcode. */
export interface ArgumentSpec {
  readonly name: string
  readonly type: 'barcode' | 'number' | 'quantity' | 'digit' | 'text' | 'reason'
  readonly required: boolean
}

export type Arguments = Readonly<Record<string, string | number>>

/** A barcode, and the quantity that goes with it: whichever is given. */
export const BARCODE_AND_QUANTITY = [
  { name: 'barcode', type: 'barcode', required: false },
  { name: 'quantity', type: 'quantity', required: false },
] as const satisfies readonly ArgumentSpec[]

/** A barcode, where it is not the line in focus that is meant. */
export const BARCODE = [
  { name: 'barcode', type: 'barcode', required: false },
] as const satisfies readonly ArgumentSpec[]

/** A number, where it is not what is open that is meant. */
export const NUMBER = [
  { name: 'number', type: 'number', required: false },
] as const satisfies readonly ArgumentSpec[]

/** How a run ended, as the person hears and reads it. `code` is a sentence of the text catalogue. */
export interface CommandOutcome {
  readonly tone: 'ok' | 'warning' | 'error' | 'busy'
  readonly code: string
  readonly facts?: Arguments
  /** Ids of the commands that would help, most useful first. */
  readonly next?: readonly CommandId[]
  /** Its line waits for its quantity: digits are for it. */
  readonly wants?: 'quantity'
  /** It could not be sent. A scan keeps its turn and runs again, under its own id, when that is over. */
  readonly until?: Outage
  /** It is saved here, and this is what the server says of it once it does. */
  readonly later?: Promise<CommandOutcome>
}

/** What keeps changes from the server for a while, and is nobody's mistake. */
export type Outage = 'network' | 'sign-in'

/** What a run says: undefined for nothing, where the screen speaks for itself. */
export type RunOutcome = CommandOutcome | undefined
/** Now, or after the server's answer. */
export type MaybePromise<Value> = Value | Promise<Value>

/** Where a command can have a button by saying so. */
export type ButtonPlace = 'line'

/**
 * Its title and search words stand in the text catalogue as `command.{id}` and `command.{id}.words`.
 * `when` is asked before every run, whatever the source; its refusal is what a disabled button says.
 */
export interface Command {
  readonly id: CommandId
  /** Where it makes sense; the help and the palette group by it. */
  readonly scope: Scope
  /** Keys divided by commas: characters (`?`), named keys (`f2`, `escape`) and chords (`mod+k`, Ctrl or Cmd). */
  readonly keys?: string
  /** What follows `%T.` on its command barcode: `SHIP`. */
  readonly barcode?: string
  readonly arguments?: readonly ArgumentSpec[]
  /** Its button, where it stands at a place that has room for those of any command: the line in focus. */
  readonly button?: { readonly at: ButtonPlace; readonly icon: 'print' | 'search' | 'edit' }
  /**
   * When its command barcode runs. `queued` (the default): in its turn among the scans, so that 'ship' after ten barcodes
   * ships ten lines. `at-once`: ahead of everything that waits, because it answers or clears what they wait for.
   */
  readonly turn?: 'queued' | 'at-once'
  /** It says nothing but its outcome: what it lets go on speaks for itself, and where it has nothing to do it is silent. */
  readonly quiet?: true
  /** It opens another screen: what is scanned after it is meant for that one, even before it is there. */
  readonly leaves?: true
  readonly when: (context: CommandContext, given: Arguments) => Verdict
  /** Shows what it is refused for in place of the refusal; undefined: the refusal is told. It never does what is refused. */
  readonly instead?: (context: CommandContext, cause: Cause) => Promise<RunOutcome> | undefined
  readonly run: (context: CommandContext, given: Arguments, cause: Cause) => MaybePromise<RunOutcome>
}

/**
 * The `Idempotency-Key` of a change: one deed, one part of it, one key, however often it is sent. `part` tells several
 * changes of one deed apart (`pick`, `ship`).
 */
export function changeKey(cause: Cause, part: string): string {
  return `${cause.id}.${part}`
}
