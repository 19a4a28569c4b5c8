// Lines and documents of one kind as its rules see them, and its requests and answers on the wire.
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
import type { DocumentKind, ModeId, Status } from '#core/wire/constants.ts'
import type { PreparedCall } from '#core/wire/prepared-call.ts'
import type { SecurityKey } from '#core/wire/security-keys.ts'

/** Location WH1, a raspberry season. */
export const place: Place = { location: 'WH1', season: { id: '5', name: 'RASP 2026', commodity: 'RASP' } }

/** Returns a saved line: ten plants of a barcode on shelf A-01. */
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

/** Returns a person with these keys. */
export function actor(...keys: readonly SecurityKey[]): Actor {
  return { keys: new Set(keys), readOnly: false }
}

/** Returns what the app reads from an answer. */
export function read<Answer>(ask: PreparedCall<Answer>, answer: unknown): Answer {
  return ask.read(answer as never)
}

interface Example {
  readonly kind: DocumentKind
  readonly number: string
  readonly status: Status
  readonly header: HeaderValues
  /** Default values of its lines. */
  readonly line: Partial<Line>
}

/** Returns functions that make lines and documents of a kind from an example. */
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

/** Returns the requests of a kind, checked like on the server, and its judgement of a reply. */
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
