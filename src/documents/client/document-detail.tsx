// A document's detail screen: its lines and its end (part 2 section 2.5; part 1 section 2, 'Dump detail').
import { useRef } from 'react'
import { useIsHandheld } from '#app/ui/handheld.ts'
import { EmptyState } from '#app/ui/states.tsx'
import { useCoveredHeight } from '#app/ui/use-covered-height.ts'
import { documentOffers } from '#core/kinds/engine.ts'
import type { Kind, Mode } from '#core/kinds/kind.ts'
import { mayPrint, stageOf } from '#core/kinds/screens.ts'
import { type StageId, verbOf } from '#core/kinds/verbs.ts'
import type { Status } from '#core/wire/constants.ts'
import { CommandButton } from '#input/palette/command-button.tsx'
import { say, sayCode } from '#text/say.ts'
import { DocumentBar, DocumentMissing, StaleDocument, useReadOnlyReason } from './document-frame.tsx'
import { DocumentPorts } from './document-ports.tsx'
import { GuideScreen } from './guide-screen.tsx'
import { HeaderEdit } from './header-edit.tsx'
import { HeaderCard, HeaderFacts } from './header-facts.tsx'
import { LineRows } from './line-rows.tsx'
import { OpenDecision } from './open-decision.tsx'
import { OwnerNote } from './owner-note.tsx'
import { codeOf } from './session/wording.ts'
import { useDocumentSession, useSessionPart } from './use-document-session.ts'
import { useScreenActions } from './use-screen-actions.tsx'
import './lines/line.css'
import './document.css'

export function DocumentDetail({
  kind,
  mode,
  number,
  stage = 'detail',
}: {
  readonly kind: Kind
  readonly mode: Mode
  readonly number: string
  readonly stage?: Exclude<StageId, 'edit'>
}) {
  const { actions, dialogs } = useScreenActions(mode)
  const session = useDocumentSession(kind, mode, stage, number, actions)
  const document = useSessionPart(session, (state) => state.sheet?.document)
  const taking = useSessionPart(session, (state) => state.runningStep)
  const readOnly = useReadOnlyReason(session)
  const handheld = useIsHandheld()
  const bar = useRef<HTMLDivElement>(null)
  const covered = useCoveredHeight(bar, document !== undefined && !handheld)
  const { verb, showsFinal, cancelStep } = stageOf(kind, stage)
  const { final } = verbOf(verb)
  const isEndShown =
    document && final && (showsFinal?.(document) ?? canReachStep(kind, final.step, document.status))

  const foot = document && stage === 'detail' && canReachStep(kind, 'edit', document.status) && (
    <div className="layout-apart">
      <CommandButton id="goToEdit" icon="edit">
        {say('documents.toEdit')}
      </CommandButton>
      {cancelStep !== undefined && documentOffers(kind, cancelStep, document) === true && (
        <CommandButton id="cancelDocument" look="danger" aria-busy={taking === cancelStep || undefined}>
          {sayCode(codeOf(kind.kind, cancelStep))}
        </CommandButton>
      )}
    </div>
  )
  const noLines = (
    <EmptyState icon="scan" title={say('documents.noLines')}>
      {stage === 'detail' && <p>{say('documents.noLinesDetail')}</p>}
    </EmptyState>
  )

  return (
    <div className="document layout-stack">
      <DocumentPorts session={session} />
      {dialogs}
      {!document ? (
        <DocumentMissing session={session} />
      ) : handheld ? (
        <GuideScreen
          session={session}
          document={document}
          readOnly={readOnly}
          empty={noLines}
          end={isEndShown ? { id: final.id, words: sayCode(codeOf(kind.kind, final.step)) } : undefined}
          more={
            <>
              <HeaderFacts mode={mode} document={document} />
              <CommandButton id="listLeft" />
              {mayPrint(mode, document) === true && <CommandButton id="print" icon="print" />}
              {foot}
            </>
          }
        />
      ) : (
        <>
          <DocumentBar ref={bar} session={session} document={document}>
            {isEndShown && (
              <CommandButton id={final.id} look="primary" size="large" wide>
                {sayCode(codeOf(kind.kind, final.step))}
              </CommandButton>
            )}
            {mayPrint(mode, document) === true && <CommandButton id="print" icon="print" size="large" wide />}
          </DocumentBar>
          <OwnerNote session={session} document={document} />
          <StaleDocument session={session} />
          <OpenDecision stage={session.core.stage} document={document} />
          {readOnly !== undefined && (
            <p className="document-read-only note tone-info layout-row layout-apart" role="status">
              {readOnly}
            </p>
          )}
          <HeaderCard mode={mode} document={document} />
          <HeaderEdit session={session} document={document} />
          <section aria-label={say('documents.lines')}>
            {document.lines.length === 0 ? (
              noLines
            ) : (
              <LineRows session={session} readOnly={readOnly} covered={covered} />
            )}
          </section>
          {foot}
        </>
      )}
    </div>
  )
}

// Can the document reach the status from which this step starts? An ended document has no buttons.
const canReachStep = (kind: Kind, step: string, status: Status) => {
  const first = kind.documentSteps[step]?.from ?? []
  return first.includes(status) || (step !== 'edit' && canBecome(kind, status, first))
}

// An OPEN document becomes RESERVED with its first line.
const canBecome = (kind: Kind, status: Status, statuses: readonly (Status | null)[]) =>
  Object.values(kind.lineSteps).some(
    ({ during, documentTo }) =>
      during.includes(status) &&
      typeof documentTo === 'string' &&
      statuses.some((each) => each === documentTo),
  )
