// Reads and writes the browser's storage. Values are validated when read: another version or a person may
// have written them.
import * as v from 'valibot'
import { storedName } from './stored-name.ts'

// The storage: `workstation` is permanent, `tab` ends with the tab.
type StorageScope = 'workstation' | 'tab'

const storageOf = (keeping: StorageScope): Storage => (keeping === 'tab' ? sessionStorage : localStorage)

/** Reads a value; undefined if it is missing, invalid, or storage is not accessible. Never throws. */
export function readStored<Schema extends v.GenericSchema>(
  key: string,
  schema: Schema,
  keeping: StorageScope = 'workstation',
): v.InferOutput<Schema> | undefined {
  try {
    const text = storageOf(keeping).getItem(storedName(key))
    if (text === null) return undefined
    const read = v.safeParse(schema, JSON.parse(text))
    return read.success ? read.output : undefined
  } catch {
    return undefined
  }
}

/**
 * Writes a value, or removes it with undefined. False if storage is full or not accessible: the value is then
 * only in memory.
 */
export function writeStored(key: string, value: unknown, keeping: StorageScope = 'workstation'): boolean {
  try {
    if (value === undefined) storageOf(keeping).removeItem(storedName(key))
    else storageOf(keeping).setItem(storedName(key), JSON.stringify(value))
    return true
  } catch {
    return false
  }
}

/** Calls `listener` when another tab has changed a value of the workstation. */
export function onStoredChange(key: string, listener: () => void): void {
  window.addEventListener('storage', (event) => {
    if (event.key === storedName(key)) listener()
  })
}
