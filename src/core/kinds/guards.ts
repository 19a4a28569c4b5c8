// Guards that several kinds share.
import type { Status } from '#core/wire/constants.ts'
import { type RefusalCode, refuse, type Verdict } from '#core/wire/refusals.ts'
import type { Document, HeaderValues, Line } from './document.ts'

/** Requires at least one line, and this status on every line. */
export function everyLineIs(status: Status, otherwise: RefusalCode) {
  return ({ lines }: Document): Verdict => {
    if (lines.length === 0) return refuse('noLines')
    const open = lines.filter((line) => line.status !== status).length
    return open === 0 ? true : refuse(otherwise, { open })
  }
}

/** Requires at least one line, and a quantity on every line. The refusal has the first line without one. */
export function everyLineHasQuantity({ lines }: Document): Verdict {
  if (lines.length === 0) return refuse('noLines')
  const empty = lines.find((line) => line.ordered === 0)
  return empty ? refuse('linesWithoutQuantity', { barcode: empty.barcode }) : true
}

/** Refuses a quantity of 0. The specification has two texts for it. */
export function refuseZero(code: 'quantityZero' | 'pickOfZero') {
  return (_: Line, quantity: number): Verdict => (quantity > 0 ? true : refuse(code))
}

/** The access rules of a kind with one location, which is in the header field `name`. */
export function atLocationOf(name: string) {
  const location = (header: HeaderValues) => header[name] ?? ''
  return {
    location: (_: string, header: HeaderValues) => location(header),
    concerns: (header: HeaderValues) => [location(header)],
  }
}
