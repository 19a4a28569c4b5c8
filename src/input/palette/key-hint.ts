// Formats keys for display: `mod+k` is Ctrl+K, or ⌘K on a Mac.
import type { Command } from '#core/commands/command.ts'
import { keysOf } from '#core/commands/registry.ts'
import { isChord } from '../wedge/shortcuts.ts'
import '#app/ui/key-hint.css'

const keyNames: Readonly<Record<string, string>> = {
  escape: 'Esc',
  enter: 'Enter',
  backspace: 'Backspace',
  delete: 'Del',
}

const isMac = () => typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.userAgent)

const nameKey = (key: string): string =>
  keyNames[key] ?? (key.length === 1 || /^f\d+$/.test(key) ? key.toUpperCase() : key)

// Formats a key as printed on keyboards.
const writeKey = (key: string, mac = isMac()): string => {
  const parts = key.split('+')
  const last = nameKey(parts.at(-1) ?? '')
  if (parts.includes('alt')) return mac ? `⌥${last}` : `Alt+${last}`
  if (!parts.includes('mod')) return last
  return mac ? `⌘${last}` : `Ctrl+${last}`
}

/**
 * The key on a command's button (`hint`), and the key that works while a field has the focus (`fieldHint`),
 * if it differs: a chord or function key, otherwise Alt with the letter. undefined if the command has no key.
 */
export function buttonKeys(
  command: Command,
): { readonly hint: string; readonly fieldHint?: string } | undefined {
  const keys = keysOf(command)
  const [first] = keys
  if (first === undefined) return undefined
  const everywhere = keys.find(isChord) ?? (/^[a-z]$/.test(first) ? `alt+${first}` : first)
  return { hint: writeKey(first), ...(everywhere !== first && { fieldHint: writeKey(everywhere) }) }
}

/** All keys of a command, the most usual first. */
export function writeKeys(command: Command): readonly string[] {
  return keysOf(command).map((key) => writeKey(key))
}
