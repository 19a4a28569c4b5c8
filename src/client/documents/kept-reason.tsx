// The reason for the next scans, the number of lines that have it, and a way to end it.
import { useRun } from '#client/input/input-context.ts'
import { IconButton } from '#client/ui/button.tsx'
import { say } from '#text/say.ts'
import type { DocumentSession } from './session/session.ts'
import { useSessionPart } from './use-document-session.ts'
import './kept-reason.css'

export function KeptReason({ session }: { readonly session: DocumentSession }) {
  const kept = useSessionPart(session, (state) => state.kept)
  const run = useRun()
  if (kept === null) return null
  return (
    <p className="kept-reason" role="status">
      {say('reason.keptFor', { reason: kept.name, n: kept.count })}
      <IconButton icon="close" label={say('command.endReason')} onClick={() => void run('endReason')} />
    </p>
  )
}
