// The header field that can be edited on a document's screen, with its Update button (part 2 section 2.7).
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef } from 'react'
import { TextField } from '#app/ui/text-field.tsx'
import type { Document } from '#core/kinds/document.ts'
import { LIMITS } from '#core/wire/limits.ts'
import { useRun } from '#input/input-context.ts'
import { CommandButton } from '#input/palette/command-button.tsx'
import { say, sayCode } from '#text/say.ts'
import { fieldFault } from './field-fault.ts'
import type { DocumentSession } from './session/session.ts'
import { codeOf } from './session/wording.ts'
import { useSessionPart } from './use-document-session.ts'
import './header-edit.css'
import { typeField } from './session/edit-header.ts'

/** Read-only if the step is not allowed; renders nothing if the screen has no such field. */
export function HeaderEdit({
  session,
  document,
}: {
  readonly session: DocumentSession
  readonly document: Document
}) {
  const run = useRun()
  const input = useRef<HTMLInputElement>(null)
  const typed = useSessionPart(session, ({ fieldTyped }) => fieldTyped)
  const focusRequests = useSessionPart(session, ({ fieldFocusRequests }) => fieldFocusRequests)
  const open = useSessionPart(session, () => session.mayUpdateHeader() === true)
  useEffect(() => {
    if (focusRequests === 0) return
    input.current?.focus()
    input.current?.select()
  }, [focusRequests])
  const { headerEdit } = session.core.stage
  const saved = document.header[headerEdit?.fields[0] ?? ''] ?? ''
  // Select the text, so that the next key replaces a value that another person has changed.
  useLayoutEffect(() => {
    if (typed === null && input.current?.matches(':focus')) input.current.select()
    // oxlint-disable-next-line react/exhaustive-deps -- only with the saved value
  }, [saved])
  if (!headerEdit) return null
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter') {
      event.preventDefault()
      void run('updateTemperature', {}, 'key')
    } else if (event.key === 'Escape' && typed !== null) {
      event.preventDefault()
      event.stopPropagation()
      typeField(session.core, null)
    }
  }
  return (
    <div className="header-edit">
      <TextField
        ref={input}
        label={say('receiveTemperature')}
        unit={say('celsius')}
        value={typed ?? saved}
        readOnly={!open}
        error={fieldFault({ type: 'temperature', most: LIMITS.temperature }, typed ?? saved)}
        enterKeyHint="done"
        onValue={(text) => typeField(session.core, text === saved ? null : text)}
        onKeyDown={onKey}
      />
      {open && (
        <CommandButton id="updateTemperature">{sayCode(codeOf(session.kind, headerEdit.step))}</CommandButton>
      )}
    </div>
  )
}
