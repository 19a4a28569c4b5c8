/**
 * Keys of a person -> commands. Characters and the two named keys Escape and Enter come from the wedge, which tells
 * only those that it judged a person's: a scan whose characters spell every shortcut triggers none (docs/scanning.md,
 * Detection, rule 8).
 * Chords and function keys are react-hotkeys-hook's (`chord-keys.tsx`): no scanner sends them alone, and the wedge keeps
 * those inside a burst from the page.
 */
import type { Arguments, Command } from '#commands/command.ts'
import type { CommandContext } from '#commands/context.ts'
import { mayRun } from '#commands/dispatch.ts'
import { keysOf, type Registry } from '#commands/registry.ts'
import { isOpen } from '#commands/scopes.ts'
import { fieldOf } from './field.ts'
import type { PersonKey } from './keys.ts'

export interface ShortcutOptions {
  readonly registry: Registry
  readonly context: () => CommandContext
  readonly run: (command: Command, given?: Arguments) => void
  readonly typeQuantity: (key: string, at?: number) => void
  readonly enterQuantity: () => void
  readonly hasQuantity: () => boolean
  /** A number has begun, for a line or for nobody: Enter ends it, and does nothing else. */
  readonly isUnderWay: () => boolean
  /** Digits are for the last scan's line, or nobody's, whatever has the focus. */
  readonly ownsDigits: () => boolean
  /** The palette or the help sheet is open and has the keys. */
  readonly isCovered: () => boolean
  /** Runs something in so many milliseconds, unless the answered function is called before. */
  readonly after: (run: () => void, ms: number) => () => void
}

export interface Shortcuts {
  readonly onKey: (key: PersonKey) => void
  /** Is this character ours, so that the browser's own action (quick find, say) is kept away? */
  readonly claims: (key: PersonKey) => boolean
  /**
   * Is this key of a field not the field's, but the quantity's of the line that waits for one? (docs/scanning.md: a number belongs to
   * a scan by how it begins and ends, never by what has the focus.)
   */
  readonly redirects: (key: PersonKey) => boolean
  /** A field is pointed at: what is typed into it from now on is its own. */
  readonly pointAt: (target: Element | null) => void
  /** A scan was read: what was typed before it is settled. */
  readonly heardScan: () => void
  /** Any key went down, whoever pressed it: to be told before the wedge is. */
  readonly interrupt: () => void
}

/**
 * A character runs its command once no other key has followed for so long, in milliseconds: the first key of a slow scanner
 * may be held like a person's, and a barcode that begins with S must not ship.
 */
export const aloneMs = 120

/** Keys that react-hotkeys-hook listens for: chords and function keys. */
export function isChord(key: string): boolean {
  return key.includes('+') || /^f\d+$/.test(key)
}

/** Decides what a person's key does outside of fields, and what Escape does anywhere. */
export function createShortcuts(options: ShortcutOptions): Shortcuts {
  const byKey = new Map<string, Command[]>()
  for (const command of options.registry.commands) {
    for (const key of keysOf(command)) {
      if (!isChord(key)) byKey.set(key, [...(byKey.get(key) ?? []), command])
    }
  }
  const commandFor = (key: string, context: CommandContext) =>
    byKey.get(key.toLowerCase())?.find((command) => isOpen(command.scope, context))

  /** Answers that are numbered take their number. */
  const meansAnswer = ({ key }: PersonKey, context: CommandContext) =>
    context.dialog?.choose !== undefined && /^[0-9]$/.test(key)
  /** A dialog that asks for numbers itself has them; over every other one they wait for the next code. */
  const takesNumbers = ({ dialog }: CommandContext) =>
    dialog !== undefined && (dialog.choose !== undefined || dialog.setQuantity !== undefined)
  const meansQuantity = ({ key }: PersonKey, context: CommandContext) =>
    !takesNumbers(context) &&
    (/^[0-9]$/.test(key) || (options.hasQuantity() && (key === 'Backspace' || key === '.' || key === ',')))
  const givesQuantity = ({ key }: PersonKey, context: CommandContext) =>
    key === 'Enter' && context.dialog === undefined && (options.isUnderWay() || digitsOnTheWay)

  /** The field that a person has begun to write in, or pointed at, while a line waited: its digits are its own. */
  let written: Element | null = null
  /** Digits were kept from a field and are not told yet. */
  let digitsOnTheWay = false

  let waiting: (() => void) | undefined
  const interrupt = () => {
    waiting?.()
    waiting = undefined
  }
  const runAlone = (
    command: Command,
    isStillMeant: (context: CommandContext) => boolean,
    given?: Arguments,
  ) => {
    interrupt()
    waiting = options.after(() => {
      waiting = undefined
      // The screen may have changed meanwhile, and the key was meant for the one that was there.
      if (!options.isCovered() && isStillMeant(options.context())) options.run(command, given)
    }, aloneMs)
  }

  const onKey = (key: PersonKey) => {
    if (key.ctrl || key.alt || key.meta) return
    const context = options.context()
    if (key.redirected !== true) {
      // Words, and keys that edit what stands there: the person is at work in this field.
      const works = (key.key.length === 1 && !/[0-9]/.test(key.key)) || editing.has(key.key)
      if (works && takesText(key.target)) written = key.target
      if (options.isCovered()) return
      if (takesText(key.target) && key.key !== 'Escape') return
    }
    if (givesQuantity(key, context)) {
      digitsOnTheWay = false
      key.preventDefault()
      options.enterQuantity()
      return
    }
    if (meansQuantity(key, context)) {
      digitsOnTheWay = false
      key.preventDefault()
      options.typeQuantity(key.key, key.at)
      return
    }
    if (options.isCovered()) return
    const typed = key.key.length === 1
    if (key.repeat && !repeatable.has(key.key)) return
    if (meansAnswer(key, context)) {
      key.preventDefault()
      runAlone(options.registry.byId('typeDigit'), (now) => meansAnswer(key, now), { digit: key.key })
      return
    }
    const command = commandFor(key.key, context)
    if (!command) return
    if (!typed) {
      // Enter and Escape have work of their own on the page; they are taken only when the command can use them.
      if (key.key === 'Enter' && isControl(key.target)) return
      if (mayRun(command, context) !== true) return
      // What is only shown goes, and Escape leaves the field that it was pressed in all the same.
      const clearsOnly =
        key.key === 'Escape' && context.scanner.mayAcknowledge() !== true && !options.hasQuantity()
      if (!clearsOnly) key.preventDefault()
    }
    if (typed && !repeatable.has(key.key)) runAlone(command, (now) => isOpen(command.scope, now))
    else options.run(command)
  }

  const claims = (key: PersonKey) => {
    if (options.isCovered() || takesText(key.target)) return false
    const context = options.context()
    return (
      meansQuantity(key, context) || meansAnswer(key, context) || commandFor(key.key, context) !== undefined
    )
  }

  const redirects = (key: PersonKey) => {
    const { target } = key
    if (!options.ownsDigits()) {
      written = null
      digitsOnTheWay = false
      return false
    }
    const context = options.context()
    // A dialog's field is asked for something by name.
    if (key.ctrl || key.alt || key.meta || context.dialog !== undefined) return false
    if (!takesText(target) || written === target) return false
    const isOurs = key.key === 'Enter' ? givesQuantity(key, context) : meansQuantity(key, context)
    if (isOurs && key.key !== 'Enter') digitsOnTheWay = true
    return isOurs
  }

  return {
    onKey,
    claims,
    redirects,
    pointAt: (target) => {
      written = fieldOf(target) === undefined ? null : target
    },
    heardScan: () => {
      written = null
      digitsOnTheWay = false
    },
    interrupt,
  }
}

// Keys by which a person edits what stands in a field.
const editing = new Set(['ArrowLeft', 'ArrowRight', 'Home', 'End', 'Delete', 'Backspace'])

// Moving through rows may be held down.
const repeatable = new Set(['j', 'k', 'J', 'K'])

// Does what has the focus use characters itself? The sink of touch devices is no field: it is there for scans.
function takesText(target: Element | null): boolean {
  if (target === null || target.closest('[data-scan-sink]') !== null) return false
  if (fieldOf(target) !== undefined) return true
  return (
    target.closest('[contenteditable=""],[contenteditable="true"],[role="listbox"],[role="menu"]') !== null
  )
}

const isControl = (target: Element | null): boolean =>
  target !== null &&
  target.closest('button, a[href], summary, input, select, textarea, [role="button"], [role="option"]') !==
    null
