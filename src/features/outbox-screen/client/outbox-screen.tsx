// /Outbox/: lists the user's unconfirmed operations on this device, with actions for refusals.
import { useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { isAboutDocument, sayEnded } from '#app/outbox/ended.ts'
import type { Outbox } from '#app/outbox/outbox.ts'
import { dependentsOf } from '#app/outbox/related-operations.ts'
import { useSession } from '#app/state/session.ts'
import { Button } from '#app/ui/button.tsx'
import { formatTime } from '#app/ui/format-moment.ts'
import { Icon, type IconName } from '#app/ui/icon.tsx'
import { EmptyState, Skeleton } from '#app/ui/states.tsx'
import type { CommandOutcome } from '#core/commands/command.ts'
import type { OutboxPort } from '#core/commands/context.ts'
import { othersInBatch } from '#core/outbox/index.ts'
import type { CommandId } from '#core/wire/command-ids.ts'
import { refuse } from '#core/wire/refusals.ts'
import { useCommandPorts } from '#input/engine/use-command-ports.ts'
import { useScanTarget } from '#input/engine/use-scan-target.tsx'
import { useInput } from '#input/input-context.ts'
import { CommandButton } from '#input/palette/command-button.tsx'
import { type AskPerson, questionOfIrreversible } from '#input/questions/question.ts'
import { useQuestions } from '#input/questions/questions.tsx'
import { say } from '#text/say.ts'
import { exportPending } from './export-pending.ts'
import { pathOfOperation, switchToPlaceOf } from './operation-screen.ts'
import {
  needsUser,
  type OperationStatus,
  type PendingLane,
  type PendingRow,
  pendingLanesOf,
  pendingOfOthers,
} from './pending-operations.ts'
import { RestoredSection, useRestored } from './restored.tsx'
import { sendRefusedAgain } from './send-refused-again.ts'
import { useOutbox } from './use-outbox.ts'
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

// The chosen id for the section of changes that a restored server has lost.
const LOST = 'lost'

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

interface CommandProps {
  readonly box: Outbox
  readonly lanes: readonly PendingLane[]
  readonly rows: readonly PendingRow[]
  readonly restored: ReturnType<typeof useRestored>
  readonly ask: AskPerson
  readonly currentId: string | undefined
  readonly chosenId: () => string | undefined
  readonly choose: (id: string) => void
  readonly focusRow: (id: string) => void
}

const useOutboxCommands = ({ box, lanes, rows, restored, ask, ...list }: CommandProps) => {
  const [, navigate] = useLocation()
  const confirm = async (words: string) =>
    (await ask(questionOfIrreversible('outbox.sentence', { words }))) === 'yes'
  // The focused row, else the first that needs the user.
  const targetRow = () => {
    if (restored && list.chosenId() === LOST) return undefined
    const current = rows.find(({ operation }) => operation.id === list.chosenId())
    return current ?? rows.find(({ operation }) => needsUser(operation))
  }
  const mayAct = () => {
    const row = targetRow()
    if (!row && restored) return true
    return row && needsUser(row.operation) ? true : refuse('nothingWaits')
  }
  const port: OutboxPort = {
    mayAct,
    sendAgain: () => {
      const row = targetRow()
      if (!row) return restored?.sendAgain()
      if (row.operation.closed !== undefined)
        return sendRefusedAgain(row.operation, nameOfRow(row), box, confirm)
      box.resend(row.operation.id)
      return { tone: 'ok', code: 'outbox.again', facts: { row: nameOfRow(row) } }
    },
    mayOpen: () => (targetRow() ? true : refuse('nothingWaits')),
    open: async () => {
      const row = targetRow()
      if (!row) return undefined
      if (!switchToPlaceOf(row.operation)) {
        const { location } = row.operation.intent.place
        return { tone: 'error', code: 'locationNotAllowed', facts: { location } }
      }
      navigate(await pathOfOperation(row.operation, box))
      return undefined
    },
    discard: () => {
      const row = targetRow()
      return row ? discard(row, box, confirm) : restored?.dismiss()
    },
    choose: (barcode) => {
      const row = rows.find((each) => each.barcode === barcode)
      if (!row) return { tone: 'error', code: 'outbox.notHere', facts: { barcode } }
      list.choose(row.operation.id)
      list.focusRow(row.operation.id)
      return { tone: 'ok', code: 'outbox.chosen', facts: { row: nameOfRow(row) } }
    },
    mayExport: () => (rows.length > 0 ? true : refuse('nothingWaits')),
    export: () =>
      exportPending(lanes)
        ? { tone: 'ok', code: 'outbox.exported', facts: { n: rows.length } }
        : { tone: 'error', code: 'outbox.exportFailed' },
    move: (by) => {
      const from = rows.findIndex(({ operation }) => operation.id === list.currentId)
      const to = rows[Math.max(0, Math.min(rows.length - 1, from + by))]
      if (to) list.focusRow(to.operation.id)
    },
  }
  useCommandPorts({ outbox: port })
  useScanTarget({
    level: 'screen',
    id: 'outbox',
    accepts: (candidate) =>
      candidate.kind === 'barcode'
        ? { type: 'intent', command: 'chooseWaiting', arguments: { barcode: candidate.barcode } }
        : undefined,
  })
}

// Asks, and deletes the operation with all that cannot go on without it.
async function discard(
  { operation, ...row }: PendingRow,
  box: Outbox,
  confirm: (words: string) => Promise<boolean>,
): Promise<CommandOutcome | undefined> {
  const state = box.state()
  const rowName = nameOfRow({ operation, ...row })
  const sameRequest = othersInBatch(state, operation)
  const all = [operation, ...sameRequest]
  const behind = all.flatMap((each) => dependentsOf(each, box.pendingOf(each.lane)))
  const followers = [...new Set(behind)].filter((each) => !all.includes(each))
  const parts = [
    say('outbox.discard.ask', { row: rowName }),
    say(
      operation.state === 'refused'
        ? 'outbox.discard.refused'
        : mayHaveBeenSent(state.batches, operation.id)
          ? 'outbox.discard.maybe'
          : 'outbox.discard.held',
    ),
    ...(sameRequest.length > 0 ? [say('outbox.discard.together', { n: sameRequest.length })] : []),
    ...(followers.length > 0 ? [say('outbox.discard.more', { n: followers.length })] : []),
  ]
  if (!(await confirm(parts.join(' ')))) return undefined
  const now = box.state().operations.find(({ id }) => id === operation.id)
  // The operation was sent or decided in the meantime, perhaps in another tab.
  if (operation.closed === undefined && now?.state !== operation.state)
    return { tone: 'warning', code: 'outbox.notDiscarded', facts: { row: rowName } } as const
  if (operation.closed !== undefined) box.forget(operation.id)
  for (const { id } of followers) box.discard(id)
  box.discard(operation.id)
  return { tone: 'ok', code: 'outbox.discarded', facts: { row: rowName } } as const
}

// Returns a row's name in a sentence: 'Pick B123456789 × 40'.
const nameOfRow = ({ action, barcode, quantity }: PendingRow): string =>
  [action, barcode, quantity === undefined ? '' : say('outbox.quantity', { quantity })]
    .filter((part) => part !== '')
    .join(' ')

// Does the operation belong to a request that may have reached the server?
const mayHaveBeenSent = (
  batches: Readonly<Record<string, { readonly operations: readonly string[] }>>,
  id: string,
): boolean => Object.values(batches).some(({ operations }) => operations.includes(id))

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
