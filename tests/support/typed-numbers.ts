import type { NumberEffect, NumberEvent, TypedNumber } from '#core/scan/number-events.ts'
import { isUnderWay, noNumber, reduceNumber } from '#core/scan/typed-number.ts'

/** The screen that a person types on. */
export const screen = 'issuance.edit.1'

/** A person with a keyboard and a scanner, on an editor (lines want quantities) unless told otherwise. */
export function typeNumbers(holds = true) {
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
