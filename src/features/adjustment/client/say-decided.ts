// Builds the outcome of a question about a line that another user decided in the meantime.

import { formatMoment } from '#app/ui/format-moment.ts'
import type { CommandOutcome } from '#core/commands/command.ts'
import type { RequestDocument, RequestLine } from '#core/kinds/adjustment/rules.ts'
import { outcomeOf } from '#input/engine/outcomes.ts'
import { say, sayCode } from '#text/say.ts'

const openLines = ({ lines }: RequestDocument) => lines.filter(({ status }) => status === 'OPEN').length

/** `before` is the request when the question opened; `now` includes the decision. */
export function sayDecided(
  before: RequestDocument,
  now: RequestDocument,
  { barcode, status }: RequestLine,
): CommandOutcome {
  const { LastChangedBy: by, LastChangedDateTime: at } = now.header
  const openCount = openLines(now)
  // The header names only the last decision.
  const isLast = openLines(before) - openCount === 1
  const what =
    isLast && by && at
      ? sayCode(`request.decided.${status}`, { barcode, by, time: formatMoment(at) })
      : sayCode(`request.decided.${status}.meanwhile`, { barcode })
  const next = openCount > 0 ? say('request.decideNext') : say('request.closed', { number: now.number ?? '' })
  return outcomeOf('error', 'request.decided', { what, next })
}
