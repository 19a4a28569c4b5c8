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
