// Defines the interface between Adjust Trim and its layouts.

import type { Cause, CommandOutcome } from '#core/commands/command.ts'
import type { StockFilter } from '#core/kinds/kind.ts'
import type { Verdict } from '#core/wire/refusals.ts'
import type { ScannedLines } from '#input/engine/scan-entry.ts'
import type { AskReason } from '#input/questions/ask-reason.tsx'
import type { AskPerson } from '#input/questions/question.ts'
import type { AskShelf } from '#input/questions/shelf-dialog.tsx'
import type { AdjustState, CodedMessage } from './adjust-rows.ts'

export interface TrimQuestions {
  readonly ask: AskPerson
  readonly askReason: AskReason
  readonly askShelf: AskShelf
}

export interface Adjusting {
  readonly state: AdjustState
  readonly find: (barcode: string, quantity: number | undefined, cause: Cause) => Promise<CommandOutcome>
  /** `shouldFocusFirst`: focus the first of several rows; false if the keypad would hide the others. */
  readonly search: (filter: StockFilter, shouldFocusFirst: boolean) => Promise<void>
  readonly loadMore: () => Promise<void>
  readonly may: () => Verdict
  readonly mayAdjust: (barcode?: string) => Verdict
  readonly adjust: (
    barcode: string | undefined,
    quantity: number | undefined,
    cause: Cause,
  ) => Promise<CommandOutcome | undefined>
  readonly type: (key: string, text: string | null) => void
  readonly setInputProblem: (key: string, problem: CodedMessage) => void
  readonly setCurrent: (key: string) => void
  /** Called when the user moves to a row, so that digits go to no other row. */
  readonly choose: (key: string) => void
  /**
   * Returns true once per focus request; a row that scrolls back into view must not take the focus again.
   */
  readonly takeFocusRequest: (requestId: number) => boolean
  /** The rows that can take typed numbers. */
  readonly lines: ScannedLines
}
