import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { CommandContext, DocumentPort, ListPort } from '#core/commands/context.ts'
import { registry } from '#core/commands/index.ts'
import { keysOf } from '#core/commands/registry.ts'
import { refuse } from '#core/wire/refusals.ts'
import { documentPort } from '#tests/support/document-port.ts'
import { createKeyboardUser, type KeyboardUser } from '#tests/support/scanner.ts'
import { createPortStack, type PortStack } from '../engine/port-stack.ts'
import { createShortcuts, isChord, singleKeyDelayMs } from './shortcuts.ts'
import { listenForScans } from './wedge.ts'

const nothing = () => undefined
const list: ListPort = {
  kind: 'issuance',
  mayCreate: () => true,
  create: nothing,
  search: nothing,
  mayShowAll: () => true,
  showAll: nothing,
  move: nothing,
}
const document = (stage: DocumentPort['stage']): DocumentPort =>
  documentPort({
    stage,
    verb: ({ edit: 'order', detail: 'pick', receive: 'receive' } as const)[stage],
    mayUndo: () => true,
  })

let run: ReturnType<typeof vi.fn<(id: string) => void>>
let typed: string[]
let scans: string[]
let ports: PortStack
let hands: KeyboardUser
let stop: () => void
let held = false
let offered: string | undefined
let quantity = ''
let underWay = false
let owned = false
let covered = false
let later: () => void = () => undefined
let shortcuts: ReturnType<typeof createShortcuts>
let stopInterrupting: () => void = () => undefined

beforeEach(() => {
  run = vi.fn<(id: string) => void>()
  typed = []
  scans = []
  held = false
  offered = undefined
  quantity = ''
  underWay = false
  owned = false
  covered = false
  const scanner: CommandContext['scanner'] = {
    setQuantity: nothing,
    mayClear: () => (quantity === '' && !held ? refuse('noQuantity') : true),
    clear: nothing,
    mayAcknowledge: () => (held ? true : refuse('nothingToAcknowledge')),
    acknowledge: nothing,
    isBusy: () => false,
    proposedBarcode: () => offered,
    acceptProposal: () => undefined,
    mayRemoveQueuedScan: () => refuse('nothingToUndo'),
    removeQueuedScan: nothing,
    typeDigit: nothing,
    setting: nothing,
  }
  const shell: CommandContext['shell'] = {
    go: nothing,
    back: nothing,
    maySwitchPlace: () => ({ code: 'noOtherPlace' }),
    switchPlace: () => undefined,
    mayVisit: () => true,
    openDocument: nothing,
    openPalette: nothing,
    showHelp: nothing,
    explain: nothing,
    mayShowUnfinishedWork: () => true,
    showUnfinishedWork: nothing,
    switchTheme: nothing,
    mayPrintCommandSheet: () => true,
    printCommandSheet: nothing,
    reloadData: nothing,
    reloadMasterData: nothing,
    signOut: nothing,
  }
  ports = createPortStack({ shell: () => shell, scanner })
  shortcuts = createShortcuts({
    registry,
    context: ports.context,
    run: (command) => run(command.id),
    typeQuantity: (key) => typed.push(key),
    enterQuantity: () => typed.push('Enter'),
    hasQuantity: () => quantity !== '',
    isTypingNumber: () => underWay,
    ownsDigits: () => owned,
    isCovered: () => covered,
    after: (then, ms) => {
      expect(ms).toBe(singleKeyDelayMs)
      later = then
      return () => {
        later = nothing
      }
    },
  })
  window.addEventListener('keydown', shortcuts.cancelPendingCommand, { capture: true })
  stopInterrupting = () =>
    window.removeEventListener('keydown', shortcuts.cancelPendingCommand, { capture: true })
  stop = listenForScans(window, {
    onScan: ({ text }) => {
      shortcuts.onScan()
      scans.push(text)
    },
    onShortcutKey: shortcuts.onKey,
    claimsKey: shortcuts.hasShortcut,
    redirectsKey: shortcuts.shouldRedirect,
  })
  later = nothing
  const keyboard = createKeyboardUser(window)
  hands = {
    ...keyboard,
    press: (...keys) => {
      for (const key of keys) {
        keyboard.press(key)
        later()
        later = nothing
      }
    },
  }
})

afterEach(() => {
  stop()
  stopInterrupting()
  globalThis.document.body.replaceChildren()
})

const focus = (markup: string) => {
  globalThis.document.body.innerHTML = markup
  const element = globalThis.document.body.firstElementChild
  if (element instanceof HTMLElement) element.focus()
  return element
}

describe('single keys', () => {
  it('run the command of the open screen, and of the screen that covers it', () => {
    ports.add(() => ({ list }))
    hands.press('n')
    expect(run).toHaveBeenLastCalledWith('newDocument')
    ports.addDialog(() => ({ answers: { no: nothing } }))
    hands.press('n')
    expect(run).toHaveBeenLastCalledWith('no')
    hands.press('a')
    expect(run).toHaveBeenLastCalledWith('chooseAnother')
  })

  it('are not run by the first key of a scanner that holds it like a person', () => {
    ports.add(() => ({ document: document('detail') }))
    const slow = createKeyboardUser(window)
    slow.press('S')
    expect(later).not.toBe(nothing)
    slow.scan('000000123')
    later()
    expect(run).not.toHaveBeenCalled()
  })

  it('are not run on a screen that opened after they were pressed', () => {
    const close = ports.add(() => ({ list }))
    createKeyboardUser(window).press('n')
    close()
    later()
    expect(run).not.toHaveBeenCalled()
  })

  it('do nothing if their screen is not open', () => {
    hands.press('s', 'o', 'd', 'n')
    expect(run).not.toHaveBeenCalled()
  })

  it.each(['list', 'edit', 'detail'] as const)(
    'are not triggered by scans that spell every one of the %s',
    (scope) => {
      ports.add(() => (scope === 'list' ? { list } : { document: document(scope) }))
      const letters = registry.commands
        .flatMap(keysOf)
        .filter((key) => !isChord(key) && /^[a-z]$/.test(key))
        .join('')
        .toUpperCase()
      const spelled: string[] = []
      for (let at = 0; at < letters.length; at += 9) {
        const barcode = letters.slice(at, at + 9).padEnd(10, '7')
        spelled.push(barcode)
        hands.scan(barcode)
      }
      expect(scans).toEqual(spelled)
      expect(run).not.toHaveBeenCalled()
      expect(typed).toEqual([])
    },
  )

  it('are letters in a field, where only Escape is a command', () => {
    ports.add(() => ({ list }))
    const field = focus('<input>')
    quantity = '4'
    hands.press('n', '7')
    expect(run).not.toHaveBeenCalled()
    expect(typed).toEqual([])
    expect(field).toHaveValue('n7')
    hands.press('Escape')
    expect(run).toHaveBeenCalledWith('dismiss')
  })

  it('run with Alt in a field too, and type nothing', () => {
    ports.add(() => ({ list }))
    const field = focus('<input>')
    const chord = (letter: string) => {
      later = nothing
      const { defaultPrevented } = hands.chord(letter, { alt: true })
      later()
      return defaultPrevented
    }
    expect(chord('n')).toBe(true)
    expect(run.mock.calls).toEqual([['newDocument']])
    expect(field).toHaveValue('')
    // The browser keeps a letter without a command.
    expect(chord('w')).toBe(false)
    covered = true
    chord('n')
    expect(run).toHaveBeenCalledTimes(1)
  })

  it('prevent the browser’s action only if they have a command', () => {
    const quickFind = hands.chord('/')
    expect(quickFind.defaultPrevented).toBe(false)
    ports.add(() => ({ list }))
    expect(hands.chord('/').defaultPrevented).toBe(true)
    expect(hands.chord('v').defaultPrevented).toBe(false)
  })

  it('leave Escape and Enter to the page unless an error or a quantity waits', () => {
    hands.press('Escape', 'Enter')
    expect(run).not.toHaveBeenCalled()
    held = true
    hands.press('Enter')
    expect(run).toHaveBeenLastCalledWith('acknowledge')
    hands.press('Escape')
    expect(run).toHaveBeenLastCalledWith('dismiss')
  })

  it('accept an offered barcode before they acknowledge its error', () => {
    held = true
    offered = 'B125000843'
    hands.press('Enter')
    expect(run).toHaveBeenLastCalledWith('takeOffered')
    expect(run).toHaveBeenCalledTimes(1)
  })

  it('use Enter while the sink has the focus, as on a handheld', () => {
    held = true
    focus('<input data-scan-sink="">')
    hands.press('Enter')
    expect(run).toHaveBeenLastCalledWith('acknowledge')
    offered = 'B125000843'
    hands.press('Enter')
    expect(run).toHaveBeenLastCalledWith('takeOffered')
  })

  it('leave Enter to a focused button', () => {
    held = true
    focus('<button type="button">Ship</button>')
    hands.press('Enter')
    expect(run).not.toHaveBeenCalled()
  })

  it('do not press a focused search result with the Enter that ends typed digits', () => {
    focus('<button type="button">Add</button>')
    hands.press('1', '2')
    quantity = '12'
    underWay = true
    const enter = hands.chord('Enter')
    expect(enter.defaultPrevented).toBe(true)
    expect(typed).toEqual(['1', '2', 'Enter'])
    expect(run).not.toHaveBeenCalled()
  })

  it('do nothing while the palette or the help receives the keys', () => {
    ports.add(() => ({ list }))
    covered = true
    hands.press('n', '4', 'Escape')
    expect(run).not.toHaveBeenCalled()
    expect(typed).toEqual([])
  })
})

describe('digits', () => {
  it('are the quantity of the next barcode outside of fields; Backspace removes one', () => {
    hands.press('4', '0')
    expect(typed).toEqual(['4', '0'])
    quantity = '40'
    hands.press('Backspace')
    expect(typed).toEqual(['4', '0', 'Backspace'])
  })

  it('are for the next code while a question is open, unless it asks for numbers', () => {
    const close = ports.addDialog(() => ({ answers: {} }))
    hands.press('4')
    expect(typed).toEqual(['4'])
    close()
    ports.addDialog(() => ({ answers: {}, setQuantity: nothing }))
    hands.press('7')
    expect(typed).toEqual(['4'])
  })

  describe('while a line waits for its quantity', () => {
    const field = (name: string): HTMLInputElement => {
      const input = window.document.createElement('input')
      input.name = name
      window.document.body.append(input)
      input.focus()
      return input
    }

    it('belong to that line, and so does Enter, whatever field has the focus', () => {
      owned = true
      const picker = field('picker')
      hands.press('1', '1')
      quantity = '11'
      underWay = true
      hands.press('Enter')
      expect(typed).toEqual(['1', '1', 'Enter'])
      expect(picker.value).toBe('')
      expect(scans).toEqual([])
    })

    it('are dropped after a refusal, and so is Enter: it acknowledges nothing and saves no line', () => {
      owned = true
      held = true
      const line = field('line')
      hands.press('4')
      underWay = true
      hands.press('Enter')
      line.blur()
      hands.press('Enter')
      expect(typed).toEqual(['4', 'Enter', 'Enter'])
      expect(run).not.toHaveBeenCalled()
      underWay = false
      hands.press('Enter')
      expect(run).toHaveBeenCalledWith('acknowledge')
    })

    it('belong to the field where a person types words, until the next scan', () => {
      owned = true
      const comment = field('comment')
      hands.press('b', '2')
      expect(typed).toEqual([])
      expect(comment.value).toBe('b2')
      hands.scan('B000000001')
      hands.press('5')
      expect(typed).toEqual(['5'])
      expect(comment.value).toBe('b2')
    })

    it('belong to the field that the person has moved to since the scan', () => {
      owned = true
      const other = field('other')
      shortcuts.setChosenField(other)
      hands.press('1', '5')
      expect(typed).toEqual([])
      expect(other.value).toBe('15')
      hands.scan('B000000001')
      hands.press('7')
      expect(typed).toEqual(['7'])
      expect(other.value).toBe('15')
    })

    it('leave no trace of a scan that begins with digits', () => {
      owned = true
      const comment = field('comment')
      hands.scan('4000000001')
      expect(scans).toEqual(['4000000001'])
      expect(typed).toEqual([])
      expect(comment.value).toBe('')
    })
  })

  it('of a scanned number are not a quantity', () => {
    hands.scan('10000123')
    expect(scans).toEqual(['10000123'])
    expect(typed).toEqual([])
  })
})
