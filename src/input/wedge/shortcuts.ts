// Maps a person's keys to commands. The wedge reports only keys that a person typed, so a scan never triggers
// a shortcut (docs/scanning.md, Detection, rule 8).
// Alt with a letter runs the letter's command in fields too. Other chords and function keys are handled by
// react-hotkeys-hook (`chord-keys.tsx`).
import type { Arguments, Command } from '#core/commands/command.ts'
import type { CommandContext } from '#core/commands/context.ts'
import { mayRun } from '#core/commands/dispatch.ts'
import { keysOf, type Registry } from '#core/commands/registry.ts'
import { isOpen } from '#core/commands/scopes.ts'
import { fieldOf } from './field.ts'
import type { PersonKey } from './keys.ts'

interface ShortcutOptions {
  readonly registry: Registry
  readonly context: () => CommandContext
  readonly run: (command: Command, given?: Arguments) => void
  readonly typeQuantity: (key: string, at?: number) => void
  readonly enterQuantity: () => void
  readonly hasQuantity: () => boolean
  /** A number is being typed, for a line or to be dropped: Enter only ends it. */
  readonly isTypingNumber: () => boolean
  /** Digits are for the last scan's line or are dropped, regardless of the focus. */
  readonly ownsDigits: () => boolean
  /** The palette or the help sheet is open and receives the keys. */
  readonly isCovered: () => boolean
  /** Calls `run` after `ms` milliseconds; returns a function that cancels it. */
  readonly after: (run: () => void, ms: number) => () => void
}

/**
 * Delay without another key before a character's command runs, in milliseconds. A slow scanner may hold its
 * first key like a person, and a barcode that begins with S must not ship.
 */
export const singleKeyDelayMs = 120

/** Is it a chord or function key, which react-hotkeys-hook handles? */
export function isChord(key: string): boolean {
  return key.includes('+') || /^f\d+$/.test(key)
}

interface State extends ShortcutOptions {
  readonly byKey: ReadonlyMap<string, readonly Command[]>
  /** The field that the person has typed into, clicked or moved to since the last scan: its digits stay. */
  chosenField: Element | null
  /** Digits were redirected away from a field and are not reported yet. */
  hasPendingDigits: boolean
  cancelPending: (() => void) | undefined
}

export type Shortcuts = ReturnType<typeof createShortcuts>

/**
 * Creates the handlers that decide what a person's key does outside of fields, and what Escape does anywhere.
 */
export function createShortcuts(options: ShortcutOptions) {
  const state: State = {
    ...options,
    byKey: groupByKey(options.registry),
    chosenField: null,
    hasPendingDigits: false,
    cancelPending: undefined,
  }
  return {
    onKey: (key: PersonKey) => handleKey(state, key),
    /**
     * Does a shortcut use this character, alone or with Alt? Then the browser's action, such as quick find,
     * must be prevented.
     */
    hasShortcut: (key: PersonKey) => hasShortcut(state, key),
    /**
     * Does this key in a field belong to the quantity of a waiting line? (docs/scanning.md: the focus never
     * decides to which scan a number belongs.)
     */
    shouldRedirect: (key: PersonKey) => shouldRedirect(state, key),
    /** A person clicked a field or moved to it: later input belongs to it. */
    setChosenField: (target: Element | null) => {
      state.chosenField = fieldOf(target) === undefined ? null : target
    },
    /** A scan was read: ends the input before it. */
    onScan: () => {
      state.chosenField = null
      state.hasPendingDigits = false
    },
    /** A key was pressed, by a person or a scanner. Call it before the wedge. */
    cancelPendingCommand: () => cancelPendingCommand(state),
  }
}

function groupByKey({ commands }: Registry): ReadonlyMap<string, readonly Command[]> {
  const byKey = new Map<string, Command[]>()
  for (const command of commands) {
    for (const key of keysOf(command)) {
      if (!isChord(key)) byKey.set(key, [...(byKey.get(key) ?? []), command])
    }
  }
  return byKey
}

function handleKey(state: State, key: PersonKey): void {
  if (key.ctrl || key.meta) return
  const context = state.context()
  if (key.alt) {
    const command = key.repeat || state.isCovered() ? undefined : commandOfAlt(state, key, context)
    if (command) runAlone(state, command, (now) => isOpen(command.scope, now))
    return
  }
  if (key.redirected !== true) {
    // Text and editing keys show that the person works in this field.
    const isEditing = (key.key.length === 1 && !/[0-9]/.test(key.key)) || editingKeys.has(key.key)
    if (isEditing && takesText(key.target)) state.chosenField = key.target
    if (state.isCovered()) return
    if (takesText(key.target) && (key.key !== 'Escape' || hasOpenList(key.target))) return
  }
  if (handleQuantityKey(state, key, context) || state.isCovered()) return
  if (key.repeat && !repeatableKeys.has(key.key)) return
  if (isAnswerDigit(key, context)) {
    key.preventDefault()
    const command = state.registry.byId('typeDigit')
    runAlone(state, command, (now) => isAnswerDigit(key, now), { digit: key.key })
    return
  }
  const command = commandFor(state, key.key, context)
  if (command) runCommand(state, key, command, context)
}

// Gives a digit to the quantity, or ends it by Enter. Returns whether the key was one of those.
function handleQuantityKey(state: State, key: PersonKey, context: CommandContext): boolean {
  const isEnd = endsQuantity(state, key, context)
  if (!isEnd && !isQuantityKey(state, key, context)) return false
  state.hasPendingDigits = false
  key.preventDefault()
  if (isEnd) state.enterQuantity()
  else state.typeQuantity(key.key, key.at)
  return true
}

function runCommand(state: State, key: PersonKey, command: Command, context: CommandContext): void {
  if (key.key.length === 1) {
    if (repeatableKeys.has(key.key)) state.run(command)
    else runAlone(state, command, (now) => isOpen(command.scope, now))
    return
  }
  // The page also uses Enter and Escape, so take them only if the command can run.
  if (key.key === 'Enter' && isControl(key.target)) return
  if (mayRun(command, context) !== true) return
  // Escape that only clears a shown message also leaves the field.
  const clearsOnly = key.key === 'Escape' && context.scanner.mayAcknowledge() !== true && !state.hasQuantity()
  if (!clearsOnly) key.preventDefault()
  state.run(command)
}

// Runs a command unless another key follows.
function runAlone(
  state: State,
  command: Command,
  canStillRun: (context: CommandContext) => boolean,
  given?: Arguments,
): void {
  cancelPendingCommand(state)
  state.cancelPending = state.after(() => {
    state.cancelPending = undefined
    // The screen may have changed since the key was pressed.
    if (!state.isCovered() && canStillRun(state.context())) state.run(command, given)
  }, singleKeyDelayMs)
}

function cancelPendingCommand(state: State): void {
  state.cancelPending?.()
  state.cancelPending = undefined
}

function hasShortcut(state: State, key: PersonKey): boolean {
  if (state.isCovered()) return false
  const context = state.context()
  if (key.alt) return commandOfAlt(state, key, context) !== undefined
  if (takesText(key.target)) return false
  return (
    isQuantityKey(state, key, context) ||
    isAnswerDigit(key, context) ||
    commandFor(state, key.key, context) !== undefined
  )
}

function shouldRedirect(state: State, key: PersonKey): boolean {
  const { target } = key
  if (!state.ownsDigits()) {
    state.hasPendingDigits = false
    return false
  }
  const context = state.context()
  // A dialog's field keeps its keys.
  if (key.ctrl || key.alt || key.meta || context.dialog !== undefined) return false
  if (!takesText(target) || state.chosenField === target) return false
  if (takesTypedQuantity(state, key, context)) return true
  const isOurs = key.key === 'Enter' ? endsQuantity(state, key, context) : isQuantityKey(state, key, context)
  if (isOurs && key.key !== 'Enter') state.hasPendingDigits = true
  return isOurs
}

const commandFor = ({ byKey }: State, key: string, context: CommandContext): Command | undefined =>
  byKey.get(key.toLowerCase())?.find((command) => isOpen(command.scope, context))

// The command for Alt with its letter, which also works in fields.
const commandOfAlt = (state: State, key: PersonKey, context: CommandContext): Command | undefined => {
  const letter = altLetterOf(key)
  return letter === undefined ? undefined : commandFor(state, letter, context)
}

// A dialog with numbered answers takes digits.
const isAnswerDigit = ({ key }: PersonKey, context: CommandContext): boolean =>
  context.dialog?.choose !== undefined && /^[0-9]$/.test(key)

// A dialog that asks for numbers takes them. Over other dialogs they are for the next code.
const takesNumbers = ({ dialog }: CommandContext): boolean =>
  dialog !== undefined && (dialog.choose !== undefined || dialog.setQuantity !== undefined)

const isQuantityKey = ({ hasQuantity }: State, { key }: PersonKey, context: CommandContext): boolean =>
  !takesNumbers(context) &&
  (/^[0-9]$/.test(key) || (hasQuantity() && (key === 'Backspace' || key === '.' || key === ',')))

const endsQuantity = (state: State, { key }: PersonKey, context: CommandContext): boolean =>
  key === 'Enter' && context.dialog === undefined && (state.isTypingNumber() || state.hasPendingDigits)

// The key runs a command that takes the typed number.
const takesTypedQuantity = (state: State, { key }: PersonKey, context: CommandContext): boolean =>
  state.hasQuantity() && commandFor(state, key, context)?.takesTypedNumber === true

// The letter of a chord with only Alt. On a Mac, Option changes the character, so use the key code.
const altLetterOf = ({ key, code, alt, ctrl, meta }: PersonKey): string | undefined => {
  if (!alt || ctrl || meta) return undefined
  return /^[a-z]$/i.test(key) ? key.toLowerCase() : /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase()
}

// Keys that edit a field's text.
const editingKeys = new Set(['ArrowLeft', 'ArrowRight', 'Home', 'End', 'Delete', 'Backspace'])

// Keys that move through rows may repeat.
const repeatableKeys = new Set(['j', 'k', 'J', 'K'])

// Does the focused element use characters itself? The sink of touch devices does not: it only receives scans.
function takesText(target: Element | null): boolean {
  if (target === null || target.closest('[data-scan-sink]') !== null) return false
  if (fieldOf(target) !== undefined) return true
  return (
    target.closest('[contenteditable=""],[contenteditable="true"],[role="listbox"],[role="menu"]') !== null
  )
}

// Escape closes an open list first.
const hasOpenList = (target: Element | null): boolean =>
  target?.matches('[aria-haspopup="listbox"][aria-expanded="true"]') === true

// Does the focused element use Enter itself? The sink does not.
const isControl = (target: Element | null): boolean =>
  target !== null &&
  target.closest('[data-scan-sink]') === null &&
  target.closest('button, a[href], summary, input, textarea, [role="button"], [role="option"]') !== null
