import type { NumberEffect, NumberEvent, TypedNumber } from '#core/scan/number-events.ts'
import { isNumberPending, noNumber, reduceNumber } from '#core/scan/typed-number.ts'

/** The screen on which a person types. */
export const screen = 'issuance.edit.1'

/** A person with a keyboard and a scanner. By default they work on an editor, whose lines need quantities. */
export function createNumberTyping(holds = true) {
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
      // A refused scan leaves no line.
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
    underWay: () => isNumberPending(state, at, holds),
    /** Returns the scan's id. `quantities` has the number that it received, by barcode. */
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
