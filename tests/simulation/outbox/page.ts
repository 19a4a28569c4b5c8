// The app without its screens, connected as the screens do it. Each simulated page runs its own copy.
import { InfiniteQueryObserver, QueryObserver } from '@tanstack/react-query'
import { wrap } from 'idb'
import { createClient, installClient, installWire, perform } from '#app/api/client.ts'
import { followLive } from '#app/api/live/follow-live.ts'
import { masterQuery, sources } from '#app/api/master-data.ts'
import { queryClient } from '#app/api/query-client.ts'
import { queryKeys } from '#app/api/query-keys.ts'
import { createSignIn, signInServiceAtom } from '#app/api/sign-in.ts'
import { recordPerson, type StoredTokens, writeTokens } from '#app/api/token-store.ts'
import { wireText } from '#app/api/wire-text.ts'
import type { AppOperation, Settled } from '#app/outbox/intent.ts'
import type { NewOperation, Outbox } from '#app/outbox/outbox.ts'
import { outbox, restoreWatch } from '#app/outbox/page-outbox.ts'
import { configAtom } from '#app/state/config.ts'
import { followNetwork } from '#app/state/online.ts'
import {
  groupsAtom,
  identityAtom,
  permissionsAtom,
  rightsReadAtAtom,
  sessionAtom,
  signInAtom,
  userLocationsAtom,
} from '#app/state/session.ts'
import { store } from '#app/state/store.ts'
import type { Cause, CommandOutcome } from '#core/commands/command.ts'
import type { Place } from '#core/kinds/document.ts'
import { kindNamed } from '#core/kinds/index.ts'
import type { StageId } from '#core/kinds/verbs.ts'
import { othersInBatch } from '#core/outbox/index.ts'
import type { RuntimeConfig } from '#core/wire/runtime-config.ts'
import { createDocument } from '#documents/client/create-document.ts'
import { documentListQuery, rowsOf } from '#documents/client/document-list-query.ts'
import { actOnEntry } from '#documents/client/session/act-on-line.ts'
import { closeSession } from '#documents/client/session/apply-event.ts'
import { connectSession } from '#documents/client/session/connect-session.ts'
import { typeField } from '#documents/client/session/edit-header.ts'
import { createDocumentSession, type DocumentSession } from '#documents/client/session/session.ts'
import type { ScreenParts } from '#documents/client/session/session-parts.ts'
import { sendCorrection } from '#features/adjustment/client/send-correction.ts'

/** The kinds of documents that people work on. */
export type WorkedKind = 'issuance' | 'transfer' | 'dump'

/** Listeners for a page's operations and for the results that it shows. */
export interface PageEvents {
  readonly appending: (appending: NewOperation) => void
  readonly appended: (id: string, word: 'saved' | 'notSaved' | 'notSure') => void
  /** The operation is sent again under another id. */
  readonly renamed: (id: string, was: string) => void
  /** The operation was discarded or undone. */
  readonly discarded: (id: string) => void
  /** The result of an operation that was saved on the device earlier. */
  readonly reported: (outcome: CommandOutcome, barcode: string) => void
  /** A refused or held operation that no open document shows. */
  readonly watched: (settled: Settled) => void
  /** The result of an operation, before any screen shows it. */
  readonly settled: (settled: Settled) => void
}

export interface PageGiven {
  readonly config: RuntimeConfig
  /** The tokens of a person who comes back from the provider; left out: those of the tab. */
  readonly tokens?: StoredTokens
  readonly events: PageEvents
  /** A random number from 0 up to 1, for a person's decisions. */
  readonly chance: () => number
}

/** An open document. */
export interface OpenDocument {
  readonly session: DocumentSession
  readonly actOnEntry: (
    key: string,
    quantity: number | undefined,
    cause: Cause,
  ) => ReturnType<typeof actOnEntry>
  readonly typeField: (text: string) => void
  readonly close: () => void
}

/** An open list. */
export interface OpenList {
  readonly rows: () => readonly string[]
  readonly isReady: () => boolean
  readonly close: () => void
}

export type Page = ReturnType<typeof startPage>

/** Starts the app in this page. */
export function startPage({ config, tokens, events, chance }: PageGiven) {
  store.set(configAtom, config)
  store.set(groupsAtom, config.groups)
  installWire(wireText)
  followNetwork()
  // As the query client's React provider does.
  queryClient.mount()
  if (tokens) writeTokens(recordPerson(tokens))
  const signIn = createSignIn(config.oidc)
  store.set(signInServiceAtom, signIn)
  installClient(createClient({ apiBase: config.apiBase, tokens: signIn.tokens }))
  const box = outbox()
  const { append, resend, discard, withdraw, noteConfirmed } = box
  const noting = (drop: (id: string) => boolean) => (id: string) => {
    const discardedIds = discardedWithId(box, id)
    const isDropped = drop(id)
    if (isDropped) for (const each of discardedIds) events.discarded(each)
    return isDropped
  }
  const followed = new Set<string>()
  Object.assign(box, {
    resend: (...given: Parameters<Outbox['resend']>) => {
      resend(...given)
      for (const { id, was } of box.state().operations) if (was !== undefined) events.renamed(id, was)
    },
    noteConfirmed: (done: Parameters<Outbox['noteConfirmed']>[0]) => {
      events.appending(done)
      events.appended(done.id, 'saved')
      noteConfirmed(done)
    },
    discard: noting(discard),
    withdraw: noting(withdraw),
    append: async (appending: NewOperation) => {
      events.appending(appending)
      if (!followed.has(appending.lane)) {
        followed.add(appending.lane)
        box.follow(appending.lane, events.settled)
      }
      const appended = await append(appending)
      events.appended(appending.id, appended.ok ? 'saved' : appended.error)
      return appended
    },
  })
  box.watch(events.watched)
  const started = signIn.resume().then((how) => {
    if (how !== 'none') work()
    return how
  })
  const work = () => {
    followRights()
    followLive(queryClient)
  }
  return {
    started,
    box,
    watch: restoreWatch(),
    signIn,
    perform,
    ignoreEnd: (transaction: IDBTransaction) => void wrap(transaction).done.catch(() => undefined),
    person: () => (store.get(signInAtom) === 'good' ? (store.get(identityAtom)?.userName ?? null) : null),
    /** Whether it shows a person's work. False once the person has logged out. */
    isOfPerson: () => store.get(identityAtom) !== null,
    open: (kind: WorkedKind, stage: StageId, number: string, place: Place): OpenDocument => {
      const session = createDocumentSession(partsOf(kind, stage, number, place, events, chance))
      const stop = connectSession(session.core, () => undefined)
      return {
        session,
        actOnEntry: (key, quantity, cause) => actOnEntry(session.core, key, quantity, cause),
        typeField: (text) => typeField(session.core, text),
        close: () => {
          stop()
          closeSession(session.core)
        },
      }
    },
    openList: (kind: WorkedKind, place: Place): OpenList => openList(kind, place),
    create: (kind: WorkedKind, place: Place, values: Readonly<Record<string, string>>, id: string) =>
      createDocument(kindNamed(kind), modeOf(kind), place, values, id),
    correct: (id: string, stock: string, intent: Extract<AppOperation['intent'], { type: 'adjust' }>) =>
      sendCorrection(id, stock, intent),
  }
}

const discardedWithId = (box: Outbox, id: string): readonly string[] => {
  const operation = box.state().operations.find((each) => each.id === id)
  return operation ? [id, ...othersInBatch(box.state(), operation).map((each) => each.id)] : []
}

const modeOf = (kind: WorkedKind) => kindNamed(kind).modes.inventory

// As `useFreshRights` of the app does.
function followRights(): void {
  const userName = store.get(identityAtom)?.userName ?? ''
  const permissions = new QueryObserver(queryClient, masterQuery(sources.permissions(userName)))
  const locations = new QueryObserver(queryClient, masterQuery(sources.userLocations(userName)))
  const take = () => {
    const [keys, places] = [permissions.getCurrentResult(), locations.getCurrentResult()]
    if (keys.data) store.set(permissionsAtom, keys.data)
    if (places.data) store.set(userLocationsAtom, places.data)
    store.set(rightsReadAtAtom, Math.max(keys.dataUpdatedAt, places.dataUpdatedAt))
  }
  permissions.subscribe(take)
  locations.subscribe(take)
  take()
}

function openList(kindName: WorkedKind, place: Place): OpenList {
  const kind = kindNamed(kindName)
  const mode = modeOf(kindName)
  const observer = new InfiniteQueryObserver(
    queryClient,
    documentListQuery(kind, mode, mode.lists[0], 'usual', place),
  )
  const close = observer.subscribe(() => undefined)
  return {
    rows: () =>
      rowsOf(observer.getCurrentResult().data?.pages ?? []).map(({ number, status, figures }) =>
        [number, status, figures?.lines, figures?.done].join(' '),
      ),
    isReady: () => observer.getCurrentResult().isSuccess,
    close,
  }
}

function partsOf(
  kindName: WorkedKind,
  stage: StageId,
  number: string,
  place: Place,
  events: PageEvents,
  chance: () => number,
): ScreenParts {
  const nothing = () => undefined
  return {
    kind: kindNamed(kindName),
    mode: modeOf(kindName),
    stage,
    place,
    number,
    perform,
    outbox: outbox(),
    user: () => store.get(identityAtom)?.userName ?? '',
    actor: () => store.get(sessionAtom)?.actor ?? { keys: new Set(), readOnly: true },
    locations: () => store.get(sessionAtom)?.locations ?? [],
    reportLater: events.reported,
    ask: async ({ answers }) => {
      const ids = answers.map(({ id }) => id)
      return ids.find((id) => (id === 'yes' || id === 'save') && chance() < 0.9) ?? 'dismissed'
    },
    askReason: async () => ({ reason: 'DISEASE', name: 'Diseased', keep: false }),
    askShelf: async ({ shelves }) => shelves[Math.floor(chance() * shelves.length)] ?? null,
    loadReasons: async (type) => [
      { Id: '1', ReasonType: type, ReasonCode: 'DISEASE', ReasonDescript: 'Diseased' },
    ],
    loadedReasons: () => [],
    leave: nothing,
    navigate: nothing,
    moveScan: nothing,
    notify: nothing,
    after: (run, ms) => {
      const timer = setTimeout(run, ms)
      return () => clearTimeout(timer)
    },
    drafts: () => ({ read: nothing, write: nothing }),
    headerDraft: { isKept: () => false, drop: nothing, add: nothing },
    scans: {
      before: () => [],
      goesOn: () => false,
      mayLead: () => true,
      choose: nothing,
      subscribe: () => nothing,
    },
    findings: {
      ask: async ({ mayGoOn }) => ({ type: mayGoOn ? 'goOn' : 'leave' }),
      show: nothing,
      close: nothing,
    },
    keptReason: { read: nothing, write: nothing },
    proposedReason: { read: () => '', write: () => undefined },
    storedQuantity: { read: nothing, write: nothing },
    onSaved: () => void queryClient.invalidateQueries({ queryKey: queryKeys.documents(kindName) }),
  }
}
