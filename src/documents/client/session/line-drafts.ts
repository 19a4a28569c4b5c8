// Unsaved input in lines, stored on the workstation.
import * as v from 'valibot'
import { emptyLine, type Line } from '#core/kinds/document.ts'
import type { Rules } from '#core/kinds/engine.ts'
import {
  changeWorksheet,
  entriesOf,
  isPending,
  lineKey,
  type Worksheet,
  type WorksheetEvent,
} from '#core/kinds/worksheet.ts'
import { STATUSES } from '#core/wire/constants.ts'

// The compiler requires a decision about each new field: a field that is not stored is lost with a reload.
const line = v.object({
  id: v.null(),
  barcode: v.string(),
  status: v.picklist(STATUSES),
  ordered: v.number(),
  picked: v.nullable(v.number()),
  received: v.nullable(v.number()),
  reason: v.string(),
  storageLocation: v.string(),
  secondShelf: v.exactOptional(v.literal(true)),
  available: v.nullable(v.number()),
  plant: v.object({
    variety: v.string(),
    trimType: v.string(),
    stockType: v.string(),
    commodity: v.string(),
  }),
} satisfies Record<Exclude<keyof Line, NotStored>, v.GenericSchema>)

type NotStored = 'changedBy' | 'changedAt' | 'doneAt' | 'asRead' | 'odd'

export const lineDrafts = v.object({
  added: v.array(v.object({ line, typed: v.nullable(v.string()), reason: v.nullish(v.string()) })),
  typed: v.record(v.string(), v.string()),
  reasons: v.optional(v.record(v.string(), v.string()), {}),
  /** Input in the screen's header field; null: none. */
  field: v.nullish(v.string(), null),
  /** The server's value when that input began. */
  fieldSeen: v.nullish(v.string(), null),
})
export type LineDrafts = v.InferOutput<typeof lineDrafts>

/** The unsaved input of a worksheet and of its screen's header field; undefined if there is none. */
export function draftsOf(
  sheet: Worksheet,
  field: string | null,
  fieldSeen: string | null = null,
): LineDrafts | undefined {
  const pending = entriesOf(sheet).filter((entry) => isPending(entry) && !entry.isSearching)
  if (pending.length === 0 && field === null) return undefined
  return {
    added: pending.flatMap(({ line: { id, ...rest }, typed, reason }) =>
      id === null ? [{ line: { ...rest, id, plant: { ...rest.plant } }, typed, reason }] : [],
    ),
    typed: Object.fromEntries(
      pending.flatMap(({ key, line: { id }, typed }) =>
        id === null || typed === null ? [] : [[key, typed]],
      ),
    ),
    reasons: Object.fromEntries(
      pending.flatMap(({ key, line: { id }, reason }) =>
        id === null || reason === null ? [] : [[key, reason]],
      ),
    ),
    field,
    fieldSeen,
  }
}

/** Restores unsaved input. Lines that were saved meanwhile stay as the server has them. */
export function withDrafts(rules: Rules, sheet: Worksheet, drafts: LineDrafts): Worksheet {
  return eventsOf(drafts).reduce((now, event) => changeWorksheet(rules, now, event), sheet)
}

const eventsOf = (drafts: LineDrafts): readonly WorksheetEvent[] => [
  ...drafts.added.flatMap(({ line, typed, reason }): readonly WorksheetEvent[] => {
    const added = { ...emptyLine, ...line }
    return [
      { type: 'added', line: added, ...(typed !== null && { typed }) },
      ...(typeof reason === 'string' ? [{ type: 'reasoned', key: lineKey(added), reason } as const] : []),
    ]
  }),
  ...Object.entries(drafts.reasons).map(
    ([key, reason]): WorksheetEvent => ({ type: 'reasoned', key, reason }),
  ),
  ...Object.entries(drafts.typed).map(([key, text]): WorksheetEvent => ({ type: 'typed', key, text })),
]
