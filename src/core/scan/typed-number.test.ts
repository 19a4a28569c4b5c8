import { describe, expect, it } from 'vitest'
import { createNumberTyping, screen } from '#tests/support/typed-numbers.ts'
import { digitsSinceScan, mayFocusQuantity, targetLine, waitingLine } from './typed-number.ts'

describe('digits after a scan whose line waits for its quantity', () => {
  it('belong to that line from the scan on, and Enter saves them before any response', () => {
    const person = createNumberTyping()
    person.scan('A')
    person.type('40')
    expect(person.shown.get('A')).toBe('40')
    person.enter()
    expect(person.saved).toEqual(['A 40'])
  })

  it('are not requested again by a later response', () => {
    const person = createNumberTyping()
    const scan = person.scan('A')
    person.type('13')
    person.enter()
    person.end(scan, false, true)
    person.scan('B')
    person.type('7')
    person.enter()
    person.type('9')
    person.enter()
    expect(person.saved).toEqual(['A 13', 'B 7', 'B 9'])
  })

  it('stay in that line, unsaved, if the next scan comes without Enter', () => {
    const person = createNumberTyping()
    person.scan('A')
    person.type('40')
    person.scan('B')
    person.type('3')
    expect(person.quantities.get('B')).toBeUndefined()
    expect([...person.shown]).toEqual([
      ['A', '40'],
      ['B', '3'],
    ])
    expect(person.saved).toEqual([])
  })

  it('continue after any pause, because the line still waits', () => {
    const person = createNumberTyping()
    person.scan('A')
    person.type('4')
    person.wait(10_000)
    person.type('0')
    person.enter()
    expect(person.saved).toEqual(['A 40'])
  })

  it('are cancelled by Esc, and later digits belong to the next scan', () => {
    const person = createNumberTyping()
    person.scan('A')
    person.type('4')
    person.take({ type: 'escape' })
    expect(person.shown.get('A')).toBeNull()
    person.type('12')
    person.scan('B')
    expect(person.quantities.get('B')).toBe(12)
  })

  it('are dropped with a message after the scan is refused', () => {
    const person = createNumberTyping()
    const scan = person.scan('A')
    person.type('4')
    person.end(scan, true)
    person.type('0')
    person.enter()
    expect(person.saved).toEqual([])
    expect(person.said).toEqual(['40 refused'])
    person.take({ type: 'acknowledged' })
    person.scan('B')
    person.type('7')
    person.enter()
    expect(person.saved).toEqual(['B 7'])
  })
})

describe('digits if no line waits', () => {
  it('are the quantity of the next scan only', () => {
    const person = createNumberTyping()
    person.type('40')
    person.scan('A', false)
    person.scan('B', false)
    expect([...person.quantities.values()]).toEqual([40, undefined])
  })

  it('with Enter belong to the line of the last scan', () => {
    const person = createNumberTyping()
    person.end(person.scan('A', false))
    person.type('35')
    person.enter()
    expect(person.saved).toEqual(['A 35'])
  })

  it('with Enter but without an earlier scan are dropped with a message', () => {
    const person = createNumberTyping()
    person.type('35')
    person.enter()
    expect(person.said).toEqual(['35 no-line'])
  })

  it('start a new number after a pause of 3 s, or of 1 s after an outcome', () => {
    const person = createNumberTyping()
    person.type('40')
    person.wait(3000)
    person.type('25')
    expect(person.state().text).toBe('25')
    person.take({ type: 'outcome' })
    person.wait(1000)
    person.type('7')
    expect(person.state().text).toBe('7')
  })

  it('stay one number if an outcome comes between them without a pause', () => {
    const person = createNumberTyping()
    person.type('4')
    person.take({ type: 'outcome' })
    person.type('0')
    expect(person.state().text).toBe('40')
  })

  it('are used by the next code, or dropped with a message if it is no barcode', () => {
    const person = createNumberTyping()
    person.type('40')
    person.end(person.scan(undefined), true)
    person.take({ type: 'acknowledged' })
    person.type('40')
    expect(person.state().text).toBe('40')
    expect(person.said).toEqual(['40 used-up'])
  })

  it('are discarded when the screen changes', () => {
    const person = createNumberTyping()
    person.type('1')
    person.take({ type: 'screen', screen: 'transfer.edit.2' })
    expect(person.state().text).toBe('')
  })
})

describe('digits before a pending question', () => {
  it('are the digits since the scan, until it ends', () => {
    const person = createNumberTyping()
    person.type('20')
    const scan = person.scan('A', false)
    expect(digitsSinceScan(person.state())).toBe('')
    person.type('2')
    expect(digitsSinceScan(person.state())).toBe('2')
    person.end(scan, false, false)
    expect(digitsSinceScan(person.state())).toBe('')
  })

  it('are none if the scan’s line waits for its quantity', () => {
    const person = createNumberTyping()
    person.scan('A')
    person.type('2')
    expect(digitsSinceScan(person.state())).toBe('')
  })
})

describe('a typed barcode that is not found', () => {
  const typed = () => {
    const person = createNumberTyping()
    person.take({ type: 'added', barcode: 'A', screen })
    return person
  }

  it('does not wait: digits belong to the next scan', () => {
    const person = typed()
    person.take({ type: 'gone', barcode: 'A' })
    person.type('40')
    person.scan('B')
    expect(person.quantities.get('B')).toBe(40)
    expect(person.said).toEqual([])
  })

  it('drops its digits with a message, and leaves nothing ambiguous', () => {
    const person = typed()
    person.type('40')
    person.take({ type: 'gone', barcode: 'A' })
    expect(person.said).toEqual(['40 no-line'])
    person.scan('B')
    person.type('7')
    person.enter()
    expect(person.saved).toEqual(['B 7'])
  })

  it('does not affect another line that waits now', () => {
    const person = typed()
    person.scan('B')
    person.take({ type: 'gone', barcode: 'A' })
    person.type('7')
    person.enter()
    expect(person.saved).toEqual(['B 7'])
  })
})

describe('a line that starts to wait later', () => {
  it('takes later digits, and leaves earlier ones to the next scan', () => {
    const person = createNumberTyping()
    person.end(person.scan('A', false), false, true)
    person.type('5')
    expect(person.shown.get('A')).toBe('5')
    person.enter()
    const other = person.scan('B', false)
    person.type('9')
    person.end(other, false, true)
    person.scan('C', false)
    expect(person.saved).toEqual(['A 5'])
    expect(person.quantities.get('C')).toBe(9)
  })
})

describe('a point in a quantity', () => {
  it('is reported immediately, and the number is never used without it', () => {
    const person = createNumberTyping()
    person.scan('A')
    person.type('1.5')
    person.enter()
    expect(person.saved).toEqual([])
    expect(person.said).toEqual(['1. not whole', '1.5 not-whole'])
    person.type('15')
    person.enter()
    expect(person.saved).toEqual(['A 15'])
  })
})

describe('a line that the person moved to', () => {
  const choose = (person: ReturnType<typeof createNumberTyping>, barcode: string) =>
    person.take({ type: 'chosen', barcode, screen })

  it('stops the scanned line from waiting, so that it gets no digits', () => {
    const person = createNumberTyping()
    person.scan('A')
    choose(person, 'B')
    expect(waitingLine(person.state())).toBeUndefined()
    person.type('15')
    expect(targetLine(person.state())).toEqual({ barcode: 'B' })
    expect(person.shown.get('A')).toBeUndefined()
    person.enter()
    expect(person.state().text).toBe('')
    // After the chosen line has its quantity, the scanned line is offered again.
    expect(waitingLine(person.state())).toEqual({ barcode: 'A' })
  })

  it('is no other line if it is the waiting line’s own field', () => {
    const person = createNumberTyping()
    person.scan('A')
    person.type('1')
    choose(person, 'A')
    person.type('5')
    person.enter()
    expect(person.saved).toEqual(['A 15'])
  })

  it('leaves earlier digits in their line, unsaved', () => {
    const person = createNumberTyping()
    person.scan('A')
    person.type('1')
    choose(person, 'B')
    person.type('5')
    expect(person.shown.get('A')).toBe('1')
    expect(person.state().text).toBe('5')
  })

  it('stays chosen after a late response to the scan', () => {
    const person = createNumberTyping()
    const scan = person.scan('A', undefined)
    choose(person, 'B')
    person.end(scan, false, true)
    expect(waitingLine(person.state())).toBeUndefined()
    expect(mayFocusQuantity(person.state(), scan, 'A')).toBe(false)
    expect(mayFocusQuantity(person.state(), undefined, 'A')).toBe(false)
  })

  it('offers the scanned line again after its own quantity is entered', () => {
    const person = createNumberTyping()
    person.scan('A')
    choose(person, 'B')
    expect(person.take({ type: 'given', barcode: 'B' })).toEqual([{ type: 'lead', barcode: 'A' }])
    person.type('7')
    person.enter()
    expect(person.saved).toEqual(['A 7'])
  })

  it('stays chosen if an earlier line gets its quantity later', () => {
    const person = createNumberTyping()
    person.scan('A')
    choose(person, 'B')
    choose(person, 'C')
    expect(person.take({ type: 'given', barcode: 'B' })).toEqual([])
    expect(waitingLine(person.state())).toBeUndefined()
  })
})

describe('the effect of Enter', () => {
  it('is known in advance: the line of the last scan, or none', () => {
    const person = createNumberTyping()
    person.type('12')
    expect(targetLine(person.state())).toBeUndefined()
    person.take({ type: 'escape' })
    person.end(person.scan('A', false))
    person.wait(4000)
    person.type('12')
    expect(targetLine(person.state())).toEqual({ barcode: 'A' })
  })

  it('is nothing for the digits of a barcode whose letter ran as a command', () => {
    const person = createNumberTyping()
    person.end(person.scan('A', false))
    person.type('125000042')
    expect(targetLine(person.state())).toBeUndefined()
    person.enter()
    expect(person.saved).toEqual([])
    expect(person.said).toEqual(['125000042 like-barcode'])
  })

  it('is the end of a number that is too long, for three seconds', () => {
    const person = createNumberTyping()
    person.scan('A')
    person.type('12500004217')
    expect(person.said).toEqual(['12500004217 too-long'])
    expect(person.state().text).toBe('')
    expect(person.underWay()).toBe(true)
    person.enter()
    expect(person.saved).toEqual([])
    expect(person.underWay()).toBe(false)
    person.type('7')
    person.enter()
    expect(person.saved).toEqual(['A 7'])
  })
})
