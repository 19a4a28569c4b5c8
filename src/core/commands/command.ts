// A command is one object; palette, keys, buttons, help sheet and command barcodes are views of it.
import type { CommandId } from '#core/wire/command-ids.ts'
import type { Verdict } from '#core/wire/refusals.ts'
import type { RouteName } from '#core/wire/routes.ts'
import type { CommandContext } from './context.ts'
import type { Scope } from './scopes.ts'

/** What started a run; the outcome is shown where the person is looking. */
export type Source = 'button' | 'key' | 'palette' | 'scan'

/**
 * The cause of a run. `id` is unique per action of a person: for a scan it is the scan's id, also when a
 * reload runs the scan again, so that its idempotency key (`changeKey`) stays the same.
 */
export interface Cause {
  readonly id: string
  readonly source: Source
  /** When the barcode was read, in milliseconds since 1970; a queued scan runs later. */
  readonly at?: number
  /**
   * A number that was typed after a scan: the scan's id. It is for the line of that scan, whatever was chosen
   * since.
   */
  readonly of?: string
}

/** An argument of a command, in the palette or on its barcode. */
export interface ArgumentSpec {
  readonly name: string
  readonly type: 'barcode' | 'number' | 'quantity' | 'digit' | 'text' | 'reason'
  readonly required: boolean
}

export type Arguments = Readonly<Record<string, string | number>>

/** A barcode and a quantity, both optional. */
export const BARCODE_AND_QUANTITY = [
  { name: 'barcode', type: 'barcode', required: false },
  { name: 'quantity', type: 'quantity', required: false },
] as const satisfies readonly ArgumentSpec[]

/** A barcode; default: the focused line. */
export const BARCODE = [
  { name: 'barcode', type: 'barcode', required: false },
] as const satisfies readonly ArgumentSpec[]

/** A document number; default: what is open. */
export const NUMBER = [
  { name: 'number', type: 'number', required: false },
] as const satisfies readonly ArgumentSpec[]

/** The outcome of a run, as sound and text. `code` is a sentence of the text catalogue. */
export interface CommandOutcome {
  readonly tone: 'ok' | 'warning' | 'error' | 'busy'
  readonly code: string
  readonly facts?: Arguments
  /** Ids of commands that help, most useful first. */
  readonly next?: readonly CommandId[]
  /** Its line waits for a quantity: digits go there. */
  readonly wants?: 'quantity'
  /** It could not be sent. A scan stays queued and runs again with its id when the outage is over. */
  readonly until?: Outage
  /** It is saved here; resolves with the server's reply. */
  readonly later?: Promise<CommandOutcome>
}

/** An outage that keeps changes from the server. */
export type Outage = 'network' | 'sign-in'

/** The outcome of a run; undefined: nothing to say, the screen shows it. */
export type RunOutcome = CommandOutcome | undefined
/** Now, or after the server's reply. */
export type MaybePromise<Value> = Value | Promise<Value>

/** Where a command can declare a button. */
export type ButtonPlace = 'line'

/**
 * Title and search words are in the text catalogue as `command.{id}` and `command.{id}.words`. `when` is
 * asked before every run, from any source; its refusal is shown at the disabled button.
 */
export interface Command {
  readonly id: CommandId
  /** Where it can run; help and palette group by it. */
  readonly scope: Scope
  /**
   * Keys separated by commas: characters (`?`), named keys (`f2`, `escape`) and chords (`mod+k`, Ctrl or
   * Cmd).
   */
  readonly keys?: string
  /** Its command barcode without `%T.`: `SHIP`; `*` stands for its argument: `Q.*.KEEP`. */
  readonly barcode?: string
  readonly arguments?: readonly ArgumentSpec[]
  /** Its button at a place that shows buttons of any command: the focused line. */
  readonly button?: { readonly at: ButtonPlace; readonly icon: 'print' | 'search' | 'edit' }
  /**
   * When its command barcode runs. `queued` (default): in order among the scans, so that 'ship' after ten
   * barcodes ships ten lines. `at-once`: before everything queued, because it answers or clears what the
   * queue waits for.
   */
  readonly turn?: 'queued' | 'at-once'
  /** No message of its own besides its outcome; silent if there is nothing to do. */
  readonly quiet?: true
  /** By key, a number that was typed and is not used yet is its quantity. */
  readonly takesTyped?: true
  /** It opens another screen: later scans are for that screen, even before it is open. */
  readonly leaves?: true
  /** The screen that it opens, if it always opens the same. */
  readonly leadsTo?: RouteName
  readonly when: (context: CommandContext, given: Arguments) => Verdict
  /**
   * Shows what blocks it, instead of the refusal; undefined: the refusal is shown. Never runs the command.
   */
  readonly instead?: (context: CommandContext, cause: Cause) => Promise<RunOutcome> | undefined
  readonly run: (context: CommandContext, given: Arguments, cause: Cause) => MaybePromise<RunOutcome>
}

/**
 * The `Idempotency-Key` of a change: the same for every retry. `part` distinguishes several changes of one
 * action (`pick`, `ship`).
 */
export function changeKey(cause: Cause, part: string): string {
  return `${cause.id}.${part}`
}
