// Computes how many plants a line's shelf lacks.
import type { Line } from '#core/kinds/document.ts'
import { quantityOf } from '#core/kinds/engine.ts'
import type { Kind } from '#core/kinds/kind.ts'
import { readQuantity } from '#core/kinds/quantity.ts'
import type { Entry, LineProblem } from '#core/kinds/worksheet.ts'

/** The whole plants that a line takes from its own shelf, and those that are missing there. */
export interface Shortage {
  readonly here: number
  readonly missing: number
}

/** The shortage of a line for this step; undefined: none, or the step is not possible. */
export function shortageOf(
  kind: Pick<Kind, 'lineSteps'>,
  step: string,
  { line, typed, isSearching, problem }: Entry,
): Shortage | undefined {
  const lineStep = kind.lineSteps[step]
  if (isSearching || !lineStep?.from.includes(line.id === null ? null : line.status)) return undefined
  const read = typed === null ? undefined : readQuantity(typed)
  // The field may no longer contain the refused quantity.
  const given = read?.ok ? read.value : problem ? refusedQuantity(problem) : null
  const { here, wanted } = lineStep.writes === 'picked' ? ofPick(line, given) : ofOrder(line, given)
  return here === null || wanted <= here ? undefined : { here, missing: wanted - here }
}

// For a pick, the shelf has the picked quantity, or the quantity that the person has typed.
const ofPick = ({ id, picked, ordered }: Line, given: number | null) => ({
  here: id === null ? null : (given ?? picked),
  wanted: ordered,
})

// For an order, the shelf has the quantity that no other document reserves.
const ofOrder = (line: Line, given: number | null) => {
  const wanted = given ?? line.ordered
  const limit = line.available === null ? null : line.available + (line.id === null ? 0 : quantityOf(line))
  return { here: limit === null ? null : Math.min(wanted, limit), wanted }
}

const refusedQuantity = ({ code, facts }: LineProblem) =>
  code === 'insufficientQuantity' && typeof facts?.['quantity'] === 'number' ? facts['quantity'] : null
