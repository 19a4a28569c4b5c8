// Keys as shown: `mod+k` is Ctrl+K, or ⌘K on a Mac.
import type { Command } from '#commands/command.ts'
import { keysOf } from '#commands/registry.ts'

const names: Readonly<Record<string, string>> = {
  escape: 'Esc',
  enter: 'Enter',
  backspace: 'Backspace',
  delete: 'Del',
}

const isMac = () => typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.userAgent)

const nameKey = (key: string): string =>
  names[key] ?? (key.length === 1 || /^f\d+$/.test(key) ? key.toUpperCase() : key)

// A key as written on keyboards.
const writeKey = (key: string, mac = isMac()): string => {
  const parts = key.split('+')
  const last = nameKey(parts.at(-1) ?? '')
  if (!parts.includes('mod')) return last
  return mac ? `⌘${last}` : `Ctrl+${last}`
}

/** All keys of a command, most usual first. */
export function writeKeys(command: Command): readonly string[] {
  return keysOf(command).map((key) => writeKey(key))
}
