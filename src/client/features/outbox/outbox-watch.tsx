// Reports refusals even when their screen is closed, and on later days. Renders nothing.
import { useEffect } from 'react'
import { useInput } from '#client/input/input-context.ts'
import { outbox, restoreWatch } from '#client/outbox/installed.ts'
import { isLocalNumber } from '#client/outbox/intent.ts'
import type { AppState, Settled } from '#client/outbox/outbox.ts'
import { identityAtom } from '#client/state/session.ts'
import { store } from '#client/state/store.ts'
import type { CommandOutcome } from '#commands/command.ts'
import { sayCode } from '#text/say.ts'
import { sentenceOf } from './restored.tsx'
import { barcodeOf, nameOf, needsPerson, numberOf } from './waiting-work.ts'

/**
 * Reports each refusal once, with sound and hold, and a link to its document; at start it reports how many
 * need the person.
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
    let told: number | undefined
    const tell = () => {
      const finding = watch.finding()
      if (!finding) told = undefined
      if (!finding || finding.lost.length === told) return
      told = finding.lost.length
      engine.reportLater({ tone: 'warning', ...sentenceOf(finding), next: ['goToOutbox'] }, '')
    }
    tell()
    const unwatch = watch.subscribe(tell)
    const end = box.watch((settled) => engine.reportLater(outcomeOf(settled), barcodeOf(settled.operation)))
    return () => {
      unwatch()
      end()
    }
  }, [box, watch, engine])
  return null
}

const countNeeding = ({ operations }: AppState): number => {
  const user = store.get(identityAtom)?.userName
  return operations.filter((each) => each.user === user && needsPerson(each)).length
}

const outcomeOf = ({ operation, word }: Settled): CommandOutcome => {
  const number = numberOf(operation.lane)
  const isOpenable = operation.intent.type !== 'adjust' && !isLocalNumber(number)
  return {
    tone: 'error',
    code: 'outbox.refusedLater',
    facts: {
      name: nameOf(operation),
      barcode: barcodeOf(operation),
      why: word.type === 'confirmed' ? '' : sayCode(word.why.code, word.why.facts),
      ...(isOpenable && { number }),
    },
    next: isOpenable ? ['openDocument', 'goToOutbox'] : ['goToOutbox'],
  }
}
