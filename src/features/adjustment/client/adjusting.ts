// Defines the interface between Adjust Trim and its layouts.

import type { CommandOutcome } from '#core/commands/command.ts'
import type { Verdict } from '#core/wire/refusals.ts'
import type { ScannedLines } from '#input/engine/scan-entry.ts'
import type { AskReason } from '#input/questions/ask-reason.tsx'
import type { AskPerson } from '#input/questions/question.ts'
import type { AskShelf } from '#input/questions/shelf-dialog.tsx'
import type { AdjustEvent, AdjustState } from './adjust-state.ts'

export interface TrimQuestions {
  readonly ask: AskPerson
  readonly askReason: AskReason
  readonly askShelf: AskShelf
}

/** Resolves when the effects of the event have ended, with the outcome that they report. */
export type Dispatch = (event: AdjustEvent) => Promise<CommandOutcome | undefined>

export interface Adjusting {
  readonly state: AdjustState
  readonly dispatch: Dispatch
  readonly may: () => Verdict
  readonly mayAdjust: (barcode?: string) => Verdict
  /**
   * Returns true once per focus request; a row that scrolls back into view must not take the focus again.
   */
  readonly takeFocusRequest: (requestId: number) => boolean
  /** The rows that can take typed numbers. */
  readonly lines: ScannedLines
}
