// Shows which changes a server restored from an older backup has lost, and lets the user resend or drop
// them.
import { useSyncExternalStore } from 'react'
import { outbox, restoreWatch } from '#app/outbox/page-outbox.ts'
import type { Finding } from '#app/outbox/restore/watch-restore.ts'
import { Button } from '#app/ui/button.tsx'
import { formatMoment, formatTime } from '#app/ui/format-moment.ts'
import { Icon } from '#app/ui/icon.tsx'
import type { CommandOutcome } from '#core/commands/command.ts'
import type { AskPerson } from '#input/questions/question.ts'
import { questionOfContinuing, questionOfIrreversible } from '#input/questions/question.ts'
import { say } from '#text/say.ts'
import { actionOf, barcodeOf, nameOf } from './pending-operations.ts'

// What the server lost, and the decisions about it.
interface RestoreDecision {
  readonly finding: Finding
  /** Resends the missing changes after confirmation. */
  readonly sendAgain: () => Promise<CommandOutcome | undefined>
  /** Drops the missing changes after confirmation. */
  readonly dismiss: () => Promise<CommandOutcome | undefined>
}

/** Returns the finding that needs a decision of this user; undefined if there is none. */
export function useRestored(ask: AskPerson): RestoreDecision | undefined {
  const watch = restoreWatch()
  const finding = useSyncExternalStore(watch.subscribe, watch.finding)
  if (!finding) return undefined
  const n = countLost(finding)
  return {
    finding,
    sendAgain: async () => {
      if (n > 0 && (await ask(questionOfContinuing('outbox.lost.ask', { n }))) !== 'yes') return undefined
      await watch.sendAgain(outbox())
      return { tone: 'ok', code: 'outbox.lost.sent', facts: { n } }
    },
    dismiss: async () => {
      if (n > 0 && (await ask(questionOfIrreversible('outbox.lost.leaveAsk', { n }))) !== 'yes')
        return undefined
      await watch.dismiss()
      return { tone: 'ok', code: 'outbox.lost.left', facts: { n } }
    },
  }
}

// Counts the confirmed changes that the server has lost.
function countLost({ lost }: Finding): number {
  return lost.reduce((n, { operations }) => n + operations.length, 0)
}

/** Returns code and facts of the sentence about the finding. */
export function describeFinding(finding: Finding) {
  const n = countLost(finding)
  const time = formatMoment(finding.restoredTo)
  const code = n === 0 ? 'outbox.restoredAll' : time === '' ? 'outbox.restoredEarlier' : 'outbox.restored'
  return { code, facts: { n, time } } as const
}

/** The sentence, the missing changes, and the two buttons. */
export function RestoredSection({
  restored: { finding },
  onSend,
  onLeave,
}: {
  readonly restored: RestoreDecision
  readonly onSend: () => void
  readonly onLeave: () => void
}) {
  const { code, facts } = describeFinding(finding)
  const rows = finding.lost.flatMap(({ lane, operations }) =>
    operations.map((operation) => ({ operation: { ...operation, lane } })),
  )
  return (
    <section className="layout-list" aria-label={say('outbox.lost.title')}>
      <h2>{say('outbox.lost.title')}</h2>
      <p role="alert">
        <Icon name="warning" /> {say(code, facts)}
      </p>
      <ul className="layout-list" aria-label={say('outbox.lost.title')}>
        {rows.map(({ operation }) => (
          <li key={operation.id} className="outbox-row entry">
            <span className="outbox-what">
              {actionOf(operation)} <code>{barcodeOf(operation)}</code>{' '}
              {'quantity' in operation.intent &&
                say('outbox.quantity', { quantity: operation.intent.quantity })}
            </span>
            <time dateTime={new Date(operation.at).toISOString()}>{formatTime(operation.at)}</time>
            <span className="outbox-standing">{nameOf(operation)}</span>
          </li>
        ))}
      </ul>
      <div className="outbox-ways layout-buttons">
        {rows.length > 0 && (
          <Button icon="reload" onClick={onSend}>
            {say('command.sendAgain')}
          </Button>
        )}
        <Button look="quiet" icon="trash" onClick={onLeave}>
          {say(rows.length > 0 ? 'outbox.lost.leave' : 'ok')}
        </Button>
      </div>
    </section>
  )
}
