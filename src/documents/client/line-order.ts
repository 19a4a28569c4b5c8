// The order of a document's lines on the screen.
import { useMemo } from 'react'
import { entriesOf } from '#core/kinds/worksheet.ts'
import type { DocumentSession } from './session/session.ts'
import { useSessionPart } from './use-document-session.ts'

/** The lines' keys in display order: those that need action first. */
export function useLineOrder(session: DocumentSession): readonly string[] {
  const { first } = session.core.stage
  const order = useSessionPart(session, (state) => state.sheet?.order)
  // As one text, so that the list renders only when the order changes.
  const wanting = useSessionPart(session, ({ sheet }) =>
    first && sheet
      ? entriesOf(sheet)
          .flatMap(({ key, line }) => (first(line) ? [key] : []))
          .join('\n')
      : '',
  )
  return useMemo(
    () => [...new Set([...wanting.split('\n').filter(Boolean), ...(order ?? [])])],
    [order, wanting],
  )
}
