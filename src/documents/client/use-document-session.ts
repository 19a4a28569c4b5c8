// The session of a document while its screen is open, and its hooks.
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { useLocation, useSearch } from 'wouter'
import { perform } from '#app/api/client.ts'
import { reportPresence } from '#app/api/live/presence.ts'
import { masterQuery, sources } from '#app/api/master-data.ts'
import { readNewest } from '#app/api/query-client.ts'
import { queryKeys } from '#app/api/query-keys.ts'
import { outbox } from '#app/outbox/page-outbox.ts'
import { readDraft, writeDraft } from '#app/state/drafts.ts'
import { notify } from '#app/state/notices.ts'
import { usePlace } from '#app/state/place.ts'
import { identityAtom, sessionAtom } from '#app/state/session.ts'
import { store } from '#app/state/store.ts'
import { reportUnfinishedWork } from '#app/state/unfinished-work.ts'
import { useBatchedStore } from '#app/state/use-batched-store.ts'
import type { Place } from '#core/kinds/document.ts'
import type { Kind, Mode } from '#core/kinds/kind.ts'
import type { StageId } from '#core/kinds/verbs.ts'
import { type Entry, pendingEntries } from '#core/kinds/worksheet.ts'
import type { ScanEngine } from '#input/engine/scan-engine.ts'
import { useInput } from '#input/input-context.ts'
import type { AskReason } from '#input/questions/ask-reason.tsx'
import type { AskPerson } from '#input/questions/question.ts'
import type { AskShelf } from '#input/questions/shelf-dialog.tsx'
import { noteMove } from '#input/wedge/focus-moves.ts'
import { addToHeaderDraft, createHeaderDraftStore, headerDraftName } from './header-draft.ts'
import { parkDocument } from './park-document.ts'
import { saveDraftsNow } from './session/apply-event.ts'
import { connectSession } from './session/connect-session.ts'
import { entryOf, focusLine } from './session/current-line.ts'
import type { FindingsSheet } from './session/findings-sheet.ts'
import { createLineDraftStores } from './session/line-draft-store.ts'
import { createDocumentSession, type DocumentSession } from './session/session.ts'
import type { ScreenParts } from './session/session-parts.ts'
import type { SessionState } from './session/session-state.ts'
import { proposedReason, storedQuantity, storedReason } from './session/stored-for-scans.ts'
import { STAGES } from './session/unsaved.ts'
import { storeOpenDocument } from './store-open-document.ts'
import { useBeforeLeave } from './use-before-leave.ts'

/** The functions that a session needs from its screen; stable while the screen is open. */
export interface ScreenActions {
  readonly ask: AskPerson
  readonly askReason: AskReason
  readonly askShelf: AskShelf
  readonly findings: FindingsSheet<AbortSignal>
  /** Navigates back to the list. */
  readonly leave: () => void
}

/** Opens a document on one of its screens and loads it; reloads it when the page becomes visible again. */
export function useDocumentSession(
  kind: Kind,
  mode: Mode,
  stage: StageId,
  number: string,
  { ask, askReason, askShelf, findings, leave }: ScreenActions,
): DocumentSession {
  const place = usePlace()
  const queries = useQueryClient()
  const { engine } = useInput()
  const [address, navigate] = useLocation()
  const session = useMemo(
    () =>
      createDocumentSession({
        ...storedParts(kind, mode, place, number),
        kind,
        mode,
        stage,
        place,
        number,
        ask,
        askReason,
        askShelf,
        findings,
        leave,
        navigate,
        perform,
        outbox: outbox(),
        user: () => store.get(identityAtom)?.userName ?? '',
        actor: () => store.get(sessionAtom)?.actor ?? noActor,
        locations: () => store.get(sessionAtom)?.locations ?? [],
        notify,
        reportLater: engine.reportLater,
        moveScan: ({ barcode, quantity }, address) =>
          engine.scanOnScreen({ text: barcode, raw: barcode, quantity }, () => navigate(address)),
        scans: scansOf(
          engine,
          STAGES.map((each) => screenId(kind, mode, each, number)),
        ),
        loadReasons: (type) =>
          readNewest(() => queries.ensureQueryData(masterQuery(sources.reasonCodes(type)))).catch(() => null),
        loadedReasons: (type) => queries.getQueryData(masterQuery(sources.reasonCodes(type)).queryKey) ?? [],
        after: (run, ms) => {
          const timer = setTimeout(run, ms)
          return () => clearTimeout(timer)
        },
        onSaved: () => void queries.invalidateQueries({ queryKey: queryKeys.documents(kind.kind) }),
      }),
    [kind, mode, stage, number, place, ask, askReason, askShelf, findings, leave, engine, navigate, queries],
  )
  useLoadedDocument(session, address)
  useUnsavedReport(session)
  usePresence(session)
  useEffect(() => storeOpenDocument(session, address), [session, address])
  useBeforeLeave(
    useCallback(() => {
      saveDraftsNow(session.core)
      parkDocument(session)
    }, [session]),
  )
  return session
}

type StoredParts = Pick<
  ScreenParts,
  'drafts' | 'headerDraft' | 'keptReason' | 'proposedReason' | 'storedQuantity'
>

// What is stored for one document on this device.
const storedParts = (kind: Kind, mode: Mode, place: Place, number: string): StoredParts => {
  const nameOf = (part: string) => [part, kind.kind, mode.id, place.location, number].join('.')
  const header = headerDraftName(kind, mode, place, number)
  const headerDraft = createHeaderDraftStore(kind, header, false)
  return {
    drafts: createLineDraftStores(nameOf('lines')),
    headerDraft: {
      isKept: () => headerDraft.read() !== undefined,
      add: (edit) => addToHeaderDraft(kind, header, edit),
      // Keeps the values that another tab has typed since the list of findings was shown.
      drop: () => headerDraft.write(undefined),
    },
    keptReason: {
      read: () => readDraft(nameOf('reason'), storedReason),
      write: (kept) => writeDraft(nameOf('reason'), kept),
    },
    proposedReason,
    storedQuantity: {
      read: () => readDraft(nameOf('quantity'), storedQuantity),
      write: (kept) => writeDraft(nameOf('quantity'), kept),
    },
  }
}

// The scans on the document's screens.
const scansOf = (engine: ScanEngine, screens: readonly string[]): ScreenParts['scans'] => ({
  before: ({ id }) => {
    const waiting = engine.unfinishedScans()
    const index = waiting.findIndex((each) => each.id === id)
    return waiting
      .slice(0, index < 0 ? waiting.length : index)
      .flatMap(({ text, target = '' }) => (screens.includes(target) ? [text] : []))
  },
  goesOn: ({ id }) => {
    const waiting = engine.unfinishedScans()
    return waiting.findIndex((each) => each.id === id) + 1 < waiting.length
  },
  mayLead: ({ id, source }, barcode) => engine.mayFocusLine(source === 'scan' ? id : undefined, barcode),
  choose: (barcode) => {
    noteMove()
    engine.chooseLine(barcode)
  },
  subscribe: engine.subscribe,
})

// Loads the document. Then opens the line or form in the URL, and removes it from the URL.
function useLoadedDocument(session: DocumentSession, address: string): void {
  const { run } = useInput()
  const [, navigate] = useLocation()
  const search = useSearch()
  const onLoaded = useRef(() => undefined)
  useEffect(() => {
    onLoaded.current = () => {
      const { core } = session
      const parameters = new URLSearchParams(search)
      const line = parameters.get('line')
      const at = parameters.get('at')
      if (core.get().sheet && line !== null) {
        if (entryOf(core, line)) focusLine(core, entryOf(core, line)?.key ?? line)
        else void run('addLine', { barcode: line }, 'key')
      }
      if (core.get().sheet && at === 'header') core.set({ editing: true })
      if (core.get().sheet && at === 'left') void run('listLeft', {}, 'key')
      if (line !== null || at !== null) navigate(address, { replace: true })
      return undefined
    }
  })
  useEffect(() => connectSession(session.core, () => onLoaded.current()), [session])
}

// Reports the number of unsaved lines to the app.
function useUnsavedReport({ core }: DocumentSession): void {
  useEffect(() => {
    const end = core.subscribe(() => {
      const { sheet } = core.get()
      reportUnfinishedWork('lines', sheet ? pendingEntries(sheet).length : 0)
    })
    return () => {
      end()
      reportUnfinishedWork('lines', 0)
    }
  }, [core])
}

// Shows others where the person works. A local document has no presence.
function usePresence({ core, number, stage }: DocumentSession): void {
  useEffect(() => {
    if (!/^\d{1,8}$/.test(number)) return undefined
    const presence = reportPresence(() => {
      const { sheet, current } = core.get()
      return { number, stage, barcode: (current !== null && sheet?.entries[current]?.line.barcode) || null }
    })
    const end = core.subscribe(presence.move)
    return () => {
      end()
      presence.leave()
    }
  }, [core, number, stage])
}

/** The scan target id of a document's screen. */
export function screenId(kind: Kind, mode: Mode, stage: StageId, number: string): string {
  return [kind.kind, mode.id, stage, number].join('.')
}

const noActor = { keys: new Set<never>(), readOnly: true }

/** Subscribes to a part of the session's state; renders only when this part changes. */
export function useSessionPart<Part>(session: DocumentSession, part: (state: SessionState) => Part): Part {
  return useBatchedStore(session.core.subscribe, () => part(session.core.get()))
}

/** Subscribes to one line by its key. */
export function useEntry(session: DocumentSession, key: string): Entry | undefined {
  return useSessionPart(session, (state) => state.sheet?.entries[key])
}
