// A line's quantities as text: by its status, not by its screen.

import type { Document, Line } from '#core/kinds/document.ts'
import type { Kind } from '#core/kinds/kind.ts'
import type { StageId } from '#core/kinds/verbs.ts'
import type { DocumentKind, Status } from '#core/wire/constants.ts'
import { isTextCode, say, sayCode } from '#text/say.ts'
import { codeOf } from './session/wording.ts'

// Not shipped, dumped or cancelled yet.
const isOpen = (status: Status) => status === 'OPEN' || status === 'RESERVED' || status === 'PICKED'

/** A line's quantities, in the kind's own words if it has any. */
export function formatLine(
  { kind, tells }: Pick<Kind, 'kind' | 'tells'>,
  line: Line,
  document: Document | undefined,
  stage: StageId,
): string {
  if (!tells) return formatQuantities(line, kind, stage)
  const told = document && tells(line, document)
  return told ? sayCode(told.code, told.facts) : ''
}

/** 'Ordered 40 · 60 available', 'Picked 20 of 40', 'Dumped 23'. */
export function formatQuantities(line: Line, kind: DocumentKind, stage: StageId): string {
  const { id, ordered, picked, received, available, status } = line
  if (stage === 'edit') {
    const parts = [
      id === null ? '' : formatOrdered(line, kind),
      available === null || !isOpen(status) ? '' : sayCode(codeOf(kind, 'lineAvailable'), { n: available }),
    ]
    return parts.filter((part) => part !== '').join(' · ')
  }
  if (stage === 'receive' && (status === 'SHIPPED' || status === 'RECEIVED')) {
    const shipped = picked ?? ordered
    return received === null
      ? say('documents.shippedOf', { n: shipped })
      : say('documents.receivedOf', { n: received, shipped })
  }
  // What has arrived is shown at the origin too.
  if (stage === 'detail' && received !== null && status !== 'CANCELLED') {
    return say('documents.arrivedOf', { ordered, shipped: picked ?? ordered, n: received })
  }
  if (picked === null || status === 'CANCELLED') return formatOrdered(line, kind)
  return ordered === 0
    ? say('documents.pickedUnordered', { n: picked })
    : say('documents.pickedOf', { n: picked, ordered })
}

// The quantity to order, dump or return; after the step, in the kind's word for it if it has one.
const formatOrdered = ({ ordered, status }: Line, kind: DocumentKind): string => {
  const gone = codeOf(kind, 'lineQuantity', status)
  return sayCode(isTextCode(gone) ? gone : codeOf(kind, 'lineQuantity'), { n: ordered })
}
