import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  goesToNext,
  isUnderWay,
  type NumberEffect,
  type NumberEvent,
  noNumber,
  reduceNumber,
  type TypedNumber,
  waitingLine,
} from './typed-number.ts'

const screen = 'issuance.edit.1'

// A person with a keyboard and a scanner, on an editor (lines want quantities) unless told otherwise.
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
    underWay: () => isUnderWay(state, at, holds),
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

describe('digits without Enter, where a number was dropped just before the line that waits', () => {
  /** So many numbers stand before their scans; then one is refused, 15 is typed before OK, and B comes without a number. */
  const inDoubt = (ahead: number) => {
    const person = work()
    for (let number = 1; number <= ahead; number += 1) {
      person.type(String(number))
      person.end(person.scan(`A${number}`))
    }
    person.type('9')
    person.end(person.scan('X'), true)
    return person
  }
  const drop = (person: ReturnType<typeof work>) => {
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

  const typedBehind: Readonly<Record<string, (person: ReturnType<typeof work>) => void>> = {
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
      const person = work()
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
    const person = work()
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
    const person = work()
    person.end(person.scan('A'), true)
    expect(person.underWay()).toBe(false)
    person.type('15')
    person.wait(3000)
    expect(person.underWay()).toBe(true)
    person.wait(1)
    expect(person.underWay()).toBe(false)
  })

  it('is not theirs once OK was said', () => {
    const person = work()
    person.end(person.scan('A'), true)
    person.type('15')
    person.take({ type: 'acknowledged' })
    expect(person.underWay()).toBe(false)
  })

  it('is the waiting number’s however late it comes', () => {
    const person = work()
    person.scan('A')
    person.type('15')
    person.wait(60_000)
    expect(person.underWay()).toBe(true)
  })
})

describe('people of every habit, and refusals between', () => {
  const line = fc.record({
    before: fc.boolean(),
    refused: fc.boolean(),
    /** When the refusal is known, among the person's next acts. */
    toldAfter: fc.nat(5),
    /** After this line the person says OK to what is held; gives up with Esc; gives what is asked for. */
    hears: fc.boolean(),
    escapes: fc.boolean(),
    answers: fc.boolean(),
    picks: fc.boolean(),
    forgetsEnter: fc.boolean(),
  })
  const habits = fc.constantFrom('before', 'after', 'mixed', 'forgets Enter')

  it('no number is given to another line, stands in another line, or is lost without a word', () => {
    fc.assert(
      fc.property(
        fc.array(line, { minLength: 2, maxLength: 14 }),
        habits,
        fc.boolean(),
        (lines, habit, holds) => {
          const person = work(holds)
          const codeOf = (number: string) => `L${number}`
          const ledger = new Map<string, number>()
          const refused = new Set<string>()
          let held = false
          /** Lines that were added say that they wait, whatever was typed by then. */
          let answered: string[] = []
          let coming: { scan: string; left: number }[] = []
          const act = () => {
            for (const scan of answered) person.end(scan, false, true)
            answered = []
            for (const each of coming) {
              each.left -= 1
              if (each.left >= 0) continue
              person.end(each.scan, true)
              held = true
            }
            coming = coming.filter(({ left }) => left >= 0)
          }
          const keep = (effects: readonly NumberEffect[]) => {
            for (const effect of effects)
              if (effect.type === 'commit' && !refused.has(effect.barcode))
                ledger.set(effect.barcode, effect.quantity)
          }
          const type = (number: string, enter: boolean) => {
            for (const digit of number) {
              person.type(digit)
              act()
            }
            if (enter) keep(person.enter())
            act()
          }
          const scan = (number: string, picks: boolean, toldAfter: number) => {
            const barcode = codeOf(number)
            const before = person.said.length
            const id = person.scan(barcode, !picks)
            const quantity = person.quantities.get(barcode)
            const isLeftOut = person.said.slice(before).includes(`${barcode} not taken`)
            if (isLeftOut || refused.has(barcode)) coming.push({ scan: id, left: toldAfter })
            else answered.push(id)
            if (quantity !== undefined && !refused.has(barcode)) ledger.set(barcode, quantity)
            act()
          }
          const answer = () => {
            for (let asked = waitingLine(person.state()); asked; ) {
              if (person.state().text !== '') return
              type(asked.barcode.slice(1), true)
              const next = waitingLine(person.state())
              asked = next?.barcode === asked.barcode ? undefined : next
            }
          }
          for (const [index, each] of lines.entries()) {
            const number = String(101 + index)
            if (each.refused) refused.add(codeOf(number))
            if (habit === 'before' || (habit === 'mixed' && each.before)) {
              type(number, false)
              scan(number, each.picks, each.toldAfter)
            } else {
              scan(number, each.picks, each.toldAfter)
              type(number, habit !== 'forgets Enter' || each.picks || !each.forgetsEnter)
            }
            if (held && each.hears) {
              person.take({ type: 'acknowledged' })
              held = false
            }
            if (each.answers) answer()
            if (each.escapes) person.take({ type: 'escape' })
          }
          for (const [barcode, quantity] of ledger) expect(barcode).toBe(codeOf(String(quantity)))
          for (const [barcode, text] of person.shown)
            if (text !== null && !refused.has(barcode)) expect(barcode).toBe(codeOf(text))
          const told = person.said.join(' ')
          for (const [index, { refused: isRefused, escapes }] of lines.entries()) {
            const number = String(101 + index)
            const isThere = ledger.has(codeOf(number)) || person.shown.get(codeOf(number)) === number
            if (!isRefused && !escapes && !isThere) expect(told).toContain(number)
          }
        },
      ),
      { numRuns: 5000 },
    )
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
