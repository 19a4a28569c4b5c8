// Reports refusals even if their screen is closed, and on later days. Renders nothing.
import { useEffect } from 'react'
import { isAboutDocument, sayEnded } from '#app/outbox/ended.ts'
import { type AppState, isLocalNumber, type Settled } from '#app/outbox/intent.ts'
import { outbox, restoreWatch } from '#app/outbox/page-outbox.ts'
import { byCause, countHeldForRight } from '#app/outbox/related-operations.ts'
import { isHeldForRight } from '#app/outbox/reports.ts'
import { coalesceCalls } from '#app/state/delay.ts'
import { identityAtom } from '#app/state/session.ts'
import { store } from '#app/state/store.ts'
import type { CommandOutcome } from '#core/commands/command.ts'
import { useInput } from '#input/input-context.ts'
import { sayCode } from '#text/say.ts'
import { barcodeOf, nameOf, needsUser, numberOf } from './pending-operations.ts'
import { describeFinding } from './restored.tsx'

/**
 * Reports each refusal once, with sound and hold, and a link to its document. At startup it reports how
 * many operations need the user.
 */
export function OutboxWatch() {
  const { engine } = useInput()
  const box = outbox()
  const watch = restoreWatch()
  useEffect(() => {
    void box.ready.then(() => {
      const n = countNeeding(box.state())
      const next = ['goToOutbox'] as const
      if (n > 0) engine.reportLater({ tone: 'warning', code: 'outbox.needsYou', facts: { n }, next }, '')
    })
    let reportedCount: number | undefined
    const reportFinding = () => {
      const finding = watch.finding()
      if (!finding) reportedCount = undefined
      if (!finding || finding.lost.length === reportedCount) return
      reportedCount = finding.lost.length
      engine.reportLater({ tone: 'warning', ...describeFinding(finding), next: ['goToOutbox'] }, '')
    }
    reportFinding()
    const unwatch = watch.subscribe(reportFinding)
    const pendingReplies: Settled[] = []
    const report = coalesceCalls(() => {
      for (const replies of byCause(pendingReplies.splice(0))) {
        for (const [outcome, barcode] of outcomesOf(replies, box.state()))
          engine.reportLater(outcome, barcode)
      }
    })
    const end = box.watch((settled) => {
      pendingReplies.push(settled)
      void report()
    })
    return () => {
      unwatch()
      end()
    }
  }, [box, watch, engine])
  return null
}

const countNeeding = ({ operations }: AppState): number => {
  const user = store.get(identityAtom)?.userName
  return operations.filter((each) => each.user === user && needsUser(each)).length
}

// Returns one outcome for all work with the same cause: held, or refused because the document has ended.
const outcomesOf = (
  replies: readonly Settled[],
  state: AppState,
): readonly (readonly [CommandOutcome, string])[] => {
  const [first] = replies
  if (!first || first.result.type === 'confirmed') return []
  const { operation, result } = first
  const outcome = outcomeOf(first)
  if (result.type === 'refused' && isAboutDocument(result.why)) {
    const sentence = sayEnded(
      replies.map((each) => each.operation),
      result.why,
    )
    return [[{ ...outcome, code: 'outbox.ended.all', facts: { ...outcome.facts, words: sentence } }, '']]
  }
  const { n, isOneLane } = isHeldForRight(first)
    ? countHeldForRight(state, operation, result.why.code)
    : { n: replies.length, isOneLane: true }
  if (result.type !== 'held' || n === 1)
    return replies.map((each) => [outcomeOf(each), barcodeOf(each.operation)])
  const facts = { ...outcome.facts, n, number: nameOf(operation) }
  return [[{ ...outcome, code: isOneLane ? 'outbox.held.several' : 'outbox.held.all', facts }, '']]
}

const outcomeOf = ({ operation, result }: Settled): CommandOutcome => {
  const number = numberOf(operation.lane)
  const isOpenable = operation.intent.type !== 'adjust' && !isLocalNumber(number)
  return {
    tone: 'error',
    code: 'outbox.refusedLater',
    facts: {
      name: nameOf(operation),
      barcode: barcodeOf(operation),
      why: result.type === 'confirmed' ? '' : sayCode(result.why.code, result.why.facts),
      ...(isOpenable && { number }),
    },
    next: isOpenable ? ['openDocument', 'goToOutbox'] : ['goToOutbox'],
  }
}
