// Which scopes are open, and which can be open together. One place: duplicate keys, hotkeys, palette and help read it.
import type { Scope } from './command.ts'
import { type CommandContext, DOCUMENT_VERBS } from './context.ts'

/** Scopes of one screen that may be open with another; `anywhere` is open with all of them, a dialog covers the rest. */
const together: readonly (readonly [Scope, ...Scope[]])[] = [
  [
    'scanner',
    'list',
    'header',
    'edit',
    'detail',
    'trim',
    'request',
    'labels',
    'log',
    'record',
    'import',
    'tabs',
    'grower',
    'reasons',
    ...DOCUMENT_VERBS,
  ],
  // A header form is a part of its document's screen.
  ['header', 'edit', 'detail', 'grower', 'reasons', 'order', 'pick', 'dump', 'return'],
  // An entry of master data is a form that can be switched off.
  ['header', 'record'],
  ['edit', 'order', 'dump', 'return', 'grower', 'reasons'],
  ['detail', 'pick', 'dump', 'return', 'reasons'],
  ['reasons', 'dump', 'return', 'grower'],
  ['grower', 'order', 'dump', 'trim', 'tabs'],
  ['tabs', 'list', 'trim'],
]

/** Can both be open at one time, so that a key of theirs would be ambiguous? */
export const canBeOpenTogether = (one: Scope, other: Scope): boolean =>
  one === other ||
  one === 'anywhere' ||
  other === 'anywhere' ||
  together.some(
    ([first, ...others]) =>
      (first === one && others.includes(other)) || (first === other && others.includes(one)),
  )

/** Is the scope open now? A dialog covers the screen: until it is answered only its own commands and the shell's count. */
export const isOpen = (scope: Scope, context: CommandContext): boolean => {
  if (scope === 'anywhere') return true
  if (context.dialog) {
    return scope === 'dialog' || (scope === 'reasons' && context.dialog.chooseReason !== undefined)
  }
  switch (scope) {
    case 'dialog':
      return false
    case 'scanner':
      return true
    // Its key is the scanner's own at other times.
    case 'offer':
      return context.scanner.offered() !== undefined
    case 'list':
    case 'tabs':
    case 'grower':
    case 'header':
    case 'trim':
    case 'request':
    case 'labels':
    case 'log':
    case 'record':
    case 'import':
      return context[scope] !== undefined
    case 'reasons':
      return context.document?.reasons !== undefined
    case 'edit':
    case 'detail':
      return context.document?.stage === scope
    case 'order':
    case 'pick':
    case 'receive':
    case 'dump':
    case 'return':
      return context.document?.verb === scope
  }
}
