// A person's unsaved work. Survives a reload, a crash and a new sign-in; never visible to other people.
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
  /** Stores this form's fields; undefined removes them. */
  readonly write: (draft: Draft | undefined) => void
  /** Is something of this form stored? */
  readonly isKept: () => boolean
}

type Fields = Readonly<Record<string, unknown>>

/**
 * The draft of one form under this name. What several tabs change of one record merges by field, and `join` gives the draft what it
 * has of the stored one besides; of a new record (`isWhole`) it is stored whole, because two tabs begin two records.
 */
export function createSharedDraft<Draft extends { readonly fields: Fields }>(
  name: string,
  {
    isWhole,
    readStored: read,
    join,
  }: {
    readonly isWhole: boolean
    readonly readStored: () => Draft | undefined
    readonly join: (draft: Draft, stored: Draft) => Draft
  },
): SharedDraft<Draft> {
  let own: Fields = {}
  const othersOf = (stored: Draft): Fields =>
    Object.fromEntries(Object.entries(stored.fields).filter(([field, each]) => !isSame(own[field], each)))
  return {
    read: () => {
      const stored = read()
      own = stored?.fields ?? {}
      return stored
    },
    write: (draft) => {
      const stored = read()
      const others = stored === undefined || (isWhole && draft) ? {} : othersOf(stored)
      own = draft?.fields ?? {}
      const fields = { ...others, ...own }
      // What has not changed keeps its age.
      if (isSame(fields, stored?.fields ?? {})) return
      const kept = draft && stored && hasAny(others) ? join(draft, stored) : (draft ?? stored)
      writeDraft(name, kept && hasAny(fields) ? { ...kept, fields } : undefined)
    },
    isKept: () => hasAny(own) && read() !== undefined,
  }
}

const hasAny = (fields: Fields): boolean => Object.keys(fields).length > 0

const isSame = (one: unknown, other: unknown): boolean => sorted(one) === sorted(other)
const sorted = (value: unknown): string | undefined =>
  JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  )
