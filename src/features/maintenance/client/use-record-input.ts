// Manages the input of a record form: stores it as a draft, and compares it with the current record.
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
} from '#features/maintenance/common/maintenance.ts'

// The changed fields, and the oldest record version on which one of them is based.
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

/** Copies the values into mutable form for requests and storage. */
export function copyValues(values: RecordValues): RecordDraft['fields'] {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? value : [...value]]),
  )
}

/** Are the values of a field equal? Sets have no order. */
export function isSameField(one: RecordValues, other: RecordValues, field: string): boolean {
  return (
    textOf(one, field) === textOf(other, field) &&
    setOf(one, field).toSorted().join() === setOf(other, field).toSorted().join()
  )
}

// Returns the fields whose values differ; undefined if none does.
const changedIn = (kind: RecordKind, values: RecordValues, from: RecordValues): RecordValues | undefined => {
  const changed = rulesOf(kind).fields.filter(({ name }) => !isSameField(values, from, name))
  return changed.length === 0
    ? undefined
    : Object.fromEntries(changed.map(({ name }) => [name, values[name] ?? '']))
}

/** `record`: as last loaded from the server; null for a new one. */
export function useRecordInput(kind: RecordKind, record: MaintainedRecord | null) {
  const name = draftNameOf(kind, record?.Key)
  const [drafts] = useState(() =>
    createSharedDraft<RecordDraft>(name, {
      isWhole: record === null,
      readStored: () => readDraft(name, draftSchema),
      join: (draft, { version }) => ({ ...draft, version: Math.min(version, draft.version) }),
    }),
  )
  const [restoredDraft, setRestoredDraft] = useState(drafts.read)
  /** `base` is compared with the input; `over` is the record version on which the input is based. */
  const [{ base, basedOn }, setBase] = useState({
    base: record,
    basedOn: restoredDraft?.version ?? record?.Version ?? 0,
  })
  const start = useMemo(() => base?.Values ?? emptyOf(kind), [base, kind])
  const [values, setValues] = useState<RecordValues>({ ...start, ...restoredDraft?.fields })
  const changed = changedIn(kind, values, start)

  /** Another user has changed the record: update the untouched fields. */
  const follow = (now: MaintainedRecord) => {
    setBase({ base: now, basedOn: changed ? basedOn : now.Version })
    setValues((input) => ({ ...now.Values, ...changedIn(kind, input, start) }))
  }
  if (record && base && record.Version > base.Version) follow(record)

  const latest = useRef(values)
  useEffect(() => {
    latest.current = values
    const fields = changedIn(kind, values, start)
    drafts.write(fields && { version: basedOn, fields: copyValues(fields) })
  }, [drafts, kind, basedOn, start, values])

  return {
    base,
    values,
    setValues,
    isChanged: changed !== undefined,
    isOvertaken: base !== null && basedOn !== base.Version,
    /** True if a draft was restored when the form opened. */
    isRestored: restoredDraft !== undefined,
    follow,
    /**
     * Handles a successful save: later input stays as a draft of the saved record. Returns true if there is
     * any.
     */
    saved: (sent: RecordValues, now: MaintainedRecord): boolean => {
      const fields = changedIn(kind, latest.current, sent)
      const laterInput = fields && { version: now.Version, fields: copyValues(fields) }
      drafts.write(undefined)
      if (record !== null) drafts.write(laterInput)
      else if (laterInput) writeDraft(draftNameOf(kind, now.Key), laterInput)
      setRestoredDraft(undefined)
      setBase({ base: now, basedOn: now.Version })
      setValues((input) => ({ ...now.Values, ...changedIn(kind, input, sent) }))
      return laterInput !== undefined
    },
    /** Discards the input and keeps the current record. */
    drop: () => {
      drafts.write(undefined)
      setValues(start)
      if (base) setBase({ base, basedOn: base.Version })
    },
  }
}

export type RecordInput = ReturnType<typeof useRecordInput>
