// Unsaved work of a person. It outlives a reload, a crash and a sign-in, and never shows up for anyone else.
import { useCallback, useState } from 'react'
import * as v from 'valibot'
import { identityAtom } from './session.ts'
import { store } from './store.ts'
import { readStored, storedKeys, writeStored } from './stored.ts'

const keyOf = (name: string) => `draft.${store.get(identityAtom)?.userName ?? ''}.${name}`

/** Reads the signed-in person's draft; undefined when there is none that fits. */
export const readDraft = <Schema extends v.GenericSchema>(
  name: string,
  schema: Schema,
): v.InferOutput<Schema> | undefined => readStored(keyOf(name), schema)

/** Keeps a draft; undefined drops it. */
export const writeDraft = (name: string, value: unknown): void => void writeStored(keyOf(name), value)

/** How many drafts the signed-in person has on this workstation. */
export const countDrafts = (): number => storedKeys(keyOf('')).length

/**
 * A draft as a hook: what was kept under `name`, a function that changes and keeps it, and one that drops it. `schema` and
 * `start` are read once for each name.
 */
export const useDraft = <Schema extends v.GenericSchema>(
  name: string,
  schema: Schema,
  start: () => v.InferOutput<Schema>,
): readonly [v.InferOutput<Schema>, (value: v.InferOutput<Schema>) => void, () => void] => {
  const [kept, setKept] = useState(() => ({ name, value: readDraft(name, schema) ?? start() }))
  let current = kept
  if (kept.name !== name) {
    current = { name, value: readDraft(name, schema) ?? start() }
    setKept(current)
  }
  const change = useCallback(
    (value: v.InferOutput<Schema>) => {
      writeDraft(name, value)
      setKept({ name, value })
    },
    [name],
  )
  const drop = useCallback(() => writeDraft(name, undefined), [name])
  return [current.value, change, drop]
}
