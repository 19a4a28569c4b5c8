// The quantity and reason for the next scans, each with a button to end it.

import { IconButton } from '#app/ui/button.tsx'
import type { CommandId } from '#core/wire/command-ids.ts'
import { useRun } from '#input/input-context.ts'
import { say } from '#text/say.ts'
import type { DocumentSession } from './session/session.ts'
import { useSessionPart } from './use-document-session.ts'
import './kept-for-scans.css'

export function KeptForScans({ session }: { readonly session: DocumentSession }) {
  const reason = useSessionPart(session, (state) => state.reasonForScans)
  const quantity = useSessionPart(session, (state) => state.quantityForScans)
  if (reason === null && quantity === null) return null
  return (
    <div className="kept-for-scans layout-buttons">
      {quantity !== null && <Kept text={say('quantity.keptFor', { quantity })} end="endQuantity" />}
      {reason !== null && (
        <Kept text={say('reason.keptFor', { reason: reason.name, n: reason.count })} end="endReason" />
      )}
    </div>
  )
}

const Kept = ({
  text,
  end,
}: {
  readonly text: string
  readonly end: Extract<CommandId, 'endQuantity' | 'endReason'>
}) => {
  const run = useRun()
  return (
    <p className="kept-for-scan note tone-info" role="status">
      {text}
      <IconButton icon="close" label={say(`command.${end}`)} onClick={() => void run(end)} />
    </p>
  )
}
