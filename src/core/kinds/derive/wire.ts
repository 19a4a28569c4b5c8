// Builds a kind's requests and parses their responses, from its calls and fields.
import { storageTypeOf } from '#core/wire/constants.ts'
import { pageAfter } from '#core/wire/paging.ts'
import { isFailure, isReply, unclearMessageOf, unknownMessageOf } from '#core/wire/reply-messages.ts'
import type { Document } from '../document.ts'
import { quantityOf } from '../engine.ts'
import { type DeclaredKind, type Saved, statusesOf, type Wire } from '../kind.ts'
import { countOf, fieldNameOf, linesOf, partOf, statusIn, textOf, type Values } from '../values.ts'
import { withSecondShelves } from '../worksheet.ts'
import { bodyOf, readFigures, readHeader, readLine } from './body.ts'
import { asked } from './calls.ts'

interface ListResponse {
  readonly Records: readonly Values[]
  readonly TotalRowCount: number
  readonly Next?: string | null
}

/** Builds a kind from its declaration. */
export function kindOf<const Declared extends DeclaredKind>(
  declared: Declared,
): Declared & { readonly wire: Wire } {
  return { ...declared, wire: wireOf(declared) }
}

const versionsIn = ({ VersionBefore, VersionAfter }: Values): Pick<Saved, 'versions'> => {
  const [before, after] = [countOf(VersionBefore), countOf(VersionAfter)]
  return before === null || after === null ? {} : { versions: { before, after } }
}

function wireOf(kind: DeclaredKind): Wire {
  const { calls, names, header, line, judge } = kind
  const numberName = fieldNameOf(header, 'number')
  const uuidOf = (document: Document) => document.header[fieldNameOf(header, 'uuid')] ?? ''
  return {
    list: (place, mode, { view: id, all, status, offset, after, limit }) => {
      const { lists } = kind.modes[mode] ?? kind.modes.inventory
      const view = lists.find((each) => each.id === id) ?? lists[0]
      const query = {
        trimseasonid: place.season.id,
        [view.locationField.toLowerCase()]: place.location,
        storagetype: storageTypeOf(mode),
        status: statusesOf(view, status ?? (all ? 'all' : 'usual')),
        all,
        offset,
        ...(after !== undefined && { after }),
        limit,
      }
      return {
        call: `${kind.kind}.list`,
        of: calls.list,
        input: { query: asked(calls.list.query, query) },
        read: ({ Records, TotalRowCount, Next }: ListResponse, json?: unknown) => {
          const rawRecords = linesOf(json, 'Records')
          return {
            documents: Records.map((record, index) => ({
              ...readHeader(kind, record, rawRecords[index]),
              ...readFigures(record),
            })),
            total: TotalRowCount,
            next: pageAfter({ offset }, { n: Records.length, total: TotalRowCount, next: Next }),
          }
        },
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
      read: (answer: Values, json?: unknown) => {
        const found = partOf(answer, names.header)
        const asRead = partOf(json, names.header)
        const rawLines = linesOf(json, names.lines)
        const lines = withSecondShelves(
          linesOf(answer, names.lines).map((each, index) => readLine(line, each, rawLines[index])),
        )
        return found && { ...readHeader(kind, found, asRead ?? undefined), ...(asRead && { asRead }), lines }
      },
    }),
    save: (place, mode, change) => ({
      call: `${kind.kind}.save`,
      of: calls.save,
      input: { body: bodyOf(kind, change, mode, place.season) },
      read: (reply: Values) => ({
        ...judge(
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
        ...versionsIn(reply),
      }),
    }),
    deleteLine: (mode, document, line, doneAt) => ({
      call: `${kind.kind}.deleteLine`,
      of: calls.deleteLine,
      input: {
        params: asked(calls.deleteLine.params, { id: line.id ?? '' }),
        query: asked(calls.deleteLine.query, {
          id: line.id ?? '',
          seenstatus: line.status,
          seenqty: quantityOf(line),
          ...(doneAt !== undefined && { donedatetime: doneAt }),
          ...(uuidOf(document) !== '' && { documentuuid: uuidOf(document) }),
          [numberName.toLowerCase()]: document.number ?? '',
          storagetype: storageTypeOf(mode),
        }),
      },
      read: ({ Message, ...reply }: { readonly Message: string }) => {
        const ok = isReply(Message, kind.replies.deleted) || (Message.trim() !== '' && !isFailure(Message))
        const versions = versionsIn(reply)
        return {
          ok,
          message: ok ? unknownMessageOf(Message) : Message,
          ...versions,
          ...unclearMessageOf(ok, Message),
        }
      },
    }),
    searchStock: kind.searchStock,
  }
}
