// What stays on this workstation, read back with suspicion: another version or a person with tools may have written it.
import * as v from 'valibot'

const PREFIX = 'trimline.'

/** Which of the browser's stores: `workstation` outlives the browser, `tab` ends with it. */
export type Keeping = 'workstation' | 'tab'

const storageOf = (keeping: Keeping): Storage => (keeping === 'tab' ? sessionStorage : localStorage)

/** Reads a value; undefined when there is none, it does not fit, or the store may not be read. Never throws. */
export function readStored<Schema extends v.GenericSchema>(
  key: string,
  schema: Schema,
  keeping: Keeping = 'workstation',
): v.InferOutput<Schema> | undefined {
  try {
    const text = storageOf(keeping).getItem(PREFIX + key)
    if (text === null) return undefined
    const read = v.safeParse(schema, JSON.parse(text))
    return read.success ? read.output : undefined
  } catch {
    return undefined
  }
}

/** Writes a value, or removes it with undefined. False when the store is full or closed: the value then lives in memory only. */
export function writeStored(key: string, value: unknown, keeping: Keeping = 'workstation'): boolean {
  try {
    if (value === undefined) storageOf(keeping).removeItem(PREFIX + key)
    else storageOf(keeping).setItem(PREFIX + key, JSON.stringify(value))
    return true
  } catch {
    return false
  }
}

/** Calls `listener` whenever another tab has changed a value of the workstation. */
export function followStored(key: string, listener: () => void): void {
  window.addEventListener('storage', (event) => {
    if (event.key === PREFIX + key) listener()
  })
}
