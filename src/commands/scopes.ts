// Which scopes are open, and which can be open together. One place: duplicate keys, hotkeys, palette and help read it.
import type { Scope } from './command.ts'
import type { CommandContext } from './context.ts'

/** Scopes of one screen that may be open with another; `anywhere` is open with all of them, a dialog covers the rest. */
const together: readonly (readonly [Scope, Scope])[] = [
  ['scanner', 'list'],
  ['scanner', 'header'],
  ['scanner', 'edit'],
  ['scanner', 'detail'],
  ['scanner', 'receive'],
  ['scanner', 'trim'],
  ['scanner', 'request'],
  ['scanner', 'record'],
  ['scanner', 'import'],
  // A header form is a part of its document's screen.
  ['header', 'edit'],
  ['header', 'detail'],
  // An entry of master data is a form that can be switched off.
  ['header', 'record'],
]

/** Can both be open at one time, so that a key of theirs would be ambiguous? */
export const canBeOpenTogether = (one: Scope, other: Scope): boolean =>
  one === other ||
  one === 'anywhere' ||
  other === 'anywhere' ||
  together.some(([a, b]) => (a === one && b === other) || (a === other && b === one))

/** Is the scope open now? A dialog covers the screen: until it is answered only its own commands and the shell's count. */
export const isOpen = (scope: Scope, context: CommandContext): boolean => {
  if (scope === 'anywhere') return true
  if (context.dialog) return scope === 'dialog'
  switch (scope) {
    case 'dialog':
      return false
    case 'scanner':
      return true
    case 'list':
      return context.list !== undefined
    case 'header':
      return context.header !== undefined
    case 'edit':
      return context.document?.stage === 'edit'
    case 'detail':
      return context.document?.stage === 'detail'
    case 'receive':
      return context.document?.stage === 'receive'
    case 'trim':
      return context.trim !== undefined
    case 'request':
      return context.request !== undefined
    case 'record':
      return context.record !== undefined
    case 'import':
      return context.import !== undefined
  }
}
