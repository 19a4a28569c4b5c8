// Unsaved work of a person. It outlives a reload, a crash and a sign-in, and never shows up for anyone else.
import type * as v from 'valibot'
import { identityAtom } from './session.ts'
import { store } from './store.ts'
import { readStored, writeStored } from './stored.ts'

const keyOf = (name: string) => `draft.${store.get(identityAtom)?.userName ?? ''}.${name}`

/** Reads the signed-in person's draft; undefined when there is none that fits. */
export function readDraft<Schema extends v.GenericSchema>(
  name: string,
  schema: Schema,
): v.InferOutput<Schema> | undefined {
  return readStored(keyOf(name), schema)
}

/** Keeps a draft; undefined drops it. */
export function writeDraft(name: string, value: unknown): void {
  return void writeStored(keyOf(name), value)
}
