// Whom a document is about, in few words: a grower or nursery, or the two ends of a transfer.
import { say } from '#text/say.ts'
import type { HeaderValues } from '#workflows/document.ts'

/** 'Coast Berries', or 'CAC to FLC'; '' when the header says neither. */
export const wordParty = (header: HeaderValues): string => {
  const { EntityName: name = '', OriginLocationID: from = '', DestinationLocationID: to = '' } = header
  if (name !== '') return name
  return from === '' || to === '' ? '' : say('documents.fromTo', { from, to })
}
