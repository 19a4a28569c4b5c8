import { describe, expect, it } from 'vitest'
import { screen, typeNumbers } from '#tests/support/typed-numbers.ts'
import { digitsSinceScan, mayLead, targetLine, waitingLine } from './typed-number.ts'

describe('digits after a scan whose line waits for its quantity', () => {
  it('are that line’s from the moment of the scan, and Enter gives them, before any answer', () => {
    const person = typeNumbers()
    person.scan('A')
    person.type('40')
    expect(person.shown.get('A')).toBe('40')
    person.enter()
    expect(person.saved).toEqual(['A 40'])
  })

  it('are not asked for once more by an answer that comes after them', () => {
    const person = typeNumbers()
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

  it('stay that line’s, unsaved, when the next scan comes without Enter', () => {
    const person = typeNumbers()
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

  it('go on after any pause, because the line still waits', () => {
    const person = typeNumbers()
    person.scan('A')
    person.type('4')
    person.wait(10_000)
    person.type('0')
    person.enter()
    expect(person.saved).toEqual(['A 40'])
  })

  it('are given up with Esc: the next ones are for the next scan', () => {
    const person = typeNumbers()
    person.scan('A')
    person.type('4')
    person.take({ type: 'escape' })
    expect(person.shown.get('A')).toBeNull()
    person.type('12')
    person.scan('B')
    expect(person.quantities.get('B')).toBe(12)
  })

  it('are nobody’s once it is refused, and that is said, however many of them come', () => {
    const person = typeNumbers()
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

describe('digits where no line waits', () => {
  it('are the quantity of the scan that follows, and of that one only', () => {
    const person = typeNumbers()
    person.type('40')
    person.scan('A', false)
    person.scan('B', false)
    expect([...person.quantities.values()]).toEqual([40, undefined])
  })

  it('and Enter are the last scan’s line', () => {
    const person = typeNumbers()
    person.end(person.scan('A', false))
    person.type('35')
    person.enter()
    expect(person.saved).toEqual(['A 35'])
  })

  it('and Enter without a scan before are told and dropped', () => {
    const person = typeNumbers()
    person.type('35')
    person.enter()
    expect(person.said).toEqual(['35 no-line'])
  })

  it('begin anew after a pause of 3 s, and after an outcome', () => {
    const person = typeNumbers()
    person.type('40')
    person.wait(3000)
    person.type('25')
    expect(person.state().text).toBe('25')
    person.take({ type: 'outcome' })
    person.wait(1000)
    person.type('7')
    expect(person.state().text).toBe('7')
  })

  it('are one number where an outcome comes between two of them that follow each other', () => {
    const person = typeNumbers()
    person.type('4')
    person.take({ type: 'outcome' })
    person.type('0')
    expect(person.state().text).toBe('40')
  })

  it('are used up by whatever code follows, aloud where it is no barcode', () => {
    const person = typeNumbers()
    person.type('40')
    person.end(person.scan(undefined), true)
    person.take({ type: 'acknowledged' })
    person.type('40')
    expect(person.state().text).toBe('40')
    expect(person.said).toEqual(['40 used-up'])
  })

  it('are left behind with the screen that they were typed on', () => {
    const person = typeNumbers()
    person.type('1')
    person.take({ type: 'screen', screen: 'transfer.edit.2' })
    expect(person.state().text).toBe('')
  })
})

describe('digits for a question that is on its way', () => {
  it('are those typed since the scan, until it has ended', () => {
    const person = typeNumbers()
    person.type('20')
    const scan = person.scan('A', false)
    expect(digitsSinceScan(person.state())).toBe('')
    person.type('2')
    expect(digitsSinceScan(person.state())).toBe('2')
    person.end(scan, false, false)
    expect(digitsSinceScan(person.state())).toBe('')
  })

  it('are none where the scan’s line waits for its quantity', () => {
    const person = typeNumbers()
    person.scan('A')
    person.type('2')
    expect(digitsSinceScan(person.state())).toBe('')
  })
})

describe('a barcode that was typed and is found nowhere', () => {
  const typed = () => {
    const person = typeNumbers()
    person.take({ type: 'added', barcode: 'A', screen })
    return person
  }

  it('waits for nothing: digits are the next scan’s', () => {
    const person = typed()
    person.take({ type: 'gone', barcode: 'A' })
    person.type('40')
    person.scan('B')
    expect(person.quantities.get('B')).toBe(40)
    expect(person.said).toEqual([])
  })

  it('has its digits dropped aloud, and leaves nothing in doubt', () => {
    const person = typed()
    person.type('40')
    person.take({ type: 'gone', barcode: 'A' })
    expect(person.said).toEqual(['40 no-line'])
    person.scan('B')
    person.type('7')
    person.enter()
    expect(person.saved).toEqual(['B 7'])
  })

  it('is not the line that waits by now', () => {
    const person = typed()
    person.scan('B')
    person.take({ type: 'gone', barcode: 'A' })
    person.type('7')
    person.enter()
    expect(person.saved).toEqual(['B 7'])
  })
})

describe('a line that turns out to wait', () => {
  it('takes the digits from then on, and leaves those before to the next scan', () => {
    const person = typeNumbers()
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
  it('is said at once, kept, and never dropped from between the digits', () => {
    const person = typeNumbers()
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

describe('a line that the person has moved to', () => {
  const choose = (person: ReturnType<typeof typeNumbers>, barcode: string) =>
    person.take({ type: 'chosen', barcode, screen })

  it('ends the waiting of the scanned line: nobody’s digits are for that one', () => {
    const person = typeNumbers()
    person.scan('A')
    choose(person, 'B')
    expect(waitingLine(person.state())).toBeUndefined()
    person.type('15')
    expect(targetLine(person.state())).toEqual({ barcode: 'B' })
    expect(person.shown.get('A')).toBeUndefined()
    person.enter()
    expect(person.state().text).toBe('')
    // Its own field had the digits, or Enter gave them to it; then the scanned line is offered again.
    expect(waitingLine(person.state())).toEqual({ barcode: 'A' })
  })

  it('is not the waiting line left by its own field', () => {
    const person = typeNumbers()
    person.scan('A')
    person.type('1')
    choose(person, 'A')
    person.type('5')
    person.enter()
    expect(person.saved).toEqual(['A 15'])
  })

  it('leaves the digits before the move in their line, unsaved', () => {
    const person = typeNumbers()
    person.scan('A')
    person.type('1')
    choose(person, 'B')
    person.type('5')
    expect(person.shown.get('A')).toBe('1')
    expect(person.state().text).toBe('5')
  })

  it('stays the person’s when the scan’s answer comes late, whatever it is', () => {
    const person = typeNumbers()
    const scan = person.scan('A', undefined)
    choose(person, 'B')
    person.end(scan, false, true)
    expect(waitingLine(person.state())).toBeUndefined()
    expect(mayLead(person.state(), scan, 'A')).toBe(false)
    expect(mayLead(person.state(), undefined, 'A')).toBe(false)
  })

  it('offers the scanned line again once its own quantity is given', () => {
    const person = typeNumbers()
    person.scan('A')
    choose(person, 'B')
    expect(person.take({ type: 'given', barcode: 'B' })).toEqual([{ type: 'lead', barcode: 'A' }])
    person.type('7')
    person.enter()
    expect(person.saved).toEqual(['A 7'])
  })

  it('does not lose what a line before it was given late to a line that she is at by now', () => {
    const person = typeNumbers()
    person.scan('A')
    choose(person, 'B')
    choose(person, 'C')
    expect(person.take({ type: 'given', barcode: 'B' })).toEqual([])
    expect(waitingLine(person.state())).toBeUndefined()
  })
})

describe('what Enter does', () => {
  it('is known before: the line of the last scan, or none', () => {
    const person = typeNumbers()
    person.type('12')
    expect(targetLine(person.state())).toBeUndefined()
    person.take({ type: 'escape' })
    person.end(person.scan('A', false))
    person.wait(4000)
    person.type('12')
    expect(targetLine(person.state())).toEqual({ barcode: 'A' })
  })

  it('is nothing for the digits of a barcode whose letter was a command', () => {
    const person = typeNumbers()
    person.end(person.scan('A', false))
    person.type('125000042')
    expect(targetLine(person.state())).toBeUndefined()
    person.enter()
    expect(person.saved).toEqual([])
    expect(person.said).toEqual(['125000042 like-barcode'])
  })

  it('is the end of digits that were too many, for three seconds', () => {
    const person = typeNumbers()
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
