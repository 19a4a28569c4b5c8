// The values of an open header form: typed, merged with others' changes, and stored as a draft.
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { usePlace } from '#app/state/place.ts'
import { useSession } from '#app/state/session.ts'
import { today } from '#app/ui/today.ts'
import type { Cause } from '#core/commands/command.ts'
import type { Document, HeaderValues } from '#core/kinds/document.ts'
import type { Kind, Mode } from '#core/kinds/kind.ts'
import type { AskPerson } from '#input/questions/question.ts'
import type { changeHeader } from './change-header.ts'
import { createHeaderDraftStore, draftOf, headerDraftName, sideOf } from './header-draft.ts'
import { useHeaderMerge } from './use-header-merge.ts'

export interface HeaderFormProps {
  readonly kind: Kind
  readonly mode: Mode
  /** null: a new document. */
  readonly document: Document | null
  readonly ask: AskPerson
  readonly onSaved: (number: string | null) => void
  readonly onCancel: () => void
  /** Stores an edit of an existing document. */
  readonly onChange?: (
    seen: HeaderValues,
    values: HeaderValues,
    cause: Cause,
  ) => ReturnType<typeof changeHeader>
  /** The sentence that explains why the edit in the draft was refused. */
  readonly refused?: string
}

export type HeaderInput = ReturnType<typeof useHeaderInput>

export function useHeaderInput({ kind, mode, document }: HeaderFormProps) {
  const place = usePlace()
  const { actor } = useSession()
  const { form } = mode
  const existing = document !== null
  const draft = headerDraftName(kind, mode, place, document?.number ?? null)
  const start = useMemo<HeaderValues>(
    () => ({ ...(document ? document.header : form.start(place, actor, today())) }),
    [document, form, place, actor],
  )
  const drafts = useMemo(() => createHeaderDraftStore(kind, draft, !existing), [kind, draft, existing])
  const [kept] = useState(() => drafts.read())
  const { values, latest, set, reset, edited } = useValues({ ...start, ...(kept && sideOf(kept, 'mine')) })
  const merge = useHeaderMerge(
    kind.header,
    // A new document has no earlier values that others could have changed.
    { ...start, ...(kept && existing && sideOf(kept, 'seen')) },
    start,
    values,
    set,
  )
  const { seen } = merge
  useEffect(() => {
    drafts.write(draftOf(seen, values, document))
  }, [drafts, seen, values, document])
  return {
    /** The saved values, or the first ones of a new header. */
    start,
    values,
    /** The values after the latest input, which may not be rendered yet. */
    latest,
    set,
    /** The fields that were edited since the form opened. */
    edited,
    drafts,
    /** The draft that the form opened with. */
    kept,
    merge,
    hasChanges: draftOf(seen, values, document) !== undefined,
    /** Shows the saved values again. */
    discard: () => {
      reset(start)
      merge.restart()
    },
  }
}

function useValues(first: HeaderValues) {
  const [values, setValues] = useState(first)
  const [edited, setEdited] = useState<ReadonlySet<string>>(new Set())
  const newest = useRef(values)
  const write = useCallback((next: HeaderValues) => {
    newest.current = next
    setValues(next)
  }, [])
  const set = useCallback(
    (name: string, text: string) => {
      write({ ...newest.current, [name]: text })
      setEdited((before) => new Set(before).add(name))
    },
    [write],
  )
  const reset = (next: HeaderValues) => {
    write(next)
    setEdited(new Set())
  }
  const latest = useCallback(() => newest.current, [])
  return { values, latest, set, reset, edited }
}
