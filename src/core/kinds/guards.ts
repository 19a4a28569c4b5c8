// Guards that several kinds share.
import type { Status } from '#core/wire/constants.ts'
import { type RefusalCode, refuse, type Verdict } from '#core/wire/refusals.ts'
import type { Document, HeaderValues, Line } from './document.ts'

/** There are lines, and all of them have this status. */
export function everyLineIs(status: Status, otherwise: RefusalCode) {
  return ({ lines }: Document): Verdict => {
    if (lines.length === 0) return refuse('noLines')
    const open = lines.filter((line) => line.status !== status).length
    return open === 0 ? true : refuse(otherwise, { open })
  }
}

/** There are lines, and each has a quantity; the refusal names the first without. */
export function everyLineHasQuantity({ lines }: Document): Verdict {
  if (lines.length === 0) return refuse('noLines')
  const empty = lines.find((line) => line.ordered === 0)
  return empty ? refuse('linesWithoutQuantity', { barcode: empty.barcode }) : true
}

/** The quantity must not be 0. The specification words it in two ways. */
export function neverZero(code: 'quantityZero' | 'pickOfZero') {
  return (_: Line, quantity: number): Verdict => (quantity > 0 ? true : refuse(code))
}

/** Steps and visibility at the one location that a header field names. */
export function atLocationOf(name: string) {
  const location = (header: HeaderValues) => header[name] ?? ''
  return {
    location: (_: string, header: HeaderValues) => location(header),
    concerns: (header: HeaderValues) => [location(header)],
  }
}
