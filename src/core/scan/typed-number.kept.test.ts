import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { screen, typeNumbers } from '#tests/support/typed-numbers.ts'
import type { NumberEffect } from './number-events.ts'
import { waitingLine } from './typed-number.ts'

const keptIn = (effects: readonly NumberEffect[]) =>
  effects.find((effect) => effect.type === 'kept')?.quantity
const givenIn = (effects: readonly NumberEffect[]) =>
  effects.find((effect) => effect.type === 'quantity')?.quantity

// A person who keeps 25 for the next scans.
const keeping = (holds = true) => {
  const person = typeNumbers(holds)
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
  it('is given to each scan, and no line waits', () => {
    const person = keeping()
    for (const barcode of ['L1', 'L2', 'L3']) {
      expect(keptIn(person.scanKept(barcode).effects)).toBe(25)
      expect(waitingLine(person.state())).toBeUndefined()
    }
  })

  it('gives way once to a number before the scan', () => {
    const person = keeping()
    person.type('7')
    expect(givenIn(person.scanKept('L1').effects)).toBe(7)
    expect(keptIn(person.scanKept('L2').effects)).toBe(25)
  })

  it('lets a number and Enter change the line of the last scan', () => {
    const person = keeping()
    person.scanKept('L1')
    person.type('7')
    person.enter()
    expect(person.saved).toEqual(['L1 7'])
    expect(keptIn(person.scanKept('L2').effects)).toBe(25)
  })

  it('stays through a refusal; digits that were dropped after it are asked for, not replaced', () => {
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

  it('refuses a pick after digits that stay with another line, instead of picking what was ordered', () => {
    const person = keeping()
    person.scan('L1')
    person.type('30')
    const { effects } = person.scanKept('L2', { wants: false, kept: 25 })
    expect(effects).toContainEqual({ type: 'refuse-scan', dropped: '30' })
    expect(person.shown.get('L1')).toBe('30')
  })

  it('makes the last line wait if it turns out to have a quantity already', () => {
    const person = keeping()
    const { id } = person.scanKept('L1')
    person.end(id, false, true)
    expect(waitingLine(person.state())).toEqual({ barcode: 'L1' })
  })

  it('is taken by a scan whose screen is not open yet, when it is', () => {
    expect(keptIn(keeping().scanKept('L1', { wants: true, kept: 'unknown' }).effects)).toBe('unknown')
  })
})

describe('a kept quantity among people of every habit', () => {
  const line = fc.record({
    /** What the person types for this line, if anything, and when. */
    types: fc.constantFrom('nothing', 'before', 'after'),
    refused: fc.boolean(),
    /** When the refusal arrives, in actions of the person, who acknowledges it later. */
    toldAfter: fc.nat(4),
    hears: fc.boolean(),
    picks: fc.boolean(),
    /** From this line on the quantity is kept, or not. */
    kept: fc.boolean(),
  })

  it('no line gets another line’s number, and none the kept quantity instead of its own', () => {
    fc.assert(
      fc.property(fc.array(line, { minLength: 2, maxLength: 12 }), fc.boolean(), (lines, holds) => {
        const person = keeping(holds)
        const ledger = new Map<string, number>()
        let heard = false
        let coming: { scan: string; left: number; hears: boolean }[] = []
        const act = () => {
          for (const each of coming) each.left -= 1
          for (const { scan, left, hears } of coming) {
            if (left >= 0) continue
            person.end(scan, true)
            heard ||= hears
          }
          coming = coming.filter(({ left }) => left >= 0)
        }
        const type = (number: string) => {
          for (const digit of number) {
            person.type(digit)
            act()
          }
        }
        lines.forEach(({ types, refused, toldAfter, hears, picks, kept }, index) => {
          const number = String(101 + index)
          const barcode = `L${number}`
          if (types === 'before') type(number)
          const before = person.said.length
          const { id, effects } = person.scanKept(barcode, {
            wants: !picks,
            kept: kept ? 25 : undefined,
          })
          const given = givenIn(effects)
          const keptNow = keptIn(effects)
          if (given !== undefined) expect(barcode).toBe(`L${given}`)
          if (typeof keptNow === 'number') {
            expect(kept).toBe(true)
            // Its own number was typed before it: it must not be replaced, whatever has become of it.
            expect(types).not.toBe('before')
            ledger.set(barcode, keptNow)
          }
          expect(person.said.slice(before).every((words) => !words.includes(' 25'))).toBe(true)
          if (refused) coming.push({ scan: id, left: toldAfter, hears })
          else person.end(id)
          act()
          if (types === 'after') {
            type(number)
            person.enter()
            act()
          }
          if (heard) person.take({ type: 'acknowledged' })
          heard = false
        })
        for (const saved of person.saved) expect(saved).toMatch(/^L(\d+) \1$/)
        for (const quantity of ledger.values()) expect(quantity).toBe(25)
      }),
      { numRuns: 3000 },
    )
  })
})
