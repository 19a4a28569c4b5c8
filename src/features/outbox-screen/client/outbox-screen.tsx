// /Outbox/: lists the user's unconfirmed operations on this device, with actions for refusals.
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { isAboutDocument, sayEnded } from '#app/outbox/ended.ts'
import type { AppState } from '#app/outbox/intent.ts'
import type { Outbox } from '#app/outbox/outbox.ts'
import { outbox } from '#app/outbox/page-outbox.ts'
import { useSession } from '#app/state/session.ts'
import { Button } from '#app/ui/button.tsx'
import { formatTime } from '#app/ui/format-moment.ts'
import { Icon, type IconName } from '#app/ui/icon.tsx'
import { EmptyState, Skeleton } from '#app/ui/states.tsx'
import type { CommandId } from '#core/wire/command-ids.ts'
import { useInput } from '#input/input-context.ts'
import { CommandButton } from '#input/palette/command-button.tsx'
import { useQuestions } from '#input/questions/questions.tsx'
import { say } from '#text/say.ts'
import {
  needsUser,
  type OperationStatus,
  type PendingLane,
  type PendingRow,
  pendingLanesOf,
  pendingOfOthers,
} from './pending-operations.ts'
import { RestoredSection, useRestored } from './restored.tsx'
import { LOST, nameOfRow, useOutboxCommands } from './use-outbox-commands.ts'
import '#app/ui/entry.css'
import './outbox.css'

const icons: Readonly<Record<OperationStatus, IconName>> = {
  here: 'clock',
  sent: 'up',
  refused: 'error',
  held: 'warning',
  signIn: 'lock',
  behind: 'clock',
}

export function OutboxScreen() {
  const { run } = useInput()
  const { box, state, ready } = useOutbox()
  const { userName } = useSession()
  const questions = useQuestions()
  const restored = useRestored(questions.ask)
  const list = useRef<HTMLDivElement>(null)
  const [currentId, setCurrentId] = useState<string>()
  // A ref, so that a click on a row's button applies to that row immediately.
  const chosen = useRef<string>(undefined)
  const choose = (id: string) => {
    chosen.current = id
    setCurrentId(id)
  }

  const lanes = pendingLanesOf(state, userName)
  const refused = pendingLanesOf({ ...state, operations: state.closed }, userName)
  const rows = [...lanes, ...refused].flatMap((lane) => lane.rows)
  const pending = lanes.flatMap((lane) => lane.rows)
  useOutboxCommands({
    box,
    lanes: [...lanes, ...refused],
    rows,
    restored,
    ask: questions.ask,
    currentId,
    chosenId: () => chosen.current,
    choose,
    focusRow: (id) => list.current?.querySelector<HTMLElement>(`[data-row="${id}"]`)?.focus(),
  })

  const decide = (command: CommandId) => {
    choose(LOST)
    void run(command)
  }
  const press = (row: PendingRow, command: CommandId) => {
    choose(row.operation.id)
    void run(command)
  }
  return (
    <section className="outbox layout-stack" aria-labelledby="outbox-title">
      <div className="outbox-head layout-row">
        <h1 id="outbox-title">{say('screen.outbox')}</h1>
        <p className="text-quiet" role="status">
          {pending.some(({ operation }) => needsUser(operation))
            ? say('outbox.countNeeds', {
                n: pending.length,
                needs: pending.filter(({ operation }) => needsUser(operation)).length,
              })
            : pending.length > 0 && say('outbox.count', { n: pending.length })}
        </p>
        <CommandButton id="exportWaiting" />
      </div>
      {pendingOfOthers(state, userName).map(({ user, n }) => (
        <p key={user} className="outbox-others tone-info">
          <Icon name="lock" /> {say('outbox.others', { user, n })}
        </p>
      ))}
      {!ready && <Skeleton />}
      {restored && (
        <RestoredSection
          restored={restored}
          onSend={() => decide('sendAgain')}
          onLeave={() => decide('discardWaiting')}
        />
      )}
      {ready && !box.isLoaded() && <EmptyState icon="warning" title={say('outbox.unread')} />}
      {ready && box.isLoaded() && rows.length === 0 && !restored && (
        <EmptyState icon="check" title={say('outbox.none')}>
          <p>{say('outbox.noneHelp')}</p>
        </EmptyState>
      )}
      <div ref={list} className="layout-stack">
        {lanes.map((lane) => (
          <Lane key={lane.lane} of={lane} currentId={currentId} onFocus={choose} onPress={press} />
        ))}
        {refused.length > 0 && <h2>{say('outbox.refusedToday')}</h2>}
        {refused.map((lane) => (
          <Lane key={lane.lane} of={lane} currentId={currentId} onFocus={choose} onPress={press} />
        ))}
      </div>
      {questions.dialog}
    </section>
  )
}

const Lane = ({
  of: { name, rows },
  currentId,
  onFocus,
  onPress,
}: {
  readonly of: PendingLane
  readonly currentId: string | undefined
  readonly onFocus: (id: string) => void
  readonly onPress: (row: PendingRow, command: CommandId) => void
}) => {
  const ended = rows.filter(({ operation: { why } }) => why && isAboutDocument(why))
  const cause = ended[0]?.operation.why
  return (
    <section className="layout-list" aria-label={name}>
      <h2>{name}</h2>
      {cause && (
        <div className="outbox-ended tone-error layout-row layout-apart">
          <p>
            {sayEnded(
              ended.map(({ operation }) => operation),
              cause,
            )}
          </p>
          <Button look="quiet" icon="print" onClick={() => window.print()}>
            {say('outbox.printList')}
          </Button>
        </div>
      )}
      <ul className="layout-list" aria-label={name}>
        {rows.map((row) => (
          <Row
            key={row.operation.id}
            row={row}
            isCurrent={row.operation.id === currentId}
            onFocus={() => onFocus(row.operation.id)}
            onPress={(command) => onPress(row, command)}
          />
        ))}
      </ul>
    </section>
  )
}

const rowActions = [
  { id: 'sendAgain', icon: 'reload' },
  { id: 'openWaiting', icon: 'right' },
  { id: 'discardWaiting', icon: 'trash' },
] as const satisfies readonly { readonly id: CommandId; readonly icon: IconName }[]

const Row = ({
  row,
  isCurrent,
  onFocus,
  onPress,
}: {
  readonly row: PendingRow
  readonly isCurrent: boolean
  readonly onFocus: () => void
  readonly onPress: (command: CommandId) => void
}) => {
  const { operation, action, barcode, quantity, status, why } = row
  const { id, at } = operation
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- commands use the focused row
    <li
      className="outbox-row entry"
      data-row={id}
      data-standing={status}
      aria-current={isCurrent || undefined}
      tabIndex={-1}
      onFocus={onFocus}
    >
      <span className="outbox-what">
        {action} {barcode !== '' && <code>{barcode}</code>}{' '}
        {quantity !== undefined && <span>{say('outbox.quantity', { quantity })}</span>}
      </span>
      <time dateTime={new Date(at).toISOString()}>{formatTime(at)}</time>
      <span className="outbox-standing">
        <span className="entry-tone">
          <Icon name={icons[status]} /> {say(`outbox.state.${status}`)}
        </span>{' '}
        {why}
      </span>
      {needsUser(operation) && (
        <span className="outbox-ways layout-buttons">
          {rowActions.map((way) => (
            <Button
              key={way.id}
              look="quiet"
              icon={way.icon}
              aria-label={say('outbox.rowAction', { what: say(`command.${way.id}`), row: nameOfRow(row) })}
              onClick={() => onPress(way.id)}
            >
              {say(`command.${way.id}`)}
            </Button>
          ))}
        </span>
      )}
    </li>
  )
}

// Returns the page's outbox and its state; `ready`: the state is loaded.
function useOutbox(): { readonly box: Outbox; readonly state: AppState; readonly ready: boolean } {
  const box = outbox()
  const [ready, setReady] = useState(false)
  useEffect(() => {
    void box.ready.then(() => setReady(true))
  }, [box])
  return { box, state: useSyncExternalStore(box.subscribe, box.state), ready }
}
