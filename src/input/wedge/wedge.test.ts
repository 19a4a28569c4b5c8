import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { defaultProfile } from '#core/scan/default-profile.ts'
import { manualClock } from '#tests/support/manual-clock.ts'
import { listenForScans, type WedgeListener, type WedgeOptions } from './wedge.ts'

let clock = manualClock()
let stop: WedgeListener | undefined
let scans: string[] = []

beforeEach(() => {
  clock = manualClock()
  scans = []
  document.body.innerHTML =
    '<input id="field" value="kept"><input id="opted" data-scan="tag"><button>Go</button>'
})
afterEach(() => stop?.())

const listen = (options: Partial<WedgeOptions> = {}): void => {
  stop = listenForScans(window, { clock, onScan: ({ text }) => scans.push(text), ...options })
}
const at = <Kind extends Event>(event: Kind): Kind => {
  Object.defineProperty(event, 'timeStamp', { value: clock.now() })
  return event
}
const send = (event: Event): boolean => (document.activeElement ?? document.body).dispatchEvent(at(event))
const press = (key: string): void => {
  const code = key.length > 1 ? key : /\d/.test(key) ? `Digit${key}` : `Key${key}`
  send(new KeyboardEvent('keydown', { key, code, bubbles: true, cancelable: true }))
  clock.move(4)
  send(new KeyboardEvent('keyup', { key, code, bubbles: true, cancelable: true }))
  clock.move(6)
}
const scan = (text: string): void => {
  for (const key of text) press(key)
}
const paste = (text: string): boolean => {
  const event = new Event('paste', { bubbles: true, cancelable: true })
  Object.defineProperty(event, 'clipboardData', { value: { getData: () => text } })
  return send(event)
}
const focus = (selector: string): void => document.querySelector<HTMLElement>(selector)?.focus()

describe('a pasted barcode', () => {
  it('is a scan outside of fields and in an opted-in field', () => {
    listen()
    focus('button')
    expect(paste(' B123456789\n')).toBe(false)
    focus('#opted')
    expect(paste('C123456789')).toBe(false)
    expect(scans).toEqual(['B123456789', 'C123456789'])
  })

  it('stays a paste in another field, like all other text', () => {
    listen()
    focus('#field')
    expect(paste('B123456789')).toBe(true)
    focus('button')
    expect(paste('ten plants')).toBe(true)
    expect(scans).toEqual([])
  })
})

describe('a focused field while a code is read', () => {
  // Types characters, which jsdom does not do for key events.
  const leakInto = (input: HTMLInputElement) =>
    input.addEventListener('keydown', (event) => {
      if (!event.defaultPrevented && event.key.length === 1) input.value += event.key
    })

  it('gets back the text that the scan had changed', () => {
    listen()
    focus('#field')
    const field = document.querySelector('input')
    if (field) leakInto(field)
    scan('B123456789')
    press('Enter')
    expect(scans).toEqual(['B123456789'])
    expect(field?.value).toBe('kept')
  })

  it('keeps the text that the page has set meanwhile', () => {
    listen()
    focus('#field')
    const field = document.querySelector('input')
    if (field) leakInto(field)
    scan('B12345')
    if (field) field.value = 'answered'
    scan('6789')
    press('Enter')
    expect(scans).toEqual(['B123456789'])
    expect(field?.value).toBe('answered')
  })
})

describe('listening', () => {
  it('decides immediately when the window loses the keyboard', () => {
    listen()
    scan('B123456789')
    expect(scans).toEqual([])
    window.dispatchEvent(at(new Event('blur')))
    expect(scans).toEqual(['B123456789'])
  })

  it('changes the profile while it runs, and decides the running burst first', () => {
    listen()
    scan('B123456789')
    stop?.setProfile({ ...defaultProfile, frame: { ...defaultProfile.frame, prefix: 'X' } })
    expect(scans).toEqual(['B123456789'])
    scan('XC123456789')
    clock.move(400)
    expect(scans).toEqual(['B123456789', 'C123456789'])
  })

  it('learns the terminator, and forgets it with the profile', () => {
    const read: string[] = []
    listen({ onScan: ({ text, cut }) => read.push(cut ? `${text} cut` : text) })
    const twice = (): void => {
      for (const text of ['B123456789', 'B123456780']) {
        scan(text)
        press('Enter')
        clock.move(1500)
      }
    }
    twice()
    scan('100')
    clock.move(2000)
    stop?.setProfile({ ...defaultProfile, label: 'Another' })
    scan('100')
    clock.move(2000)
    expect(read).toEqual(['B123456789', 'B123456780', '100 cut', '100'])
  })

  it('ends when it is stopped', () => {
    listen()
    stop?.()
    scan('B123456789')
    clock.move(400)
    expect(scans).toEqual([])
  })

  it('reads a finished composition of an input method as a scan, and restores its field', () => {
    listen()
    focus('#field')
    const field = document.querySelector<HTMLInputElement>('#field')
    send(new CompositionEvent('compositionstart', { bubbles: true }))
    if (field !== null) field.value = 'keptB123456789'
    send(new CompositionEvent('compositionupdate', { bubbles: true, data: 'B123456789' }))
    send(new CompositionEvent('compositionend', { bubbles: true, data: 'B123456789' }))
    expect(scans).toEqual(['B123456789'])
    expect(field?.value).toBe('kept')
  })

  it('reports keys with their evidence to watchers', () => {
    const verdicts: string[] = []
    listen({ onKeystrokes: ({ verdict, keystrokes }) => verdicts.push(`${verdict} ${keystrokes.length}`) })
    scan('B123456789')
    clock.move(400)
    expect(verdicts).toEqual(['scan 10'])
  })

  it('reports a person’s claimed key, and prevents the browser’s action', () => {
    const keys: string[] = []
    listen({ onShortcutKey: ({ key }) => keys.push(key), claimsKey: ({ key }) => key === '/' })
    focus('button')
    const claimed = send(
      new KeyboardEvent('keydown', { key: '/', code: 'Slash', bubbles: true, cancelable: true }),
    )
    expect(claimed).toBe(false)
    expect(keys).toEqual([])
    clock.move(990)
    expect(keys).toEqual([])
    clock.move(20)
    expect(keys).toEqual(['/'])
  })
})

describe('the sink', () => {
  it('exists if the profile needs it, and is removed with the listener', () => {
    listen({ profile: { ...defaultProfile, sink: { required: true, inputMode: 'none', readOnly: true } } })
    const sink = document.querySelector<HTMLInputElement>('[data-scan-sink]')
    expect(sink?.inputMode ?? sink?.getAttribute('inputmode')).toBe('none')
    expect(sink?.readOnly).toBe(true)
    stop?.()
    expect(document.querySelector('[data-scan-sink]')).toBeNull()
  })
})

describe('a late key release while the browser is busy', () => {
  const down = (key: string, code: string, timeStamp: number): void => {
    const event = new KeyboardEvent('keydown', { key, code, bubbles: true, cancelable: true })
    Object.defineProperty(event, 'timeStamp', { value: timeStamp })
    document.body.dispatchEvent(event)
  }
  const up = (key: string, code: string, timeStamp: number): void => {
    const event = new KeyboardEvent('keyup', { key, code, bubbles: true, cancelable: true })
    Object.defineProperty(event, 'timeStamp', { value: timeStamp })
    document.body.dispatchEvent(event)
  }
  // The first key is on time; all others arrive `late` milliseconds after they were sent.
  const scanLate = (text: string, late: number): void => {
    const start = clock.now()
    const [first = '', ...rest] = text
    down(first, `Digit${first}`, start)
    clock.move(late)
    up(first, `Digit${first}`, start + 4)
    rest.forEach((key, index) => {
      down(key, `Digit${key}`, start + 10 * (index + 1))
      up(key, `Digit${key}`, start + 10 * (index + 1) + 4)
    })
    clock.move(2500)
  }

  it('does not turn a scan’s first key into a person’s key', () => {
    const keys: string[] = []
    listen({ onShortcutKey: ({ key }) => keys.push(key) })
    scanLate('20000481', 70)
    expect(scans).toEqual(['20000481'])
    expect(keys).toEqual([])
  })

  it('is reported with the scan if it came even later, so that the key can be taken back', () => {
    const keys: string[] = []
    const reported: string[][] = []
    listen({
      onShortcutKey: ({ key }) => keys.push(key),
      onScan: ({ keystrokes }) =>
        reported.push(keystrokes.filter((stroke) => stroke.handedOn).map(({ key }) => key)),
    })
    scanLate('20000481', 1050)
    expect(keys).toEqual(['2'])
    expect(reported).toEqual([['2']])
  })
})

describe('a character that the system makes of Alt and its code', () => {
  const key = (type: 'keydown' | 'keyup', name: string, code: string): void => {
    const altKey = !(type === 'keyup' && name === 'Alt')
    send(new KeyboardEvent(type, { key: name, code, altKey, bubbles: true, cancelable: true }))
    clock.move(4)
  }
  // Dispatches a browser's events for one character. Returns whether it would have entered the field.
  const strike = (character: string): boolean => {
    key('keydown', 'Alt', 'AltLeft')
    for (const digit of String(character.charCodeAt(0))) {
      key('keydown', digit, `Numpad${digit}`)
      key('keyup', digit, `Numpad${digit}`)
    }
    key('keyup', 'Alt', 'AltLeft')
    const facts = { data: character, inputType: 'insertText', bubbles: true, cancelable: true }
    const enters = send(new InputEvent('beforeinput', facts))
    const field = document.querySelector('input')
    if (enters && field) field.value += character
    return enters
  }

  it('belongs to a scanner at its speed: it is read, and removed from the field', () => {
    listen()
    focus('#field')
    for (const character of 'B123456789') strike(character)
    press('Enter')
    expect(scans).toEqual(['B123456789'])
    expect(document.querySelector('input')?.value).toBe('kept')
  })

  it('belongs to a person otherwise', () => {
    listen()
    focus('#field')
    key('keydown', 'Alt', 'AltLeft')
    clock.move(200)
    for (const digit of '0233') {
      key('keydown', digit, `Numpad${digit}`)
      clock.move(80)
      key('keyup', digit, `Numpad${digit}`)
      clock.move(60)
    }
    key('keyup', 'Alt', 'AltLeft')
    expect(
      send(
        new InputEvent('beforeinput', {
          data: 'é',
          inputType: 'insertText',
          bubbles: true,
          cancelable: true,
        }),
      ),
    ).toBe(true)
    expect(scans).toEqual([])
  })
})

describe('an input method', () => {
  const bring = (data: string): boolean =>
    send(new InputEvent('beforeinput', { data, inputType: 'insertText', bubbles: true, cancelable: true }))

  it('sends a number and then a command: each is a separate code', () => {
    listen()
    focus('#field')
    bring('10000123')
    bring('%T.SHIP')
    clock.move(2000)
    expect(scans).toEqual(['10000123', '%T.SHIP'])
  })

  it('also sends command barcodes, which are not a person’s words', () => {
    listen()
    focus('#field')
    expect(bring('%T.SHIP')).toBe(false)
    clock.move(200)
    expect(bring('tomorrow')).toBe(true)
    expect(scans).toEqual(['%T.SHIP'])
  })
})
