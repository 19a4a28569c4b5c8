import { describe, expect, it } from 'vitest'
import { screen, typeNumbers } from '#tests/support/typed-numbers.ts'
import { goesToNext, waitingLine } from './typed-number.ts'

describe('a scan after a number that was dropped', () => {
  it('is not carried out where it would act without its number', () => {
    const person = typeNumbers()
    person.end(person.scan('A', false), true)
    person.type('30')
    person.scan('B', false)
    expect(person.said).toEqual(['30 refused', 'B not taken'])
  })

  it('does not take the number of the scan behind it for its own: quantities never move to the line before', () => {
    const person = typeNumbers()
    person.end(person.scan('A'), true)
    person.type('15')
    person.scan('B')
    person.type('20')
    person.scan('C')
    person.type('25')
    person.scan('D')
    expect(person.shown.get('B')).toBeNull()
    expect(person.shown.get('C')).toBeNull()
    expect(person.said).toEqual(['15 refused', '20 unsure', '25 unsure'])
  })

  it('takes what is closed with Enter: that habit is clear', () => {
    const person = typeNumbers()
    person.end(person.scan('A'), true)
    person.type('15')
    person.enter()
    person.scan('B')
    person.type('20')
    person.enter()
    expect(person.saved).toEqual(['B 20'])
  })
})

describe('digits without Enter, where a number was dropped just before the line that waits', () => {
  /**
   * `ahead` numbers come before their scans; then one is refused, 15 is typed before OK, and B comes without
   * a number.
   */
  const inDoubt = (ahead: number) => {
    const person = typeNumbers()
    for (let number = 1; number <= ahead; number += 1) {
      person.type(String(number))
      person.end(person.scan(`A${number}`))
    }
    person.type('9')
    person.end(person.scan('X'), true)
    return person
  }
  const drop = (person: ReturnType<typeof typeNumbers>) => {
    person.type('15')
    person.take({ type: 'acknowledged' })
    person.scan('B')
    person.type('20')
  }

  it('are the next scan’s with who has typed every number before its scan; the line is asked for again', () => {
    const person = inDoubt(1)
    drop(person)
    expect(goesToNext(person.state())).toBe(true)
    person.scan('C')
    person.type('25')
    person.scan('D')
    expect(person.quantities.get('C')).toBe(20)
    expect(person.quantities.get('D')).toBe(25)
    expect(person.shown.get('B')).toBeNull()
    expect(person.said).toEqual(['15 refused'])
    expect(waitingLine(person.state())).toBeUndefined()
    person.type('25')
    person.enter()
    expect(waitingLine(person.state())).toEqual({ barcode: 'B' })
    person.type('15')
    person.enter()
    expect(person.saved).toEqual(['D 25', 'B 15'])
  })

  it('are the line’s all the same when Enter follows', () => {
    const person = inDoubt(1)
    drop(person)
    expect(waitingLine(person.state())).toEqual({ barcode: 'B' })
    person.enter()
    expect(person.saved).toEqual(['B 20'])
  })

  it('are in no doubt where nothing was dropped, whatever the habit', () => {
    const person = inDoubt(5)
    person.take({ type: 'acknowledged' })
    person.scan('B')
    person.type('20')
    expect(goesToNext(person.state())).toBe(false)
    person.scan('C')
    expect(person.quantities.get('C')).toBeUndefined()
    expect(person.shown.get('B')).toBe('20')
  })

  it('are dropped when a single number is all that is known of the habit', () => {
    const person = inDoubt(0)
    drop(person)
    person.scan('C')
    expect(person.quantities.get('C')).toBeUndefined()
    expect(person.said).toEqual(['15 refused', '20 unsure'])
    person.type('20')
    person.enter()
    expect(person.saved).toEqual(['C 20'])
    expect(waitingLine(person.state())).toEqual({ barcode: 'B' })
  })

  const typedBehind: Readonly<Record<string, (person: ReturnType<typeof typeNumbers>) => void>> = {
    'given with Enter': (person) => {
      person.scan('H')
      person.type('7')
      person.enter()
    },
    'given in its own field': (person) => {
      person.scan('H')
      person.take({ type: 'given', barcode: 'H' })
    },
    'left in its line': (person) => {
      person.scan('H')
      person.type('7')
      person.scan('I')
    },
    'corrected with Enter': (person) => {
      person.type('7')
      person.scan('H')
      person.type('8')
      person.enter()
    },
    'dropped behind a refused scan, with Enter': (person) => {
      person.end(person.scan('H'), true)
      person.type('7')
      person.enter()
      person.take({ type: 'acknowledged' })
    },
  }
  for (const [name, behind] of Object.entries(typedBehind)) {
    it(`are dropped with who has also typed behind a scan: ${name}`, () => {
      const person = typeNumbers()
      for (const number of ['2', '3', '4']) {
        person.type(number)
        person.end(person.scan(`A${number}`))
      }
      behind(person)
      person.take({ type: 'escape' })
      for (const number of ['5', '6']) {
        person.type(number)
        person.end(person.scan(`A${number}`))
      }
      person.type('9')
      person.end(person.scan('X'), true)
      drop(person)
      person.scan('C')
      expect(person.quantities.get('C')).toBeUndefined()
      expect(person.said.at(-1)).toBe('20 unsure')
    })
  }

  it('are the next scan’s also with who has answered what was asked for', () => {
    const person = inDoubt(1)
    drop(person)
    person.enter()
    person.end(person.scan('Y'), true)
    drop(person)
    person.scan('C')
    expect(person.quantities.get('C')).toBe(20)
  })

  it('are dropped on another screen: what was seen on the one before counts no more', () => {
    const person = inDoubt(5)
    person.take({ type: 'acknowledged' })
    person.take({ type: 'screen', screen: 'transfer.edit.2' })
    person.take({ type: 'screen', screen })
    person.end(person.scan('Y'), true)
    drop(person)
    person.scan('C')
    expect(person.quantities.get('C')).toBeUndefined()
  })

  it('are used up, aloud, by a code that is no barcode', () => {
    const person = inDoubt(1)
    drop(person)
    person.scan(undefined)
    expect(person.said).toEqual(['15 refused', '20 used-up'])
    expect(person.shown.get('B')).toBeNull()
  })

  it('name both barcodes when they are dropped', () => {
    const person = inDoubt(0)
    drop(person)
    const id = person.take({ type: 'read', scan: 's', barcode: 'C', screen, wants: true })
    expect(id).toContainEqual({
      type: 'dropped',
      text: '20',
      why: 'unsure',
      barcode: 'B',
      next: 'C',
      again: false,
    })
  })

  it('are not settled by OK: who says it may have lost the number of the next scan', () => {
    const person = inDoubt(0)
    person.type('15')
    person.take({ type: 'acknowledged' })
    person.scan('B')
    person.take({ type: 'acknowledged' })
    person.type('20')
    person.scan('C')
    expect(person.shown.get('B')).toBeNull()
    expect(person.said).toEqual(['15 refused', '20 unsure'])
  })
})

describe('Enter behind digits that are nobody’s', () => {
  it('ends them, and says that they were the refused scan’s: nothing is in doubt', () => {
    const person = typeNumbers()
    person.end(person.scan('A', false), true)
    person.type('15')
    expect(person.underWay()).toBe(true)
    person.enter()
    expect(person.underWay()).toBe(false)
    person.take({ type: 'acknowledged' })
    person.scan('B', false)
    expect(person.said).toEqual(['15 refused'])
  })

  it('is theirs for three seconds, and no longer', () => {
    const person = typeNumbers()
    person.end(person.scan('A'), true)
    expect(person.underWay()).toBe(false)
    person.type('15')
    person.wait(3000)
    expect(person.underWay()).toBe(true)
    person.wait(1)
    expect(person.underWay()).toBe(false)
  })

  it('is not theirs once OK was said', () => {
    const person = typeNumbers()
    person.end(person.scan('A'), true)
    person.type('15')
    person.take({ type: 'acknowledged' })
    expect(person.underWay()).toBe(false)
  })

  it('is the waiting number’s however late it comes', () => {
    const person = typeNumbers()
    person.scan('A')
    person.type('15')
    person.wait(60_000)
    expect(person.underWay()).toBe(true)
  })
})
