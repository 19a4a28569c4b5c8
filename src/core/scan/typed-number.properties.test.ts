import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { typeNumbers } from '#tests/support/typed-numbers.ts'
import type { NumberEffect } from './number-events.ts'
import { waitingLine } from './typed-number.ts'

describe('people of every habit, and refusals between', () => {
  const line = fc.record({
    before: fc.boolean(),
    refused: fc.boolean(),
    /** When the refusal arrives, in actions of the person. */
    toldAfter: fc.nat(5),
    /** After this line the person acknowledges the held error; presses Esc; enters the requested quantity. */
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
          const person = typeNumbers(holds)
          const codeOf = (number: string) => `L${number}`
          const ledger = new Map<string, number>()
          const refused = new Set<string>()
          let held = false
          /** Added lines report that they wait, whatever was typed by then. */
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
      /** When the refusal arrives, in actions of the person, who acknowledges it later. */
      toldAfter: fc.nat(4),
      hears: fc.boolean(),
      picks: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(line, { minLength: 2, maxLength: 12 }), fc.boolean(), (lines, holds) => {
        const person = typeNumbers(holds)
        /** Pending refusals, counted down per action. */
        let heard = false
        /** Added lines report that they wait, whatever was typed by then. */
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
          // Nobody acknowledges in the middle of a number.
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
