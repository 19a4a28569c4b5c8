// The owner of the open document, with a button to take it over.
import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { identityAtom } from '#app/state/session.ts'
import { Icon } from '#app/ui/icon.tsx'
import type { Document } from '#core/kinds/document.ts'
import { workStepIn } from '#core/kinds/screens.ts'
import { CommandButton } from '#input/palette/command-button.tsx'
import { otherOwner, sayOwned } from './owner-text.ts'
import type { DocumentSession } from './session/session.ts'
import './owner-note.css'
import { mayStep } from './session/may-step.ts'

// How often its time is updated, in milliseconds.
const updateIntervalMs = 15_000

/** Renders nothing unless someone else owns the document. */
export function OwnerNote({
  session,
  document,
}: {
  readonly session: DocumentSession
  readonly document: Document
}) {
  const { kind } = session.core.parts
  const me = useAtomValue(identityAtom)?.userName ?? ''
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), updateIntervalMs)
    return () => clearInterval(timer)
  }, [])
  const owner = otherOwner(document.header, me)
  if (!owner) return null
  const step = workStepIn(kind, document.status)
  return (
    <div className="owner-note note tone-info">
      <Icon name="scan" />
      <p>{sayOwned(document, owner, now)}</p>
      {step !== undefined && mayStep(session.core, step) === true && <CommandButton id="takeOver" />}
    </div>
  )
}
