// Runs planned returns by the domain's rules.

import { returns as kind } from '#core/kinds/return/rules.ts'
import type { StoredDocument } from '#core/kinds/stored.ts'
import type { Book } from './book.ts'
import { type PlayedDocument, takeLineSteps, takeStep } from './play-steps.ts'
import type { PlannedReturn } from './returns.ts'

export interface PlayedReturn extends PlayedDocument {
  readonly plan: PlannedReturn
}

export async function playReturn(
  book: Book,
  plan: PlannedReturn,
  number: string,
  nextLineId: () => string,
): Promise<PlayedReturn> {
  const { location, season, fields, created, posted } = plan
  let document: StoredDocument = {
    kind: 'return',
    mode: 'inventory',
    number,
    status: 'OPEN',
    location,
    seasonId: season.id,
    header: {
      ReturnWarehouse: location,
      ReturnedFromType: 'Grower',
      ReturnedFromNbr: fields.ReturnedFromNbr,
      InventoryEffect: fields.InventoryEffect,
    },
    lines: [],
  }
  if (plan.lines.length > 0) {
    const requests = plan.lines.map(({ barcode, quantity, reason }) => ({
      id: null,
      barcode,
      storageLocation: '',
      to: 'OPEN' as const,
      quantity,
      isReplant: false,
      reason,
      seen: null,
    }))
    const saved = await takeLineSteps(book, kind, document, season, requests, created)
    document = { ...saved, lines: saved.lines.map((line) => ({ ...line, id: nextLineId() })) }
  }
  if (posted) document = await takeStep(book, kind, document, 'POSTED', posted)
  return { plan, document, created, changed: posted ?? created }
}
