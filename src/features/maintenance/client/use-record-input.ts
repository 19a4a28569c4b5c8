// The input of a record's form: stored as a draft, and compared with the record as it is now.
import { useEffect, useMemo, useRef, useState } from 'react'
import * as v from 'valibot'
import { createSharedDraft, readDraft, writeDraft } from '#app/state/drafts.ts'
import {
  type MaintainedRecord,
  type RecordKind,
  type RecordValues,
  rulesOf,
  setOf,
  textOf,
} from '#core/wire/maintenance.ts'

// The changed fields, and the oldest version of the record that one of them was typed over.
const draftSchema = v.object({
  version: v.number(),
  fields: v.record(v.string(), v.union([v.string(), v.array(v.string())])),
})
type RecordDraft = v.InferOutput<typeof draftSchema>

const draftNameOf = (kind: RecordKind, key = '') => `record.${kind}.${key}`

const emptyOf = (kind: RecordKind): RecordValues =>
  Object.fromEntries(
    rulesOf(kind).fields.map(({ name, control }) => [
      name,
      control.type === 'securityKeys' || control.type === 'locations' ? [] : '',
    ]),
  )

/** Copies of the values, as a request and the storage have them. */
export function copyOf(values: RecordValues): RecordDraft['fields'] {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? value : [...value]]),
  )
}

/** Is a field's value the same? Sets have no order. */
export function isSame(one: RecordValues, other: RecordValues, field: string): boolean {
  return (
    textOf(one, field) === textOf(other, field) &&
    setOf(one, field).toSorted().join() === setOf(other, field).toSorted().join()
  )
}

// The fields whose values differ; undefined if none does.
const changedIn = (kind: RecordKind, values: RecordValues, from: RecordValues): RecordValues | undefined => {
  const changed = rulesOf(kind).fields.filter(({ name }) => !isSame(values, from, name))
  return changed.length === 0
    ? undefined
    : Object.fromEntries(changed.map(({ name }) => [name, values[name] ?? '']))
}

/** `record`: as last read from the server; null for a new one. */
export function useRecordInput(kind: RecordKind, record: MaintainedRecord | null) {
  const name = draftNameOf(kind, record?.Key)
  const [drafts] = useState(() =>
    createSharedDraft<RecordDraft>(name, {
      isWhole: record === null,
      readStored: () => readDraft(name, draftSchema),
      join: (draft, { version }) => ({ ...draft, version: Math.min(version, draft.version) }),
    }),
  )
  const [kept, setKept] = useState(drafts.read)
  /** The record that the input is compared with, and the version that the input was typed over. */
  const [{ base, over }, setBase] = useState({ base: record, over: kept?.version ?? record?.Version ?? 0 })
  const start = useMemo(() => base?.Values ?? emptyOf(kind), [base, kind])
  const [values, setValues] = useState<RecordValues>({ ...start, ...kept?.fields })
  const changed = changedIn(kind, values, start)

  /** Another person has changed the record: untouched fields follow. */
  const follow = (now: MaintainedRecord) => {
    setBase({ base: now, over: changed ? over : now.Version })
    setValues((input) => ({ ...now.Values, ...changedIn(kind, input, start) }))
  }
  if (record && base && record.Version > base.Version) follow(record)

  const latest = useRef(values)
  useEffect(() => {
    latest.current = values
    const fields = changedIn(kind, values, start)
    drafts.write(fields && { version: over, fields: copyOf(fields) })
  }, [drafts, kind, over, start, values])

  return {
    base,
    values,
    setValues,
    isChanged: changed !== undefined,
    isOvertaken: base !== null && over !== base.Version,
    /** The draft was restored when the form opened. */
    isRestored: kept !== undefined,
    follow,
    /**
     * These values are saved: what was typed since stays, as a draft of the saved record. True if there is
     * some.
     */
    saved: (sent: RecordValues, now: MaintainedRecord): boolean => {
      const fields = changedIn(kind, latest.current, sent)
      const rest = fields && { version: now.Version, fields: copyOf(fields) }
      drafts.write(undefined)
      if (record !== null) drafts.write(rest)
      else if (rest) writeDraft(draftNameOf(kind, now.Key), rest)
      setKept(undefined)
      setBase({ base: now, over: now.Version })
      setValues((input) => ({ ...now.Values, ...changedIn(kind, input, sent) }))
      return rest !== undefined
    },
    /** Discards the input; the record stays as it is now. */
    drop: () => {
      drafts.write(undefined)
      setValues(start)
      if (base) setBase({ base, over: base.Version })
    },
  }
}
