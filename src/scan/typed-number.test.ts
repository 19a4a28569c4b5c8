import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type NumberEffect,
  type NumberEvent,
  noNumber,
  reduceNumber,
  type TypedNumber,
} from './typed-number.ts'

const screen = 'issuance.edit.1'

/** A person with a keyboard and a scanner, on an editor (lines want quantities) unless told otherwise. */
const work = (holds = true) => {
  let state: TypedNumber = noNumber
  let at = 1000
  let scans = 0
  const said: string[] = []
  const saved: string[] = []
  const shown = new Map<string, string | null>()
  const quantities = new Map<string, number | undefined>()
  const take = (event: NumberEvent): readonly NumberEffect[] => {
    const [next, effects] = reduceNumber(state, event, holds)
    state = next
    for (const effect of effects) {
      if (effect.type === 'dropped') {
        if (effect.again) said.pop()
        said.push(`${effect.text} ${effect.why}`)
      }
      if (effect.type === 'not-whole') said.push(`${effect.text} not whole`)
      // A refused scan has left no line.
      if (effect.type === 'commit' && !effect.known) saved.push(`${effect.barcode} ${effect.quantity}`)
      if (effect.type === 'show') shown.set(effect.barcode, effect.text)
    }
    return effects
  }
  return {
    said,
    saved,
    shown,
    quantities,
    take,
    state: () => state,
    wait: (ms: number) => {
      at += ms
    },
    type: (text: string, gap = 120) => {
      for (const key of text) {
        at += gap
        take({ type: 'key', key, at, screen })
      }
    },
    enter: () => take({ type: 'enter' }),
    /** The scan's id; what it got of a number is in `quantities`, by barcode. */
    scan: (
      barcode: string | undefined,
      wants: boolean | undefined = true,
      on: string | undefined = screen,
    ) => {
      scans += 1
      const scan = `scan-${scans}`
      const effects = take({ type: 'read', scan, barcode, screen: on, wants })
      const given = effects.find((effect) => effect.type === 'quantity')
      if (barcode !== undefined) quantities.set(barcode, given?.quantity)
      if (effects.some((effect) => effect.type === 'refuse-scan')) said.push(`${barcode} not taken`)
      return scan
    },
    end: (scan: string, refused = false, wants = false) => take({ type: 'ended', scan, refused, wants, at }),
  }
}

describe('digits after a scan whose line waits for its quantity', () => {
  it('are that line’s from the moment of the scan, and Enter gives them, before any answer', () => {
    const person = work()
    person.scan('A')
    person.type('40')
    expect(person.shown.get('A')).toBe('40')
    person.enter()
    expect(person.saved).toEqual(['A 40'])
  })

  it('are not asked for once more by an answer that comes after them', () => {
    const person = work()
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
    const person = work()
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
    const person = work()
    person.scan('A')
    person.type('4')
    person.wait(10_000)
    person.type('0')
    person.enter()
    expect(person.saved).toEqual(['A 40'])
  })

  it('are given up with Esc: the next ones are for the next scan', () => {
    const person = work()
    person.scan('A')
    person.type('4')
    person.take({ type: 'escape' })
    expect(person.shown.get('A')).toBeNull()
    person.type('12')
    person.scan('B')
    expect(person.quantities.get('B')).toBe(12)
  })

  it('are nobody’s once it is refused, and that is said, however many of them come', () => {
    const person = work()
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
    const person = work()
    person.type('40')
    person.scan('A', false)
    person.scan('B', false)
    expect([...person.quantities.values()]).toEqual([40, undefined])
  })

  it('and Enter are the last scan’s line', () => {
    const person = work()
    person.end(person.scan('A', false))
    person.type('35')
    person.enter()
    expect(person.saved).toEqual(['A 35'])
  })

  it('and Enter without a scan before are told and dropped', () => {
    const person = work()
    person.type('35')
    person.enter()
    expect(person.said).toEqual(['35 no-line'])
  })

  it('begin anew after a pause of 3 s, and after an outcome', () => {
    const person = work()
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
    const person = work()
    person.type('4')
    person.take({ type: 'outcome' })
    person.type('0')
    expect(person.state().text).toBe('40')
  })

  it('are used up by whatever code follows, aloud where it is no barcode', () => {
    const person = work()
    person.type('40')
    person.end(person.scan(undefined), true)
    person.take({ type: 'acknowledged' })
    person.type('40')
    expect(person.state().text).toBe('40')
    expect(person.said).toEqual(['40 used-up'])
  })

  it('are left behind with the screen that they were typed on', () => {
    const person = work()
    person.type('1')
    person.take({ type: 'screen', screen: 'transfer.edit.2' })
    expect(person.state().text).toBe('')
  })
})

describe('a scan after a number that was dropped', () => {
  it('is not carried out where it would act without its number', () => {
    const person = work()
    person.end(person.scan('A', false), true)
    person.type('30')
    person.scan('B', false)
    expect(person.said).toEqual(['30 refused', 'B not taken'])
  })

  it('does not take the number of the scan behind it for its own: quantities never move to the line before', () => {
    const person = work()
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
    const person = work()
    person.end(person.scan('A'), true)
    person.type('15')
    person.enter()
    person.scan('B')
    person.type('20')
    person.enter()
    expect(person.saved).toEqual(['B 20'])
  })
})

describe('a line that turns out to wait', () => {
  it('takes the digits from then on, and leaves those before to the next scan', () => {
    const person = work()
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
    const person = work()
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

describe('two habits, and refusals between', () => {
  it('never give a line another line’s number', () => {
    const habit = fc.constantFrom('before', 'after')
    const line = fc.record({
      habit,
      refused: fc.boolean(),
      /** When the refusal is known, among the person's next acts; the person says OK a while after that. */
      toldAfter: fc.nat(4),
      hears: fc.boolean(),
      picks: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(line, { minLength: 2, maxLength: 12 }), fc.boolean(), (lines, holds) => {
        const person = work(holds)
        /** Refusals on their way: counted down by the person's acts. */
        let heard = false
        /** Lines that were added say that they wait, whatever was typed by then. */
        let answered: string[] = []
        let coming: { scan: string; left: number; hears: boolean }[] = []
        const act = () => {
          for (const scan of answered) person.end(scan, false, true)
          answered = []
          for (const each of coming) each.left -= 1
          for (const { scan, left, hears } of coming) {
            if (left >= 0) continue
            person.end(scan, true)
            heard ||= hears
          }
          coming = coming.filter(({ left }) => left >= 0)
        }
        lines.forEach(({ habit: way, refused, toldAfter, hears, picks }, index) => {
          const number = String(101 + index)
          const barcode = `L${number}`
          const read = () => {
            const scan = person.scan(barcode, !picks)
            if (refused) coming.push({ scan, left: toldAfter, hears })
            else answered.push(scan)
          }
          if (way === 'before') {
            for (const digit of number) {
              person.type(digit)
              act()
            }
            read()
            act()
          } else {
            read()
            act()
            for (const digit of number) {
              person.type(digit)
              act()
            }
            person.enter()
            act()
          }
          // Nobody says OK in the middle of a number.
          if (heard) person.take({ type: 'acknowledged' })
          heard = false
        })
        for (const saved of person.saved) expect(saved).toMatch(/^L(\d+) \1$/)
        for (const [barcode, quantity] of person.quantities)
          if (quantity !== undefined) expect(barcode).toBe(`L${quantity}`)
      }),
      { numRuns: 3000 },
    )
  })
})
