// Decides what the line action does with a quantity: save it, refuse it, or ask the person first.
import type { Document } from '#core/kinds/document.ts'
import { lineAllows } from '#core/kinds/engine.ts'
import type { Kind } from '#core/kinds/kind.ts'
import { readQuantity } from '#core/kinds/quantity.ts'
import { stageOf } from '#core/kinds/screens.ts'
import type { StageId } from '#core/kinds/verbs.ts'
import type { Entry } from '#core/kinds/worksheet.ts'
import { firstRefusal, type Refusal, type Verdict } from '#core/wire/refusals.ts'
import { succeed } from '#core/wire/result.ts'
import { savedQuantity } from './saved-quantity.ts'

interface Screen {
  readonly kind: Kind
  readonly stage: StageId
}

interface GivenQuantities {
  /** The quantity of a scan or command, in whole plants; undefined: none. */
  readonly given: number | undefined
  /** The quantity that each of the next scans gets; null: none. */
  readonly forScans: number | null
}

type LinePlan =
  /** There is no quantity yet: it is the next input. */
  | { readonly type: 'enterQuantity' }
  | { readonly type: 'refuseInput'; readonly refusal: Refusal }
  /** The line is done with this quantity already. */
  | { readonly type: 'alreadyDone'; readonly quantity: number }
  | { readonly type: 'refuse'; readonly refusal: Refusal }
  /** The step never accepts 0, so there is nothing to ask. */
  | { readonly type: 'refuseZero'; readonly refusal: Refusal }
  | { readonly type: 'askAboutZero' }
  | { readonly type: 'askAboutChange'; readonly proposal: number; readonly quantity: number }
  | { readonly type: 'save'; readonly quantity: number }

/** Quantities are whole plants. */
export function planLineAction(
  screen: Screen,
  document: Document,
  entry: Entry,
  { given, forScans }: GivenQuantities,
): LinePlan {
  const { lineAction } = stageOf(screen.kind, screen.stage)
  const inEditor = screen.stage === 'edit'
  const { line, typed } = entry
  const proposal = lineAction.proposedQuantity(line)
  if (proposal === null && typed === null && given === undefined) return { type: 'enterQuantity' }
  const read = given === undefined ? readQuantity(typed ?? String(proposal ?? '')) : succeed(given)
  if (!read.ok) return { type: 'refuseInput', refusal: read.error }
  const quantity = read.value
  if (!inEditor && lineAction.done(line) && quantity === proposal) return { type: 'alreadyDone', quantity }
  const allowed = mayDoLine(screen, document, line, Math.max(1, quantity))
  if (allowed !== true) return { type: 'refuse', refusal: allowed }
  const zero = quantity === 0 ? mayBeZero(screen, line, document) : true
  if (zero !== true) return { type: 'refuseZero', refusal: zero }
  if (quantity === 0 && inEditor) return { type: 'askAboutZero' }
  return proposal !== null &&
    asksAboutChange(screen, entry, proposal, quantity, given !== undefined, forScans)
    ? { type: 'askAboutChange', proposal, quantity }
    : { type: 'save', quantity }
}

/** The engine's verdict. A missing reason is no refusal here: a question requests it later. */
export function mayDoLine(
  { kind, stage }: Screen,
  document: Document,
  line: Entry['line'],
  quantity: number,
): Verdict {
  const verdict = lineAllows(kind, stageOf(kind, stage).lineAction.step, document, line, quantity)
  return verdict !== true && verdict.code === 'reasonMissing' ? true : verdict
}

// Refuses 0 if this step forbids it, or outside of the editor the step that follows.
const mayBeZero = ({ kind, stage }: Screen, line: Entry['line'], document: Document): Verdict => {
  const { step, nextStep } = stageOf(kind, stage).lineAction
  return firstRefusal(
    kind.lineSteps[step]?.guard?.(line, 0, document) ?? true,
    (nextStep !== undefined && stage !== 'edit' && kind.lineSteps[nextStep]?.guard?.(line, 0, document)) ||
      true,
  )
}

// Must the person confirm the changed quantity? Not in its own field, which shows the saved quantity.
const asksAboutChange = (
  { kind, stage }: Screen,
  entry: Entry,
  proposal: number,
  quantity: number,
  isGiven: boolean,
  forScans: number | null,
) => {
  if (quantity === proposal) return false
  const { lineAction } = stageOf(kind, stage)
  const saved = savedQuantity({ lineAction }, entry)
  if (!lineAction.confirmsChange) return isGiven && saved !== undefined && saved > 0
  // The quantity for all scans needs no confirmation for each of them.
  const isForAll = isGiven && quantity === forScans && quantity > 0
  return entry.line.id !== null && (!isForAll || saved !== undefined)
}
