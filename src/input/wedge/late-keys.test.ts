// Keys that a busy machine delivers late, or that a busy device sends late.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { manualClock } from '#tests/support/manual-clock.ts'
import { listenForScans, type WedgeListener } from './wedge.ts'

let clock = manualClock()
let stop: WedgeListener | undefined
let scans: string[] = []

beforeEach(() => {
  clock = manualClock()
  scans = []
  document.body.innerHTML = '<input id="field" value="kept"><button>Go</button>'
})
afterEach(() => stop?.())

const listen = (): void => {
  stop = listenForScans(window, { clock, onScan: ({ text }) => scans.push(text) })
}
const focus = (selector: string): void => document.querySelector<HTMLElement>(selector)?.focus()
const press = (key: string): void => {
  for (const [name, pause] of [
    ['keydown', 4],
    ['keyup', 6],
  ] as const) {
    const event = new KeyboardEvent(name, { key, code: `Key${key}`, bubbles: true, cancelable: true })
    Object.defineProperty(event, 'timeStamp', { value: clock.now() })
    ;(document.activeElement ?? document.body).dispatchEvent(event)
    clock.move(pause)
  }
}
const scan = (text: string): void => {
  for (const key of text) press(key)
}

describe('a machine that delivers keys late', () => {
  const hand = (key: string, timeStamp: number, hold = 4): void => {
    const code = key.length > 1 ? key : /[0-9]/.test(key) ? `Digit${key}` : `Key${key}`
    const target = document.activeElement ?? document.body
    for (const [name, at] of [
      ['keydown', timeStamp],
      ['keyup', timeStamp + hold],
    ] as const) {
      const event = new KeyboardEvent(name, { key, code, bubbles: true, cancelable: true })
      Object.defineProperty(event, 'timeStamp', { value: at })
      const goesOn = target.dispatchEvent(event)
      if (name === 'keydown' && goesOn && key.length === 1 && target instanceof HTMLInputElement)
        target.setRangeText(key, target.value.length, target.value.length, 'end')
    }
  }
  const handFrom = (start: number, keys: readonly string[], first: number) =>
    keys.forEach((key, index) => hand(key, start + 10 * (first + index)))
  // The first six keys arrive after 250 ms, the others 450 ms later: longer than any quiet time.
  const scanInPieces = (): void => {
    const start = clock.now()
    clock.move(250)
    for (const [index, key] of [...'100004'].entries()) hand(key, start + 10 * index)
    clock.move(450)
    for (const [index, key] of [...'8123'].entries()) hand(key, start + 60 + 10 * index)
    clock.move(2000)
  }

  it('extends the wait: a code in pieces is read as one', () => {
    listen()
    scanInPieces()
    expect(scans).toEqual(['1000048123'])
  })

  // No earlier key was late, so only the keys' own time stamps show that they belong together.
  const scanHeldUp = (count: number, pause: number): readonly [string[], string] => {
    const keys = [...'B425000017', 'Enter']
    listen()
    focus('#field')
    const start = clock.now()
    handFrom(start, keys.slice(0, count), 0)
    clock.move(pause)
    handFrom(start, keys.slice(count), count)
    clock.move(2000)
    return [scans, document.querySelector<HTMLInputElement>('#field')?.value ?? '']
  }

  it.each([
    [1, 1400],
    [2, 1400],
    [3, 1400],
    [6, 900],
    [9, 900],
  ])('does not split a code after its first %i keys, and removes them from the field', (count, pause) => {
    expect(scanHeldUp(count, pause)).toEqual([['B425000017'], 'kept'])
  })

  it('reads the whole code after a refused part if the keys are very late, and types nothing', () => {
    expect(scanHeldUp(6, 1900)).toEqual([['B42500', 'B425000017'], 'kept'])
  })

  it('does not split a number of a device that is known to send terminators', () => {
    const keys = [...'40000109', 'Enter']
    listen()
    for (const pause of [0, 500]) {
      clock.move(pause)
      handFrom(clock.now(), keys, 0)
    }
    clock.move(500)
    const start = clock.now()
    handFrom(start, keys.slice(0, 5), 0)
    clock.move(700)
    handFrom(start, keys.slice(5), 5)
    clock.move(2000)
    expect(scans.at(-1)).toBe('40000109')
  })

  it('does not join keys after a real pause', () => {
    listen()
    focus('#field')
    const start = clock.now()
    handFrom(start, ['B', '4'], 0)
    clock.move(1400)
    handFrom(start + 900, [...'B425000017', 'Enter'], 0)
    clock.move(2000)
    expect(scans).toEqual(['B4', 'B425000017'])
    expect(document.querySelector<HTMLInputElement>('#field')?.value).toBe('kept')
  })

  const keysOf = (text: string) => [...text, 'Enter']
  const after = (first: string, code: string, pause: number, hold = 4): readonly [string[], string] => {
    listen()
    focus('#field')
    hand(first, clock.now(), hold)
    clock.move(pause)
    handFrom(clock.now(), keysOf(code), 0)
    clock.move(2000)
    return [scans, document.querySelector<HTMLInputElement>('#field')?.value ?? '']
  }

  it('reads the whole code after a late first key, and removes that key from the field', () => {
    expect(after('B', '425000017', 900)).toEqual([['B425000017'], 'kept'])
  })

  it('reads a code without terminator soon after its late keys', () => {
    listen()
    const start = clock.now()
    clock.move(850)
    for (const [index, key] of [...'98164298'].entries()) hand(key, start + 48 * index, 16)
    clock.move(1750)
    expect(scans).toEqual(['98164298'])
  })

  it('adds neither a person’s key nor a single earlier key to a code that is complete without it', () => {
    expect(after('B', '425000017', 900, 80)).toEqual([['425000017'], 'keptB'])
    stop?.()
    scans = []
    expect(after('X', 'B425000017', 900)).toEqual([['B425000017'], 'keptBX'])
    stop?.()
    scans = []
    expect(after('B', '425000017', 2500)).toEqual([['425000017'], 'keptBXB'])
  })

  it('shortens the wait when keys are on time again', () => {
    listen()
    scanInPieces()
    clock.move(10_000)
    scan('C123456789')
    clock.move(100)
    expect(scans).toEqual(['1000048123', 'C123456789'])
  })
})
