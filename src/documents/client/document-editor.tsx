// A document's editor: header, stock search and lines (part 2 sections 2.3, 2.4 and 2.9).
import { useRef } from 'react'
import { useLocation } from 'wouter'
import { useSeasonGrowers } from '#app/api/season-growers.ts'
import { useIsHandheld } from '#app/ui/handheld.ts'
import { EmptyState } from '#app/ui/states.tsx'
import { useCoveredHeight } from '#app/ui/use-covered-height.ts'
import type { Document } from '#core/kinds/document.ts'
import type { Kind, Mode } from '#core/kinds/kind.ts'
import { verbOf } from '#core/kinds/verbs.ts'
import { pendingEntries } from '#core/kinds/worksheet.ts'
import { NEW_DOCUMENT, pathTo } from '#core/wire/routes.ts'
import { useScanTarget } from '#input/engine/use-scan-target.tsx'
import { CommandButton } from '#input/palette/command-button.tsx'
import { GrowerPicker } from '#input/questions/grower-picker.tsx'
import { useQuestions } from '#input/questions/questions.tsx'
import { say, sayCode } from '#text/say.ts'
import { changeHeader } from './change-header.ts'
import {
  DocumentBar,
  DocumentMissing,
  ModeChip,
  StaleDocument,
  useReadOnlyReason,
} from './document-frame.tsx'
import { DocumentPorts } from './document-ports.tsx'
import { GuideScreen } from './guide-screen.tsx'
import { HeaderCard, HeaderFacts } from './header-facts.tsx'
import { HeaderForm } from './header-form.tsx'
import { LineRows } from './line-rows.tsx'
import { OwnerNote } from './owner-note.tsx'
import type { DocumentSession } from './session/session.ts'
import { codeOf } from './session/wording.ts'
import { AdvancedSearch, BarcodeField } from './stock-search.tsx'
import { useDocumentSession, useSessionPart } from './use-document-session.ts'
import { useScreenActions } from './use-screen-actions.tsx'
import './lines/line.css'
import './document.css'

interface EditorProps {
  readonly kind: Kind
  readonly mode: Mode
  readonly number: string
}

/** Shows the header form of a new document if `number` is `New`. */
export function DocumentEditor(props: EditorProps) {
  return props.number === NEW_DOCUMENT ? <NewDocument {...props} /> : <EditDocument {...props} />
}

const NewDocument = ({ kind, mode }: EditorProps) => {
  const { ask, dialog } = useQuestions()
  const [, navigate] = useLocation()
  useScanTarget({
    level: 'screen',
    id: [kind.kind, mode.id, 'edit', NEW_DOCUMENT].join('.'),
    accepts: (candidate) =>
      candidate.kind === 'barcode'
        ? { type: 'refusal', code: 'headerUnsaved', next: ['saveHeader'] }
        : undefined,
  })
  return (
    <div className="document layout-stack">
      {dialog}
      <h1>{sayCode(codeOf(kind.kind, 'new'))}</h1>
      <ModeChip mode={mode.id} />
      <HeaderForm
        kind={kind}
        mode={mode}
        document={null}
        ask={ask}
        onCancel={() => navigate(pathTo(mode.lists[0].route))}
        onSaved={(number) =>
          navigate(number === null ? pathTo(mode.lists[0].route) : pathTo(mode.routes.edit, { number }), {
            replace: true,
          })
        }
      />
    </div>
  )
}

const EditDocument = ({ kind, mode, number }: EditorProps) => {
  const { actions, dialogs } = useScreenActions(mode)
  const session = useDocumentSession(kind, mode, 'edit', number, actions)
  const document = useSessionPart(session, (state) => state.sheet?.document)
  return (
    <div className="document layout-stack">
      <DocumentPorts session={session} />
      {dialogs}
      {!document ? <DocumentMissing session={session} /> : <Editor session={session} document={document} />}
    </div>
  )
}

const Editor = ({
  session,
  document,
}: {
  readonly session: DocumentSession
  readonly document: Document
}) => {
  const { kind, mode, ask } = session.core.parts
  const readOnly = useReadOnlyReason(session)
  const bar = useRef<HTMLDivElement>(null)
  const handheld = useIsHandheld()
  const covered = useCoveredHeight(bar, !handheld)
  const count = useSessionPart(session, (state) => state.sheet?.order.length ?? 0)
  const editing = useSessionPart(session, (state) => state.editing)
  const closeForm = () => {
    const { n } = session.core.get().headerRefused
    session.core.set({ editing: false, headerRefused: { words: '', n } })
  }
  const searching = useSessionPart(session, (state) => state.searchRequests > 0)
  const noLines = (
    <EmptyState icon="scan" title={say('documents.noLines')}>
      <p>{say('documents.noLinesEdit')}</p>
    </EmptyState>
  )
  const refused = useSessionPart(session, (state) => state.headerRefused)
  const form = (
    <HeaderForm
      key={refused.n}
      kind={kind}
      mode={mode}
      document={document}
      // The form's questions belong to no action. A question that was closed changes no field.
      ask={async (question) => {
        const reply = await ask(question, undefined)
        return session.mayEditHeader() === true ? reply : 'continue'
      }}
      onCancel={closeForm}
      onChange={(seen, values, cause) => changeHeader(session, seen, values, cause)}
      refused={refused.words}
      // A refused edit stays open with the values that others have saved.
      onSaved={() => session.core.get().headerRefused.n === refused.n && closeForm()}
    />
  )
  const search = (
    <>
      <BarcodeField session={session} readOnly={readOnly} />
      <AdvancedSearch session={session} readOnly={readOnly} />
    </>
  )
  const toDetail = <CommandButton id="goToDetail">{sayCode(codeOf(kind.kind, 'toDetail'))}</CommandButton>
  if (handheld) {
    return (
      <GuideScreen
        session={session}
        document={document}
        readOnly={readOnly}
        above={mode.picksGrower && <LineGrower session={session} />}
        empty={noLines}
        forward={toDetail}
        moreWanted={editing || searching || count === 0}
        end={undefined}
        more={
          editing ? (
            form
          ) : (
            <>
              {search}
              <PendingButton session={session} />
              <HeaderFacts mode={mode} document={document} />
              <CommandButton id="editHeader" icon="edit">
                {say('documents.editHeader')}
              </CommandButton>
            </>
          )
        }
      />
    )
  }
  return (
    <>
      <DocumentBar ref={bar} session={session} document={document}>
        <PendingButton session={session} />
        {toDetail}
      </DocumentBar>
      <OwnerNote session={session} document={document} />
      <StaleDocument session={session} />
      {readOnly !== undefined && (
        <p className="document-read-only note tone-info layout-row layout-apart" role="status">
          {readOnly}
        </p>
      )}
      <div className="document-columns layout-stack">
        <div className="document-side layout-stack">
          {editing ? (
            form
          ) : (
            <HeaderCard mode={mode} document={document}>
              <CommandButton id="editHeader" icon="edit">
                {say('documents.editHeader')}
              </CommandButton>
            </HeaderCard>
          )}
          {mode.picksGrower && <LineGrower session={session} />}
          {search}
        </div>
        <section aria-label={say('documents.lines')}>
          {count === 0 ? noLines : <LineRows session={session} readOnly={readOnly} covered={covered} />}
        </section>
      </div>
    </>
  )
}

// Saves all unsaved lines; hidden if there are none.
const PendingButton = ({ session }: { readonly session: DocumentSession }) => {
  const { kind } = session.core.parts
  const { verb, lineAction } = session.core.stage
  const waiting = useSessionPart(session, (state) => (state.sheet ? pendingEntries(state.sheet).length : 0))
  if (waiting === 0) return null
  return (
    <CommandButton id={verbOf(verb).line.id} look="primary">
      {waiting === 1
        ? sayCode(codeOf(kind.kind, lineAction.step))
        : sayCode(codeOf(kind.kind, lineAction.step, 'all'), { n: waiting })}
    </CommandButton>
  )
}

// Chooses the grower for the next barcode.
const LineGrower = ({ session }: { readonly session: DocumentSession }) => {
  const growers = useSeasonGrowers('stored')
  const value = useSessionPart(session, (state) => state.grower)
  return <GrowerPicker growers={growers} value={value} onValue={(grower) => session.core.set({ grower })} />
}
