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

export interface Shortcuts {
  readonly onKey: (key: PersonKey) => void
  /**
   * Does a shortcut use this character, alone or with Alt? Then the browser's action, such as quick find,
   * must be prevented.
   */
  readonly hasShortcut: (key: PersonKey) => boolean
  /**
   * Does this key in a field belong to the quantity of a waiting line? (docs/scanning.md: the focus never
   * decides to which scan a number belongs.)
   */
  readonly shouldRedirect: (key: PersonKey) => boolean
  /** A person clicked a field or moved to it: later input belongs to it. */
  readonly setChosenField: (target: Element | null) => void
  /** A scan was read: ends the input before it. */
  readonly onScan: () => void
  /** A key was pressed, by a person or a scanner. Call it before the wedge. */
  readonly cancelPendingCommand: () => void
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

/**
 * Creates the handlers that decide what a person's key does outside of fields, and what Escape does anywhere.
 */
export function createShortcuts(options: ShortcutOptions): Shortcuts {
  const byKey = new Map<string, Command[]>()
  for (const command of options.registry.commands) {
    for (const key of keysOf(command)) {
      if (!isChord(key)) byKey.set(key, [...(byKey.get(key) ?? []), command])
    }
  }
  const commandFor = (key: string, context: CommandContext) =>
    byKey.get(key.toLowerCase())?.find((command) => isOpen(command.scope, context))

  // A dialog with numbered answers takes digits.
  const isAnswerDigit = ({ key }: PersonKey, context: CommandContext) =>
    context.dialog?.choose !== undefined && /^[0-9]$/.test(key)
  // A dialog that asks for numbers takes them. Over other dialogs they are for the next code.
  const takesNumbers = ({ dialog }: CommandContext) =>
    dialog !== undefined && (dialog.choose !== undefined || dialog.setQuantity !== undefined)
  const isQuantityKey = ({ key }: PersonKey, context: CommandContext) =>
    !takesNumbers(context) &&
    (/^[0-9]$/.test(key) || (options.hasQuantity() && (key === 'Backspace' || key === '.' || key === ',')))
  const endsQuantity = ({ key }: PersonKey, context: CommandContext) =>
    key === 'Enter' && context.dialog === undefined && (options.isTypingNumber() || hasPendingDigits)

  // The key runs a command that takes the typed number.
  const takesTypedQuantity = ({ key }: PersonKey, context: CommandContext) =>
    options.hasQuantity() && commandFor(key, context)?.takesTypedNumber === true

  // The field that the person has typed into, clicked or moved to since the last scan. Its digits belong to
  // it.
  let chosenField: Element | null = null
  // Digits were redirected away from a field and are not reported yet.
  let hasPendingDigits = false

  let cancelPending: (() => void) | undefined
  const interrupt = () => {
    cancelPending?.()
    cancelPending = undefined
  }
  const runAlone = (
    command: Command,
    canStillRun: (context: CommandContext) => boolean,
    given?: Arguments,
  ) => {
    interrupt()
    cancelPending = options.after(() => {
      cancelPending = undefined
      // The screen may have changed since the key was pressed.
      if (!options.isCovered() && canStillRun(options.context())) options.run(command, given)
    }, singleKeyDelayMs)
  }

  // The command for Alt with its letter, which also works in fields.
  const commandOfAlt = (key: PersonKey, context: CommandContext) => {
    const letter = altLetterOf(key)
    return letter === undefined ? undefined : commandFor(letter, context)
  }

  const onKey = (key: PersonKey) => {
    if (key.ctrl || key.meta) return
    const context = options.context()
    if (key.alt) {
      const altCommand = key.repeat || options.isCovered() ? undefined : commandOfAlt(key, context)
      if (altCommand) runAlone(altCommand, (now) => isOpen(altCommand.scope, now))
      return
    }
    if (key.redirected !== true) {
      // Text and editing keys show that the person works in this field.
      const isEditing = (key.key.length === 1 && !/[0-9]/.test(key.key)) || editingKeys.has(key.key)
      if (isEditing && takesText(key.target)) chosenField = key.target
      if (options.isCovered()) return
      if (takesText(key.target) && (key.key !== 'Escape' || hasOpenList(key.target))) return
    }
    if (endsQuantity(key, context)) {
      hasPendingDigits = false
      key.preventDefault()
      options.enterQuantity()
      return
    }
    if (isQuantityKey(key, context)) {
      hasPendingDigits = false
      key.preventDefault()
      options.typeQuantity(key.key, key.at)
      return
    }
    if (options.isCovered()) return
    const typed = key.key.length === 1
    if (key.repeat && !repeatableKeys.has(key.key)) return
    if (isAnswerDigit(key, context)) {
      key.preventDefault()
      runAlone(options.registry.byId('typeDigit'), (now) => isAnswerDigit(key, now), { digit: key.key })
      return
    }
    const command = commandFor(key.key, context)
    if (!command) return
    if (!typed) {
      // The page also uses Enter and Escape, so take them only if the command can run.
      if (key.key === 'Enter' && isControl(key.target)) return
      if (mayRun(command, context) !== true) return
      // Escape that only clears a shown message also leaves the field.
      const clearsOnly =
        key.key === 'Escape' && context.scanner.mayAcknowledge() !== true && !options.hasQuantity()
      if (!clearsOnly) key.preventDefault()
    }
    if (typed && !repeatableKeys.has(key.key)) runAlone(command, (now) => isOpen(command.scope, now))
    else options.run(command)
  }

  const claims = (key: PersonKey) => {
    if (options.isCovered()) return false
    const context = options.context()
    if (key.alt) return commandOfAlt(key, context) !== undefined
    if (takesText(key.target)) return false
    return (
      isQuantityKey(key, context) || isAnswerDigit(key, context) || commandFor(key.key, context) !== undefined
    )
  }

  const redirects = (key: PersonKey) => {
    const { target } = key
    if (!options.ownsDigits()) {
      hasPendingDigits = false
      return false
    }
    const context = options.context()
    // A dialog's field keeps its keys.
    if (key.ctrl || key.alt || key.meta || context.dialog !== undefined) return false
    if (!takesText(target) || chosenField === target) return false
    if (takesTypedQuantity(key, context)) return true
    const isOurs = key.key === 'Enter' ? endsQuantity(key, context) : isQuantityKey(key, context)
    if (isOurs && key.key !== 'Enter') hasPendingDigits = true
    return isOurs
  }

  return {
    onKey,
    hasShortcut: claims,
    shouldRedirect: redirects,
    setChosenField: (target) => {
      chosenField = fieldOf(target) === undefined ? null : target
    },
    onScan: () => {
      chosenField = null
      hasPendingDigits = false
    },
    cancelPendingCommand: interrupt,
  }
}

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
