// A command is one object. Palette, keys, buttons, help sheet and command barcodes are derived from it.
import type { CommandId } from '#core/wire/command-ids.ts'
import type { Verdict } from '#core/wire/refusals.ts'
import type { RouteName } from '#core/wire/routes.ts'
import type { CommandContext } from './context.ts'
import type { Scope } from './scopes.ts'

/** The input that started a run. The outcome is shown where the user is looking. */
export type Source = 'button' | 'key' | 'palette' | 'scan'

/**
 * The cause of a run. `id` is unique per user action. For a scan it is the scan's id: if the scan runs again
 * after a reload, the idempotency key (`changeKey`) is the same.
 */
export interface Cause {
  readonly id: string
  readonly source: Source
  /** When the barcode was scanned, in milliseconds since 1970. A queued scan runs later. */
  readonly at?: number
  /**
   * For a number typed after a scan: the id of that scan. The number is for the line of the scan, even if
   * another line has the focus by then.
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

/** A document number; default: the open document. */
export const NUMBER = [
  { name: 'number', type: 'number', required: false },
] as const satisfies readonly ArgumentSpec[]

/** The outcome of a run, as sound and text. `code` is a sentence of the text catalogue. */
export interface CommandOutcome {
  readonly tone: 'ok' | 'warning' | 'error' | 'busy'
  readonly code: string
  readonly facts?: Arguments
  /** Ids of commands that help next, most useful first. */
  readonly next?: readonly CommandId[]
  /** The line expects a quantity: typed digits are for it. */
  readonly wants?: 'quantity'
  /** The change could not be sent. A scan stays queued and runs again with its id after the outage. */
  readonly until?: Outage
  /** The change is saved on this device. Resolves with the server's reply. */
  readonly later?: Promise<CommandOutcome>
}

/** An outage that prevents sending changes. */
export type Outage = 'network' | 'sign-in'

/** The outcome of a run; undefined: the screen shows the result itself. */
export type RunOutcome = CommandOutcome | undefined
/** A value, or a promise of it. */
export type MaybePromise<Value> = Value | Promise<Value>

/** Where a command can declare a button. */
export type ButtonPlace = 'line'

/**
 * Title and search words are in the text catalogue as `command.{id}` and `command.{id}.words`. `when` is
 * checked before every run, from any source. Its refusal is shown at the disabled button.
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
  /** Its command barcode without `%T.`: `SHIP`. `*` is the place of its argument: `Q.*.KEEP`. */
  readonly barcode?: string
  readonly arguments?: readonly ArgumentSpec[]
  /** Its button at a place that shows command buttons, such as the focused line. */
  readonly button?: { readonly at: ButtonPlace; readonly icon: 'print' | 'search' | 'edit' }
  /**
   * When its command barcode runs. `queued` (default): in the order of the scans, so that 'ship' after ten
   * barcodes ships ten lines. `at-once`: before all queued scans, because it answers or clears what blocks
   * the queue.
   */
  readonly turn?: 'queued' | 'at-once'
  /** Shows no refusal if there is nothing to do. */
  readonly quiet?: true
  /** When run by key, it takes a typed number that is not used yet as its quantity. */
  readonly takesTypedNumber?: true
  /** It opens another screen. Later scans are for that screen, even before it is open. */
  readonly opensOtherScreen?: true
  /** The screen that it opens, if it always opens the same one. */
  readonly opensRoute?: RouteName
  readonly when: (context: CommandContext, given: Arguments) => Verdict
  /**
   * Shows what blocks the command, instead of the refusal. undefined: the refusal is shown. Never runs it.
   */
  readonly showBlockers?: (context: CommandContext, cause: Cause) => Promise<RunOutcome> | undefined
  readonly run: (context: CommandContext, given: Arguments, cause: Cause) => MaybePromise<RunOutcome>
}

/**
 * The `Idempotency-Key` of a change: the same for every retry. `part` distinguishes the changes of one
 * action (`pick`, `ship`).
 */
export function changeKey(cause: Cause, part: string): string {
  return `${cause.id}.${part}`
}
