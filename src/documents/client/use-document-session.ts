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
import type { Kind, Mode } from '#core/kinds/kind.ts'
import type { StageId } from '#core/kinds/verbs.ts'
import { type Entry, pendingEntries } from '#core/kinds/worksheet.ts'
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
  const { engine, run } = useInput()
  const [address, navigate] = useLocation()
  const search = useSearch()
  const session = useMemo(() => {
    const reason = ['reason', kind.kind, mode.id, place.location, number].join('.')
    const quantity = ['quantity', kind.kind, mode.id, place.location, number].join('.')
    const lines = ['lines', kind.kind, mode.id, place.location, number].join('.')
    const header = headerDraftName(kind, mode, place, number)
    const headerDraft = createHeaderDraftStore(kind, header, false)
    return createDocumentSession({
      kind,
      mode,
      stage,
      place,
      number,
      perform,
      outbox: outbox(),
      user: () => store.get(identityAtom)?.userName ?? '',
      reportLater: engine.reportLater,
      ask,
      askReason,
      askShelf,
      findings,
      leave,
      navigate,
      moveScan: ({ barcode, quantity }, address) =>
        engine.scanOnScreen({ text: barcode, raw: barcode, quantity }, () => navigate(address)),
      notify,
      loadReasons: (type) =>
        readNewest(() => queries.ensureQueryData(masterQuery(sources.reasonCodes(type)))).catch(() => null),
      loadedReasons: (type) => queries.getQueryData(masterQuery(sources.reasonCodes(type)).queryKey) ?? [],
      after: (run, ms) => {
        const timer = setTimeout(run, ms)
        return () => clearTimeout(timer)
      },
      actor: () => store.get(sessionAtom)?.actor ?? noActor,
      locations: () => store.get(sessionAtom)?.locations ?? [],
      drafts: createLineDraftStores(lines),
      headerDraft: {
        isKept: () => headerDraft.read() !== undefined,
        add: (edit) => addToHeaderDraft(kind, header, edit),
        // Keeps the values that another tab has typed since the list of findings was shown.
        drop: () => headerDraft.write(undefined),
      },
      scans: {
        before: ({ id }) => {
          const waiting = engine.unfinishedScans()
          const index = waiting.findIndex((each) => each.id === id)
          const screens = STAGES.map((each) => screenId(kind, mode, each, number))
          return waiting
            .slice(0, index < 0 ? waiting.length : index)
            .flatMap(({ text, target = '' }) => (screens.includes(target) ? [text] : []))
        },
        goesOn: ({ id }) =>
          engine.unfinishedScans().findIndex((each) => each.id === id) + 1 < engine.unfinishedScans().length,
        mayLead: ({ id, source }, barcode) =>
          engine.mayFocusLine(source === 'scan' ? id : undefined, barcode),
        choose: (barcode) => {
          noteMove()
          engine.chooseLine(barcode)
        },
        subscribe: engine.subscribe,
      },
      keptReason: {
        read: () => readDraft(reason, storedReason),
        write: (kept) => writeDraft(reason, kept),
      },
      proposedReason,
      storedQuantity: {
        read: () => readDraft(quantity, storedQuantity),
        write: (kept) => writeDraft(quantity, kept),
      },
      onSaved: () => void queries.invalidateQueries({ queryKey: queryKeys.documents(kind.kind) }),
    })
  }, [kind, mode, stage, number, place, ask, askReason, askShelf, findings, leave, engine, navigate, queries])

  // Once loaded, opens the line or form in the URL, then removes it from the URL.
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
  useEffect(() => {
    const reportUnsavedLines = () => {
      const { sheet } = session.core.get()
      reportUnfinishedWork('lines', sheet ? pendingEntries(sheet).length : 0)
    }
    const end = session.core.subscribe(reportUnsavedLines)
    return () => {
      end()
      reportUnfinishedWork('lines', 0)
    }
  }, [session])
  useEffect(() => {
    // A local document has no presence.
    if (!/^\d{1,8}$/.test(number)) return undefined
    const { core } = session
    const presence = reportPresence(() => {
      const { sheet, current } = core.get()
      return { number, stage, barcode: (current !== null && sheet?.entries[current]?.line.barcode) || null }
    })
    const end = core.subscribe(presence.move)
    return () => {
      end()
      presence.leave()
    }
  }, [session, number, stage])
  useEffect(() => storeOpenDocument(session, address), [session, address])
  useBeforeLeave(
    useCallback(() => {
      saveDraftsNow(session.core)
      parkDocument(session)
    }, [session]),
  )
  return session
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
