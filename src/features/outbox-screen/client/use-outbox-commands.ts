// The commands of the outbox screen.
import { useLocation } from 'wouter'
import type { AppOperation } from '#app/outbox/intent.ts'
import type { Outbox } from '#app/outbox/outbox.ts'
import { dependentsOf } from '#app/outbox/related-operations.ts'
import { type Place, placeAtom } from '#app/state/place.ts'
import { sessionAtom } from '#app/state/session.ts'
import { store } from '#app/state/store.ts'
import type { CommandOutcome } from '#core/commands/command.ts'
import type { OutboxPort } from '#core/commands/context.ts'
import { kindNamed } from '#core/kinds/index.ts'
import { othersInBatch } from '#core/outbox/index.ts'
import { COMMODITIES } from '#core/wire/constants.ts'
import { refuse } from '#core/wire/refusals.ts'
import { pathTo, ROUTES } from '#core/wire/routes.ts'
import { useCommandPorts } from '#input/engine/use-command-ports.ts'
import { useScanTarget } from '#input/engine/use-scan-target.tsx'
import { type AskPerson, questionOfIrreversible } from '#input/questions/question.ts'
import { say } from '#text/say.ts'
import { exportPending } from './export-pending.ts'
import {
  needsUser,
  numberOf,
  type PendingLane,
  type PendingRow,
  stageOfOperation,
} from './pending-operations.ts'
import type { useRestored } from './restored.tsx'
import { sendRefusedAgain } from './send-refused-again.ts'

/** The chosen id for the section of changes that a restored server has lost. */
export const LOST = 'lost'

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

export function useOutboxCommands({ box, lanes, rows, restored, ask, ...list }: CommandProps): void {
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

// Returns the path of the operation's screen, or of one that shows its document.
async function pathOfOperation(
  operation: AppOperation,
  outbox: Pick<Outbox, 'cachedDocument' | 'nameOf'>,
): Promise<string> {
  const { intent, lane } = operation
  if (intent.type === 'adjust') return ROUTES.adjustTrim
  const { routes } = kindNamed(intent.kind).modes[intent.mode] ?? {}
  if (!routes) return ROUTES.home
  const number = numberOf(outbox.nameOf(lane))
  const stage = stageOfOperation(operation)
  const stored = stage === 'edit' ? undefined : await outbox.cachedDocument(lane)
  return stored
    ? pathTo(routes[stage] ?? routes.detail, routes.detailParameters(stored.document))
    : pathTo(routes.edit, { number })
}

// Switches to the operation's location and season; false if the user has no rights there.
function switchToPlaceOf({ intent: { place } }: AppOperation): boolean {
  const commodity = COMMODITIES.find((each) => each === place.season.commodity)
  const currentPlace = store.get(placeAtom)
  if (currentPlace?.location === place.location && currentPlace.season.id === place.season.id) return true
  if (!commodity || store.get(sessionAtom)?.locations.includes(place.location) !== true) return false
  const operationPlace: Place = { location: place.location, season: { ...place.season, commodity } }
  store.set(placeAtom, operationPlace)
  return true
}

/** Returns a row's name in a sentence: 'Pick B123456789 × 40'. */
export function nameOfRow({ action, barcode, quantity }: PendingRow): string {
  return [action, barcode, quantity === undefined ? '' : say('outbox.quantity', { quantity })]
    .filter((part) => part !== '')
    .join(' ')
}

// Does the operation belong to a request that may have reached the server?
const mayHaveBeenSent = (
  batches: Readonly<Record<string, { readonly operations: readonly string[] }>>,
  id: string,
): boolean => Object.values(batches).some(({ operations }) => operations.includes(id))
