// Whom a document is about, in few words: a grower or nursery, the two ends of a transfer, or where plants are written off.

import type { Document, HeaderValues } from '#kinds/document.ts'
import { say } from '#text/say.ts'

/** 'Coast Berries', 'CAC to FLC' or 'Warehouse : CAC'; '' when the header says none of it. */
export function partyLabel(header: HeaderValues): string {
  const { EntityName: name = '', OriginLocationID: from = '', DestinationLocationID: to = '' } = header
  if (name !== '') return name
  if (header.Shelf) return say('documents.shelf', { shelf: header.Shelf })
  if (header.DumpWarehouse) return say('documents.warehouse', { code: header.DumpWarehouse })
  return from === '' || to === '' ? '' : say('documents.fromTo', { from, to })
}

/** The same of a document; in grower storage with the number, since names of growers come twice. */
export function documentLabel({ mode, header }: Pick<Document, 'mode' | 'header'>): string {
  return [mode === 'growerStorage' ? (header.IssueToNbr ?? '') : '', partyLabel(header)]
    .filter((part) => part !== '')
    .join(' - ')
}

/** The same in a list, with the number that the grower or nursery goes by. */
export function rowLabel(header: HeaderValues): string {
  return [header.IssueToNbr ?? header.ReturnedFromNbr ?? '', partyLabel(header)]
    .filter((part) => part !== '')
    .join(' ')
}
