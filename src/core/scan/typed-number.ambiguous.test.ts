import { describe, expect, it } from 'vitest'
import { createNumberTyping, screen } from '#tests/support/typed-numbers.ts'
import { belongsToNextScan, waitingLine } from './typed-number.ts'

describe('a scan after a dropped number', () => {
  it('does not run if it would act without its number', () => {
    const person = createNumberTyping()
    person.end(person.scan('A', false), true)
    person.type('30')
    person.scan('B', false)
    expect(person.said).toEqual(['30 refused', 'B not taken'])
  })

  it('does not take the number of the next scan', () => {
    const person = createNumberTyping()
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

  it('takes a number that ends with Enter', () => {
    const person = createNumberTyping()
    person.end(person.scan('A'), true)
    person.type('15')
    person.enter()
    person.scan('B')
    person.type('20')
    person.enter()
    expect(person.saved).toEqual(['B 20'])
  })
})

describe('digits without Enter, after a number was dropped just before the waiting line', () => {
  // `ahead` numbers come before their scans, and then a scan is refused.
  const startAmbiguous = (ahead: number) => {
    const person = createNumberTyping()
    for (let number = 1; number <= ahead; number += 1) {
      person.type(String(number))
      person.end(person.scan(`A${number}`))
    }
    person.type('9')
    person.end(person.scan('X'), true)
    return person
  }
  const drop = (person: ReturnType<typeof createNumberTyping>) => {
    person.type('15')
    person.take({ type: 'acknowledged' })
    person.scan('B')
    person.type('20')
  }

  it('belong to the next scan if every number came before its scan; the line is offered again', () => {
    const person = startAmbiguous(1)
    drop(person)
    expect(belongsToNextScan(person.state())).toBe(true)
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

  it('belong to the line if Enter follows', () => {
    const person = startAmbiguous(1)
    drop(person)
    expect(waitingLine(person.state())).toEqual({ barcode: 'B' })
    person.enter()
    expect(person.saved).toEqual(['B 20'])
  })

  it('belong to the line with any habit if no number was dropped', () => {
    const person = startAmbiguous(5)
    person.take({ type: 'acknowledged' })
    person.scan('B')
    person.type('20')
    expect(belongsToNextScan(person.state())).toBe(false)
    person.scan('C')
    expect(person.quantities.get('C')).toBeUndefined()
    expect(person.shown.get('B')).toBe('20')
  })

  it('are dropped if only one number shows the habit', () => {
    const person = startAmbiguous(0)
    drop(person)
    person.scan('C')
    expect(person.quantities.get('C')).toBeUndefined()
    expect(person.said).toEqual(['15 refused', '20 unsure'])
    person.type('20')
    person.enter()
    expect(person.saved).toEqual(['C 20'])
    expect(waitingLine(person.state())).toEqual({ barcode: 'B' })
  })

  const typedAfterScan: Readonly<Record<string, (person: ReturnType<typeof createNumberTyping>) => void>> = {
    'entered with Enter': (person) => {
      person.scan('H')
      person.type('7')
      person.enter()
    },
    'entered in its own field': (person) => {
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
    'dropped after a refused scan, with Enter': (person) => {
      person.end(person.scan('H'), true)
      person.type('7')
      person.enter()
      person.take({ type: 'acknowledged' })
    },
  }
  for (const [name, typeAfterScan] of Object.entries(typedAfterScan)) {
    it(`are dropped if a number also came after its scan: ${name}`, () => {
      const person = createNumberTyping()
      for (const number of ['2', '3', '4']) {
        person.type(number)
        person.end(person.scan(`A${number}`))
      }
      typeAfterScan(person)
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

  it('belong to the next scan also after answers to repeated questions', () => {
    const person = startAmbiguous(1)
    drop(person)
    person.enter()
    person.end(person.scan('Y'), true)
    drop(person)
    person.scan('C')
    expect(person.quantities.get('C')).toBe(20)
  })

  it('are dropped on another screen, because the habit counts per screen', () => {
    const person = startAmbiguous(5)
    person.take({ type: 'acknowledged' })
    person.take({ type: 'screen', screen: 'transfer.edit.2' })
    person.take({ type: 'screen', screen })
    person.end(person.scan('Y'), true)
    drop(person)
    person.scan('C')
    expect(person.quantities.get('C')).toBeUndefined()
  })

  it('are dropped with a message by a code that is no barcode', () => {
    const person = startAmbiguous(1)
    drop(person)
    person.scan(undefined)
    expect(person.said).toEqual(['15 refused', '20 used-up'])
    expect(person.shown.get('B')).toBeNull()
  })

  it('report both barcodes when they are dropped', () => {
    const person = startAmbiguous(0)
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

  it('stay ambiguous after an acknowledgement', () => {
    const person = startAmbiguous(0)
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

describe('Enter after dropped digits', () => {
  it('ends them, and shows that they belonged to the refused scan', () => {
    const person = createNumberTyping()
    person.end(person.scan('A', false), true)
    person.type('15')
    expect(person.underWay()).toBe(true)
    person.enter()
    expect(person.underWay()).toBe(false)
    person.take({ type: 'acknowledged' })
    person.scan('B', false)
    expect(person.said).toEqual(['15 refused'])
  })

  it('belongs to them for three seconds only', () => {
    const person = createNumberTyping()
    person.end(person.scan('A'), true)
    expect(person.underWay()).toBe(false)
    person.type('15')
    person.wait(3000)
    expect(person.underWay()).toBe(true)
    person.wait(1)
    expect(person.underWay()).toBe(false)
  })

  it('does not belong to them after an acknowledgement', () => {
    const person = createNumberTyping()
    person.end(person.scan('A'), true)
    person.type('15')
    person.take({ type: 'acknowledged' })
    expect(person.underWay()).toBe(false)
  })

  it('belongs to a pending number after any time', () => {
    const person = createNumberTyping()
    person.scan('A')
    person.type('15')
    person.wait(60_000)
    expect(person.underWay()).toBe(true)
  })
})
