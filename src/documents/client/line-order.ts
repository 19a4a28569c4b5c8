// Sorts a document's lines for the screen.
import { useMemo } from 'react'
import { entriesOf } from '#core/kinds/worksheet.ts'
import type { DocumentSession } from './session/session.ts'
import { useSessionPart } from './use-document-session.ts'

export interface LineRowsProps {
  readonly session: DocumentSession
  /** The reason why nothing can be changed; undefined if something can. */
  readonly readOnly: string | undefined
  /** The covered height at the top of the page while scrolling, in pixels. */
  readonly covered: number
}

/** The lines' keys in display order; lines that need action come first. */
export function useLineOrder(session: DocumentSession): readonly string[] {
  const { first } = session.core.stage
  const order = useSessionPart(session, (state) => state.sheet?.order)
  // One text, so that the list renders only when the order changes.
  const urgentKeys = useSessionPart(session, ({ sheet }) =>
    first && sheet
      ? entriesOf(sheet)
          .flatMap(({ key, line }) => (first(line) ? [key] : []))
          .join('\n')
      : '',
  )
  return useMemo(
    () => [...new Set([...urgentKeys.split('\n').filter(Boolean), ...(order ?? [])])],
    [order, urgentKeys],
  )
}
