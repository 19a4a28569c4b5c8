// Merges others' saved changes into an open header form; a field that both have changed is a conflict.
import { useEffect, useMemo, useState } from 'react'
import type { HeaderValues } from '#core/kinds/document.ts'
import type { HeaderFields } from '#core/kinds/header.ts'
import { fieldsOfUnit, mergeHeader } from '#core/kinds/merge-header.ts'

interface HeaderMerge {
  /** The header values as the person saw them before the edit. */
  readonly seen: HeaderValues
  /** Fields that another person has changed too. */
  readonly conflicts: readonly string[]
  /** Keeps the person's value of a field, or takes the saved value. */
  readonly choose: (name: string, value: 'mine' | 'theirs') => void
  /** Discards the edit. */
  readonly restart: () => void
}

/** `saved`: the values last read from the server. `set` writes a field of the form. */
export function useHeaderMerge(
  fields: HeaderFields,
  first: HeaderValues,
  saved: HeaderValues,
  values: HeaderValues,
  set: (name: string, value: string) => void,
): HeaderMerge {
  const [{ seen, from, follow }, setState] = useState(() => followSaved(fields, first, values, saved))
  if (from !== saved) setState(followSaved(fields, seen, values, saved))
  useEffect(() => {
    for (const [name, value] of Object.entries(follow)) set(name, value)
  }, [follow, set])
  const { conflicts } = useMemo(() => mergeHeader(fields, seen, values, saved), [fields, seen, values, saved])
  return {
    seen,
    conflicts: conflicts.filter((name) => fields[name]?.label !== undefined),
    choose: (name, value) => {
      const unit = fieldsOfUnit(fields, name)
      const now = Object.fromEntries(unit.map((each) => [each, saved[each] ?? '']))
      setState((before) => ({ ...before, seen: { ...before.seen, ...now } }))
      if (value === 'theirs') for (const [each, text] of Object.entries(now)) set(each, text)
    },
    restart: () => setState({ seen: saved, from: saved, follow: {} }),
  }
}

interface Followed {
  readonly seen: HeaderValues
  /** The saved header that the state was compared with. */
  readonly from: HeaderValues
  /** Fields of the form to write. */
  readonly follow: HeaderValues
}

// All fields without a conflict follow the saved header.
function followSaved(
  fields: HeaderFields,
  seen: HeaderValues,
  values: HeaderValues,
  saved: HeaderValues,
): Followed {
  const merged = mergeHeader(fields, seen, values, saved)
  const open = new Set(merged.conflicts.flatMap((name) => fieldsOfUnit(fields, name)))
  const followed = Object.keys(saved).filter((name) => !open.has(name))
  const changed = followed.filter((name) => (values[name] ?? '') !== (merged.values[name] ?? ''))
  return {
    seen: { ...seen, ...Object.fromEntries(followed.map((name) => [name, saved[name] ?? ''])) },
    from: saved,
    follow: Object.fromEntries(changed.map((name) => [name, merged.values[name] ?? ''])),
  }
}
