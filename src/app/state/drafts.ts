// Stores a person's unsaved work. It survives a reload, a crash and a new sign-in, and is never visible to
// other people.
import type * as v from 'valibot'
import { identityAtom } from './session.ts'
import { store } from './store.ts'
import { readStored, writeStored } from './stored.ts'

const keyOf = (name: string) => `draft.${store.get(identityAtom)?.userName ?? ''}.${name}`

/** Reads the signed-in person's draft; undefined if there is no valid one. */
export function readDraft<Schema extends v.GenericSchema>(
  name: string,
  schema: Schema,
): v.InferOutput<Schema> | undefined {
  return readStored(keyOf(name), schema)
}

/** Stores a draft; undefined deletes it. */
export function writeDraft(name: string, value: unknown): void {
  return void writeStored(keyOf(name), value)
}

/** The draft of one form. Other tabs share it. */
export interface SharedDraft<Draft> {
  readonly read: () => Draft | undefined
  /** Stores this form's fields; undefined removes those that no other tab has changed. */
  readonly write: (draft: Draft | undefined) => void
  readonly isStored: () => boolean
}

type Fields<Value = unknown> = Readonly<Record<string, Value>>

/**
 * Three-way merge by unit, for a record that tabs share. This tab's changes since `before` replace the stored
 * ones; a unit that only another tab has changed stays. `unitOf`: fields of one unit are kept together.
 */
export function mergeFields<Value>(
  stored: Fields<Value>,
  before: Fields<Value>,
  next: Fields<Value>,
  unitOf = (field: string) => field,
): Fields<Value> {
  const byUnit = (fields: Fields<Value>) => {
    const units: Record<string, Record<string, Value>> = {}
    for (const [field, each] of Object.entries(fields)) (units[unitOf(field)] ??= {})[field] = each
    return units
  }
  const [storedUnits, previous, ownUnits] = [byUnit(stored), byUnit(before), byUnit(next)]
  const fields: Record<string, Value> = {}
  for (const unit of Object.keys({ ...storedUnits, ...ownUnits })) {
    const others = isSame(storedUnits[unit], previous[unit]) ? undefined : storedUnits[unit]
    Object.assign(
      fields,
      others && (!ownUnits[unit] || isSame(ownUnits[unit], previous[unit])) ? others : ownUnits[unit],
    )
  }
  return fields
}

/**
 * The shared draft of one form under this name. Edits of one record from several tabs merge by unit, and
 * `join` adds the other stored data to the draft. A new record (`isWhole`) is stored whole, because two tabs
 * create two records.
 */
export function createSharedDraft<Draft extends { readonly fields: Fields }>(
  name: string,
  {
    isWhole,
    readStored: read,
    join,
    unitOf,
  }: {
    readonly isWhole: boolean
    readonly readStored: () => Draft | undefined
    readonly join: (draft: Draft, stored: Draft) => Draft
    readonly unitOf?: (field: string) => string
  },
): SharedDraft<Draft> {
  let ownFields: Fields = {}
  return {
    read: () => {
      const stored = read()
      ownFields = stored?.fields ?? {}
      return stored
    },
    write: (draft) => {
      const stored = read()
      const [storedFields, before] = [stored?.fields ?? {}, ownFields]
      ownFields = draft?.fields ?? {}
      // The other tab's new record stays unchanged.
      if (isWhole && !draft && !isSame(storedFields, before)) return
      const fields = isWhole ? ownFields : mergeFields(storedFields, before, ownFields, unitOf)
      // Unchanged fields keep their age.
      if (isSame(fields, storedFields)) return
      const kept = draft && stored && !isSame(fields, ownFields) ? join(draft, stored) : (draft ?? stored)
      writeDraft(name, Object.keys(fields).length > 0 ? { ...kept, fields } : undefined)
    },
    isStored: () => read() !== undefined,
  }
}

/** Are they equal? The order of an object's properties does not matter. */
export function isSame(one: unknown, other: unknown): boolean {
  return sorted(one) === sorted(other)
}
const sorted = (value: unknown): string | undefined =>
  JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  )
