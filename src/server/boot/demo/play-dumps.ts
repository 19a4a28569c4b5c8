// Runs planned dumps by the domain's rules.

import { dump as kind } from '#core/kinds/dump/rules.ts'
import type { StoredDocument } from '#core/kinds/stored.ts'
import { lineKeyOf } from '#server/domain/documents-port.ts'
import type { LineBody } from '#server/domain/read-body.ts'
import type { Book } from './book.ts'
import type { PlannedDump, PlannedDumpLine } from './dumps.ts'
import { type PlayedDocument, takeLineSteps, takeStep } from './play-steps.ts'

export interface PlayedDump extends PlayedDocument {
  readonly plan: PlannedDump
}

export async function playDump(
  book: Book,
  plan: PlannedDump,
  number: string,
  nextLineId: () => string,
): Promise<PlayedDump> {
  const { mode, location, season, created, dumped, ended } = plan
  let document: StoredDocument = {
    kind: 'dump',
    mode,
    number,
    status: 'OPEN',
    location,
    seasonId: season.id,
    header: { DumpWarehouse: location },
    lines: [],
  }
  if (plan.lines.length > 0) {
    const requests = plan.lines.map((line) => requestOf(line, null))
    const saved = await takeLineSteps(book, kind, document, season, requests, created)
    document = { ...saved, lines: saved.lines.map((line) => ({ ...line, id: nextLineId() })) }
  }
  if (dumped) {
    const requests = document.lines.flatMap((line) => {
      const planned = plan.lines.find(
        ({ barcode, account }) => lineKeyOf({ barcode, source: account }) === lineKeyOf(line),
      )
      return planned?.isDumped ? [requestOf(planned, line.id)] : []
    })
    document = await takeLineSteps(book, kind, document, season, requests, dumped)
  }
  if (ended) document = await takeStep(book, kind, document, ended.to, ended)
  return { plan, document, created, changed: ended ?? dumped ?? created }
}

// The request that saves a planned line (without id) or dumps it (with its id).
const requestOf = ({ barcode, account, quantity, reason }: PlannedDumpLine, id: string | null): LineBody => ({
  id,
  barcode,
  storageLocation: account.place,
  to: id === null ? 'OPEN' : 'DUMPED',
  quantity,
  isReplant: false,
  reason,
  seen: null,
})
