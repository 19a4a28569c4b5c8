// Lines and documents of one kind as its rules see them, and what it says and hears on the wire.
import * as v from 'valibot'
import {
  type Actor,
  type Document,
  emptyLine,
  type HeaderValues,
  type Line,
  type Place,
} from '#core/kinds/document.ts'
import type { Change, Saved, Wire } from '#core/kinds/kind.ts'
import type { Ask } from '#core/wire/ask-of.ts'
import type { DocumentKind, ModeId, Status } from '#core/wire/constants.ts'
import type { SecurityKey } from '#core/wire/security-keys.ts'

/** Location WH1, a raspberry season. */
export const place: Place = { location: 'WH1', season: { id: '5', name: 'RASP 2026', commodity: 'RASP' } }

/** Ten plants of a barcode on shelf A-01, saved. */
export function lineOf(barcode: string, change: Partial<Line> = {}): Line {
  return {
    ...emptyLine,
    id: `id-${barcode}`,
    barcode,
    ordered: 10,
    storageLocation: 'A-01',
    plant: { ...emptyLine.plant, commodity: 'RASP' },
    ...change,
  }
}

/** Somebody who holds these keys. */
export function actor(...keys: readonly SecurityKey[]): Actor {
  return { keys: new Set(keys), readOnly: false }
}

/** What the app reads out of an answer. */
export function read<Answer>(ask: Ask<Answer>, answer: unknown): Answer {
  return ask.read(answer as never)
}

interface Example {
  readonly kind: DocumentKind
  readonly number: string
  readonly status: Status
  readonly header: HeaderValues
  /** What its lines are, unless a test says otherwise. */
  readonly line: Partial<Line>
}

/** Makes lines and documents of a kind after an example. */
export function documentsLike({ line: usual, kind, number, status, header }: Example) {
  return {
    line: (barcode: string, change: Partial<Line> = {}): Line => lineOf(barcode, { ...usual, ...change }),
    document: (lines: readonly Line[], change: Partial<Document> = {}): Document => ({
      kind,
      mode: 'inventory',
      number,
      status,
      header,
      lines,
      ...change,
    }),
  }
}

const newHeader: Change = { type: 'header', values: {}, document: null }

/** What a kind sends, checked as the server checks it, and how it judges a reply. */
export function wireOf<Body extends v.GenericSchema>(
  { wire }: { readonly wire: Wire },
  body: Body,
  reply: v.GenericSchema,
) {
  const saving = (change: Change, mode: ModeId = 'inventory') => wire.save(place, mode, change)
  return {
    bodyOf: (change: Change, mode?: ModeId) => v.parse(body, saving(change, mode).input.body),
    judged: (said: unknown, change: Change = newHeader): Saved => read(saving(change), v.parse(reply, said)),
  }
}
