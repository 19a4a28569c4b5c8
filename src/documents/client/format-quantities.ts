// A line's quantities as text, by the line's status.

import type { Document, Line } from '#core/kinds/document.ts'
import type { Kind } from '#core/kinds/kind.ts'
import type { StageId } from '#core/kinds/verbs.ts'
import type { DocumentKind, Status } from '#core/wire/constants.ts'
import { isTextCode, say, sayCode } from '#text/say.ts'
import { codeOf } from './session/wording.ts'

// Not shipped, dumped or cancelled yet.
const isOpen = (status: Status) => status === 'OPEN' || status === 'RESERVED' || status === 'PICKED'

/** A line's quantities, in the kind's own sentence if it has one. */
export function formatLine(
  { kind, tells }: Pick<Kind, 'kind' | 'tells'>,
  line: Line,
  document: Document | undefined,
  stage: StageId,
): string {
  if (!tells) return formatQuantities(line, kind, stage)
  const sentence = document && tells(line, document)
  return sentence ? sayCode(sentence.code, sentence.facts) : ''
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
  // The origin shows the received quantity too.
  if (stage === 'detail' && received !== null && status !== 'CANCELLED') {
    return say('documents.arrivedOf', { ordered, shipped: picked ?? ordered, n: received })
  }
  if (picked === null || status === 'CANCELLED') return formatOrdered(line, kind)
  return ordered === 0
    ? say('documents.pickedUnordered', { n: picked })
    : say('documents.pickedOf', { n: picked, ordered })
}

// The quantity to order, dump or return; after the step, with the kind's own word if it has one.
const formatOrdered = ({ ordered, status }: Line, kind: DocumentKind): string => {
  const doneCode = codeOf(kind, 'lineQuantity', status)
  return sayCode(isTextCode(doneCode) ? doneCode : codeOf(kind, 'lineQuantity'), { n: ordered })
}
