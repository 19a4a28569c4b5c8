// Derived from a kind's calls and fields: its asks, and how it reads answers.
import { storageTypeOf } from '#contract/constants.ts'
import { isReply } from '#contract/reply-messages.ts'
import { type DeclaredKind, statusesOf, type Wire } from '../kind.ts'
import { fieldOf, linesOf, partOf, statusIn, textOf, type Values } from '../values.ts'
import { bodyOf, readFigures, readHeader, readLine } from './body.ts'
import { asked } from './calls.ts'

interface Listed {
  readonly Records: readonly Values[]
  readonly TotalRowCount: number
}

/** Builds a kind from its declaration. */
export function kindOf<const Declared extends DeclaredKind>(
  declared: Declared,
): Declared & { readonly wire: Wire } {
  return { ...declared, wire: wireOf(declared) }
}

function wireOf(kind: DeclaredKind): Wire {
  const { calls, names, header, line, judge } = kind
  const numberName = fieldOf(header, 'number')
  return {
    list: (place, mode, { view: id, all, offset, limit }) => {
      const { lists } = kind.modes[mode] ?? kind.modes.inventory
      const view = lists.find((each) => each.id === id) ?? lists[0]
      const query = {
        trimseasonid: place.season.id,
        [view.at.toLowerCase()]: place.location,
        storagetype: storageTypeOf(mode),
        status: statusesOf(view, all),
        all,
        offset,
        limit,
      }
      return {
        call: `${kind.kind}.list`,
        of: calls.list,
        input: { query: asked(calls.list.query, query) },
        read: ({ Records, TotalRowCount }: Listed) => ({
          documents: Records.map((record) => ({ ...readHeader(kind, record), ...readFigures(record) })),
          total: TotalRowCount,
        }),
      }
    },
    detail: (place, mode, number) => ({
      call: `${kind.kind}.detail`,
      of: calls.detail,
      input: {
        params: Object.fromEntries(
          Object.keys(calls.detail.params?.entries ?? {}).map((name) => [name, number]),
        ),
        query: asked(calls.detail.query, {
          trimseasonid: place.season.id,
          [names.at]: place.location,
          storagetype: storageTypeOf(mode),
        }),
      },
      read: (answer: Values) => {
        const found = partOf(answer, names.header)
        const lines = linesOf(answer, names.lines).map((each) => readLine(line, each))
        return found && { ...readHeader(kind, found), lines }
      },
    }),
    save: (place, mode, change) => ({
      call: `${kind.kind}.save`,
      of: calls.save,
      input: { body: bodyOf(kind, change, mode, place.season.id) },
      read: (reply: Values) =>
        judge(
          {
            message: textOf(reply.Message),
            number: textOf(reply[names.number]) || null,
            lines: linesOf(reply, names.replied).map(({ BarcodeID, ID, Message, Status }) => ({
              barcode: textOf(BarcodeID),
              id: textOf(ID) || null,
              ...(textOf(Status) !== '' && { status: statusIn(textOf(Status).toUpperCase()) }),
              message: textOf(Message),
            })),
          },
          change,
        ),
    }),
    deleteLine: (mode, document, { id }) => ({
      call: `${kind.kind}.deleteLine`,
      of: calls.deleteLine,
      input: {
        params: asked(calls.deleteLine.params, { id: id ?? '' }),
        query: asked(calls.deleteLine.query, {
          id: id ?? '',
          [numberName.toLowerCase()]: document.number ?? '',
          storagetype: storageTypeOf(mode),
        }),
      },
      read: ({ Message }: { readonly Message: string }) => ({
        ok: isReply(Message, kind.replies.deleted),
        message: Message,
      }),
    }),
    searchStock: kind.searchStock,
  }
}
