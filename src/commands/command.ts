// A command is one object; the palette, the keys, the buttons, the help sheet and the command barcodes are views of it.
import type { CommandId } from '#contract/command-ids.ts'
import type { Verdict } from '#contract/refusals.ts'
import type { CommandContext } from './context.ts'

/** Where a run came from; an outcome is told where the person is looking. */
export type Source = 'button' | 'key' | 'palette' | 'scan'

/** Where a command makes sense; the help sheet and the palette group by it. */
export type Scope = 'anywhere' | 'list' | 'header' | 'edit' | 'detail' | 'dialog' | 'scanner'

/** A word that follows the command in the palette or on its barcode. */
export interface ArgumentSpec {
  readonly name: string
  readonly type: 'barcode' | 'number' | 'quantity' | 'text' | 'reason'
  readonly required: boolean
}

export type Arguments = Readonly<Record<string, string | number>>

/** How a run ended, as the person hears and reads it. `code` is a sentence of the text catalogue. */
export interface CommandOutcome {
  readonly tone: 'ok' | 'warning' | 'error' | 'busy'
  readonly code: string
  readonly facts?: Arguments
  /** Ids of the commands that would help, most useful first. */
  readonly next?: readonly CommandId[]
}

/**
 * Its title and search words stand in the text catalogue as `command.{id}` and `command.{id}.words`.
 * `when` is asked before every run, whatever the source; its refusal is what a disabled button says.
 */
export interface Command {
  readonly id: CommandId
  readonly scope: Scope
  /** As react-hotkeys-hook writes keys: `mod+k`, `f2`, `?`. Several are separated by commas. */
  readonly keys?: string
  /** What follows `%T.` on its command barcode: `SHIP`. */
  readonly barcode?: string
  readonly arguments?: readonly ArgumentSpec[]
  readonly when: (context: CommandContext) => Verdict
  /** undefined: nothing to say, the screen speaks for itself. */
  readonly run: (
    context: CommandContext,
    given: Arguments,
    source: Source,
  ) => CommandOutcome | undefined | Promise<CommandOutcome | undefined>
}
