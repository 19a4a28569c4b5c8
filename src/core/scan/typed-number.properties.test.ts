import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createNumberTyping } from '#tests/support/typed-numbers.ts'
import type { NumberEffect } from './number-events.ts'
import { waitingLine } from './typed-number.ts'

describe('typed numbers with any habits and refusals', () => {
  const line = fc.record({
    before: fc.boolean(),
    refused: fc.boolean(),
    // The refusal arrives after this number of actions.
    refusedAfter: fc.nat(5),
    // After this line the person acknowledges the held error, presses Esc, or enters the requested quantity.
    acknowledges: fc.boolean(),
    escapes: fc.boolean(),
    answers: fc.boolean(),
    picks: fc.boolean(),
    forgetsEnter: fc.boolean(),
  })
  const habits = fc.constantFrom('before', 'after', 'mixed', 'forgets Enter')

  it('are never saved or shown in another line, or lost without a message', () => {
    fc.assert(
      fc.property(
        fc.array(line, { minLength: 2, maxLength: 14 }),
        habits,
        fc.boolean(),
        (lines, habit, holds) => {
          const person = createNumberTyping(holds)
          const codeOf = (number: string) => `L${number}`
          const ledger = new Map<string, number>()
          const refused = new Set<string>()
          let held = false
          // The next action reports that these added lines wait for a quantity.
          let waitingScans: string[] = []
          let refusals: { scan: string; left: number }[] = []
          const act = () => {
            for (const scan of waitingScans) person.end(scan, false, true)
            waitingScans = []
            for (const each of refusals) {
              each.left -= 1
              if (each.left >= 0) continue
              person.end(each.scan, true)
              held = true
            }
            refusals = refusals.filter(({ left }) => left >= 0)
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
          const scan = (number: string, picks: boolean, refusedAfter: number) => {
            const barcode = codeOf(number)
            const before = person.said.length
            const id = person.scan(barcode, !picks)
            const quantity = person.quantities.get(barcode)
            const isLeftOut = person.said.slice(before).includes(`${barcode} not taken`)
            if (isLeftOut || refused.has(barcode)) refusals.push({ scan: id, left: refusedAfter })
            else waitingScans.push(id)
            if (quantity !== undefined && !refused.has(barcode)) ledger.set(barcode, quantity)
            act()
          }
          const answer = () => {
            for (let waiting = waitingLine(person.state()); waiting; ) {
              if (person.state().text !== '') return
              type(waiting.barcode.slice(1), true)
              const next = waitingLine(person.state())
              waiting = next?.barcode === waiting.barcode ? undefined : next
            }
          }
          for (const [index, each] of lines.entries()) {
            const number = String(101 + index)
            if (each.refused) refused.add(codeOf(number))
            if (habit === 'before' || (habit === 'mixed' && each.before)) {
              type(number, false)
              scan(number, each.picks, each.refusedAfter)
            } else {
              scan(number, each.picks, each.refusedAfter)
              type(number, habit !== 'forgets Enter' || each.picks || !each.forgetsEnter)
            }
            if (held && each.acknowledges) {
              person.take({ type: 'acknowledged' })
              held = false
            }
            if (each.answers) answer()
            if (each.escapes) person.take({ type: 'escape' })
          }
          for (const [barcode, quantity] of ledger) expect(barcode).toBe(codeOf(String(quantity)))
          for (const [barcode, text] of person.shown)
            if (text !== null && !refused.has(barcode)) expect(barcode).toBe(codeOf(text))
          const messages = person.said.join(' ')
          for (const [index, { refused: isRefused, escapes }] of lines.entries()) {
            const number = String(101 + index)
            const isFound = ledger.has(codeOf(number)) || person.shown.get(codeOf(number)) === number
            if (!isRefused && !escapes && !isFound) expect(messages).toContain(number)
          }
        },
      ),
      { numRuns: 5000 },
    )
  })
})

describe('typed numbers with two habits and refusals', () => {
  it('never go to another line', () => {
    const habit = fc.constantFrom('before', 'after')
    const line = fc.record({
      habit,
      refused: fc.boolean(),
      // The refusal arrives after this number of actions; the person acknowledges it later.
      refusedAfter: fc.nat(4),
      acknowledges: fc.boolean(),
      picks: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(line, { minLength: 2, maxLength: 12 }), fc.boolean(), (lines, holds) => {
        const person = createNumberTyping(holds)
        let isAcknowledged = false
        // The next action reports that these added lines wait for a quantity.
        let waitingScans: string[] = []
        let refusals: { scan: string; left: number; acknowledges: boolean }[] = []
        const act = () => {
          for (const scan of waitingScans) person.end(scan, false, true)
          waitingScans = []
          for (const each of refusals) each.left -= 1
          for (const { scan, left, acknowledges } of refusals) {
            if (left >= 0) continue
            person.end(scan, true)
            isAcknowledged ||= acknowledges
          }
          refusals = refusals.filter(({ left }) => left >= 0)
        }
        lines.forEach(({ habit: order, refused, refusedAfter, acknowledges, picks }, index) => {
          const number = String(101 + index)
          const barcode = `L${number}`
          const read = () => {
            const scan = person.scan(barcode, !picks)
            if (refused) refusals.push({ scan, left: refusedAfter, acknowledges })
            else waitingScans.push(scan)
          }
          if (order === 'before') {
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
          // The person acknowledges only between numbers.
          if (isAcknowledged) person.take({ type: 'acknowledged' })
          isAcknowledged = false
        })
        for (const saved of person.saved) expect(saved).toMatch(/^L(\d+) \1$/)
        for (const [barcode, quantity] of person.quantities)
          if (quantity !== undefined) expect(barcode).toBe(`L${quantity}`)
      }),
      { numRuns: 3000 },
    )
  })
})
