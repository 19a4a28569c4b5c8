import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createNumberTyping, screen } from '#tests/support/typed-numbers.ts'
import type { NumberEffect } from './number-events.ts'
import { waitingLine } from './typed-number.ts'

const keptIn = (effects: readonly NumberEffect[]) =>
  effects.find((effect) => effect.type === 'kept')?.quantity
const givenIn = (effects: readonly NumberEffect[]) =>
  effects.find((effect) => effect.type === 'quantity')?.quantity

// A person who keeps 25 for the next scans.
const keeping = (holds = true) => {
  const person = createNumberTyping(holds)
  let scans = 0
  const scan = (
    barcode: string,
    { wants, kept }: { wants: boolean; kept: number | 'unknown' | undefined } = { wants: true, kept: 25 },
  ) => {
    scans += 1
    const id = `kept-${scans}`
    const read = { type: 'read', scan: id, barcode, screen, wants } as const
    return { id, effects: person.take({ ...read, ...(kept !== undefined && { kept }) }) }
  }
  return { ...person, scanKept: scan }
}

describe('a quantity kept for the next scans', () => {
  it('applies to each scan, and no line waits', () => {
    const person = keeping()
    for (const barcode of ['L1', 'L2', 'L3']) {
      expect(keptIn(person.scanKept(barcode).effects)).toBe(25)
      expect(waitingLine(person.state())).toBeUndefined()
    }
  })

  it('is replaced once by a number before the scan', () => {
    const person = keeping()
    person.type('7')
    expect(givenIn(person.scanKept('L1').effects)).toBe(7)
    expect(keptIn(person.scanKept('L2').effects)).toBe(25)
  })

  it('allows a change of the last line by a number and Enter', () => {
    const person = keeping()
    person.scanKept('L1')
    person.type('7')
    person.enter()
    expect(person.saved).toEqual(['L1 7'])
    expect(keptIn(person.scanKept('L2').effects)).toBe(25)
  })

  it('stays after a refusal, but does not replace digits that were dropped', () => {
    const person = keeping()
    const { id } = person.scanKept('L1')
    person.end(id, true)
    person.type('9')
    person.take({ type: 'acknowledged' })
    expect(person.said).toEqual(['9 refused'])
    const { effects } = person.scanKept('L2')
    expect(keptIn(effects)).toBeUndefined()
    expect(waitingLine(person.state())).toEqual({ barcode: 'L2' })
    person.type('9')
    person.enter()
    expect(person.saved).toEqual(['L2 9'])
    expect(keptIn(person.scanKept('L3').effects)).toBe(25)
  })

  it('refuses a pick after digits for another line, instead of picking the ordered quantity', () => {
    const person = keeping()
    person.scan('L1')
    person.type('30')
    const { effects } = person.scanKept('L2', { wants: false, kept: 25 })
    expect(effects).toContainEqual({ type: 'refuse-scan', dropped: '30' })
    expect(person.shown.get('L1')).toBe('30')
  })

  it('makes the last line wait if the scan reports so later', () => {
    const person = keeping()
    const { id } = person.scanKept('L1')
    person.end(id, false, true)
    expect(waitingLine(person.state())).toEqual({ barcode: 'L1' })
  })

  it('applies later to a scan whose screen is not open yet', () => {
    expect(keptIn(keeping().scanKept('L1', { wants: true, kept: 'unknown' }).effects)).toBe('unknown')
  })
})

describe('a kept quantity with any habits', () => {
  const line = fc.record({
    // When the person types the number of this line, if at all.
    types: fc.constantFrom('nothing', 'before', 'after'),
    refused: fc.boolean(),
    // The refusal arrives after this number of actions; the person acknowledges it later.
    refusedAfter: fc.nat(4),
    acknowledges: fc.boolean(),
    picks: fc.boolean(),
    // Is a quantity kept for this line?
    kept: fc.boolean(),
  })

  it('gives no line another number, or the kept quantity instead of its own number', () => {
    fc.assert(
      fc.property(fc.array(line, { minLength: 2, maxLength: 12 }), fc.boolean(), (lines, holds) => {
        const person = keeping(holds)
        const ledger = new Map<string, number>()
        let isAcknowledged = false
        let refusals: { scan: string; left: number; acknowledges: boolean }[] = []
        const act = () => {
          for (const each of refusals) each.left -= 1
          for (const { scan, left, acknowledges } of refusals) {
            if (left >= 0) continue
            person.end(scan, true)
            isAcknowledged ||= acknowledges
          }
          refusals = refusals.filter(({ left }) => left >= 0)
        }
        const type = (number: string) => {
          for (const digit of number) {
            person.type(digit)
            act()
          }
        }
        lines.forEach(({ types, refused, refusedAfter, acknowledges, picks, kept }, index) => {
          const number = String(101 + index)
          const barcode = `L${number}`
          if (types === 'before') type(number)
          const before = person.said.length
          const { id, effects } = person.scanKept(barcode, {
            wants: !picks,
            kept: kept ? 25 : undefined,
          })
          const givenQuantity = givenIn(effects)
          const keptQuantity = keptIn(effects)
          if (givenQuantity !== undefined) expect(barcode).toBe(`L${givenQuantity}`)
          if (typeof keptQuantity === 'number') {
            expect(kept).toBe(true)
            // A number that was typed before the scan must never be replaced.
            expect(types).not.toBe('before')
            ledger.set(barcode, keptQuantity)
          }
          expect(person.said.slice(before).every((words) => !words.includes(' 25'))).toBe(true)
          if (refused) refusals.push({ scan: id, left: refusedAfter, acknowledges })
          else person.end(id)
          act()
          if (types === 'after') {
            type(number)
            person.enter()
            act()
          }
          if (isAcknowledged) person.take({ type: 'acknowledged' })
          isAcknowledged = false
        })
        for (const saved of person.saved) expect(saved).toMatch(/^L(\d+) \1$/)
        for (const quantity of ledger.values()) expect(quantity).toBe(25)
      }),
      { numRuns: 3000 },
    )
  })
})
