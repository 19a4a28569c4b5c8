// A document where its lines are picked and it is sent on its way (part 2 section 2.5).
import { useCallback, useRef } from 'react'
import { useLocation } from 'wouter'
import { CommandButton } from '#client/input/command-button.tsx'
import { useQuestions } from '#client/input/questions.tsx'
import { EmptyState } from '#client/ui/states.tsx'
import { to } from '#contract/routes.ts'
import { say, sayCode } from '#text/say.ts'
import { documentAllows } from '#workflows/engine.ts'
import type { Mode, Workflow } from '#workflows/workflow.ts'
import { DocumentBar, DocumentMissing, StaleDocument, useReadOnlyReason } from './document-frame.tsx'
import { DocumentPorts } from './document-ports.tsx'
import { HeaderFacts } from './header-facts.tsx'
import { LineRows } from './line-rows.tsx'
import { codeOf } from './session/tell.ts'
import { useDocumentSession, useSessionPart } from './use-document-session.ts'
import './documents.css'

export const DocumentDetail = ({
  workflow,
  mode,
  number,
}: {
  readonly workflow: Workflow
  readonly mode: Mode
  readonly number: string
}) => {
  const { ask, dialog } = useQuestions()
  const session = useDocumentSession(workflow, mode, 'detail', number, ask)
  const document = useSessionPart(session, (state) => state.sheet?.document)
  const taking = useSessionPart(session, (state) => state.taking)
  const readOnly = useReadOnlyReason(session)
  const bar = useRef<HTMLDivElement>(null)
  const [, navigate] = useLocation()
  const { finalStep, cancelStep } = workflow.stages.detail
  const mayEdit = useCallback(() => session.core.mayStep('edit'), [session])
  const toEdit = useCallback(() => navigate(to(mode.routes.edit, { number })), [navigate, mode, number])

  return (
    <div className="document">
      <DocumentPorts session={session} switchStage={toEdit} maySwitchStage={mayEdit} />
      {dialog}
      {!document ? (
        <DocumentMissing session={session} />
      ) : (
        <>
          <DocumentBar ref={bar} session={session} document={document}>
            {finalStep !== undefined && documentIsOpen(workflow, document.status) && (
              <CommandButton id="ship" look="primary" size="large" wide>
                {sayCode(codeOf(workflow.kind, finalStep))}
              </CommandButton>
            )}
          </DocumentBar>
          <StaleDocument session={session} />
          {readOnly !== undefined && (
            <p className="read-only" role="status">
              {readOnly}
            </p>
          )}
          <details className="card facts-card">
            <summary>
              {say('documents.facts')}
              <span>{document.header.EntityName}</span>
            </summary>
            <HeaderFacts mode={mode} document={document} />
          </details>
          <section className="document-lines" aria-label={say('documents.lines')}>
            {document.lines.length === 0 ? (
              <EmptyState icon="scan" title={say('documents.noLines')}>
                <p>{say('documents.noLinesDetail')}</p>
              </EmptyState>
            ) : (
              <LineRows session={session} readOnly={readOnly} bar={bar} />
            )}
          </section>
          {documentIsOpen(workflow, document.status) && (
            <div className="document-foot">
              <CommandButton id="goToEdit" icon="edit">
                {say('documents.toEdit')}
              </CommandButton>
              {cancelStep !== undefined && documentAllows(workflow, cancelStep, document) === true && (
                <CommandButton
                  id="cancelDocument"
                  look="danger"
                  aria-busy={taking === cancelStep || undefined}
                >
                  {sayCode(codeOf(workflow.kind, cancelStep))}
                </CommandButton>
              )}
            </div>
          )}
        </>
      )}
    </div>
  )
}

/** Is there a step that leads on from this status? */
const documentIsOpen = (workflow: Workflow, status: string) =>
  Object.values(workflow.documentSteps).some(({ from }) => from.some((each) => each === status))
