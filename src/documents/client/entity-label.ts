// Labels for a document's entity: a grower or nursery, a transfer's two locations, or a dump's location.

import type { Document, HeaderValues } from '#core/kinds/document.ts'
import { say } from '#text/say.ts'

/** 'Coast Berries', 'CAC to FLC' or 'Warehouse : CAC'; '' if the header has none. */
export function entityLabel(header: HeaderValues): string {
  const { EntityName: name = '', OriginLocationID: from = '', DestinationLocationID: to = '' } = header
  if (name !== '') return name
  if (header.Shelf) return say('documents.shelf', { shelf: header.Shelf })
  if (header.DumpWarehouse) return say('documents.warehouse', { code: header.DumpWarehouse })
  return from === '' || to === '' ? '' : say('documents.fromTo', { from, to })
}

/** The same for a document; in grower storage with the grower's number, since grower names are not unique. */
export function documentLabel({ mode, header }: Pick<Document, 'mode' | 'header'>): string {
  return [mode === 'growerStorage' ? (header.IssueToNbr ?? '') : '', entityLabel(header)]
    .filter((part) => part !== '')
    .join(' - ')
}

/** The same for a list row, with the number of the grower or nursery. */
export function rowLabel(header: HeaderValues): string {
  return [header.IssueToNbr ?? header.ReturnedFromNbr ?? '', entityLabel(header)]
    .filter((part) => part !== '')
    .join(' ')
}
