// Builds a kind's requests and parses their responses, from its calls and fields.
import { type ModeId, storageTypeOf } from '#core/wire/constants.ts'
import { pageAfter } from '#core/wire/paging.ts'
import type { PreparedCall } from '#core/wire/prepared-call.ts'
import { isFailure, isReply, unclearMessageOf, unknownMessageOf } from '#core/wire/reply-messages.ts'
import type { Document, Line, Place } from '../document.ts'
import { quantityOf } from '../engine.ts'
import { fieldNameOf } from '../header.ts'
import {
  type Change,
  type DeclaredKind,
  type ListFilter,
  type Page,
  type Saved,
  statusesOf,
  type Wire,
} from '../kind.ts'
import { countOf, linesOf, partOf, statusIn, textOf, type Values } from '../values.ts'
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
  return {
    list: (...given) => listCall(kind, ...given),
    detail: (...given) => detailCall(kind, ...given),
    save: (...given) => saveCall(kind, ...given),
    deleteLine: (...given) => deleteCall(kind, ...given),
    searchStock: kind.searchStock,
  }
}

const listCall = (
  kind: DeclaredKind,
  place: Place,
  mode: ModeId,
  { view: id, all, status, offset, after, limit }: ListFilter,
): PreparedCall<Page> => {
  const { list: call } = kind.calls
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
    of: call,
    input: { query: asked(call.query, query) },
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
}

const detailCall = (
  kind: DeclaredKind,
  place: Place,
  mode: ModeId,
  number: string,
): PreparedCall<Document | null> => {
  const { names } = kind
  const { detail: call } = kind.calls
  return {
    call: `${kind.kind}.detail`,
    of: call,
    input: {
      params: Object.fromEntries(Object.keys(call.params?.entries ?? {}).map((name) => [name, number])),
      query: asked(call.query, {
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
        linesOf(answer, names.lines).map((each, index) => readLine(kind.line, each, rawLines[index])),
      )
      return found && { ...readHeader(kind, found, asRead ?? undefined), ...(asRead && { asRead }), lines }
    },
  }
}

const saveCall = (kind: DeclaredKind, place: Place, mode: ModeId, change: Change): PreparedCall<Saved> => ({
  call: `${kind.kind}.save`,
  of: kind.calls.save,
  input: { body: bodyOf(kind, change, mode, place.season) },
  read: (reply: Values) => ({
    ...kind.judge(
      {
        message: textOf(reply.Message),
        number: textOf(reply[kind.names.number]) || null,
        lines: linesOf(reply, kind.names.replied).map(({ BarcodeID, ID, Message, Status }) => ({
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
})

const deleteCall = (
  kind: DeclaredKind,
  mode: ModeId,
  document: Document,
  line: Line,
  doneAt?: string,
): ReturnType<Wire['deleteLine']> => {
  const { deleteLine: call } = kind.calls
  const uuid = document.header[fieldNameOf(kind.header, 'uuid')] ?? ''
  return {
    call: `${kind.kind}.deleteLine`,
    of: call,
    input: {
      params: asked(call.params, { id: line.id ?? '' }),
      query: asked(call.query, {
        id: line.id ?? '',
        seenstatus: line.status,
        seenqty: quantityOf(line),
        ...(doneAt !== undefined && { donedatetime: doneAt }),
        ...(uuid !== '' && { documentuuid: uuid }),
        [fieldNameOf(kind.header, 'number').toLowerCase()]: document.number ?? '',
        storagetype: storageTypeOf(mode),
      }),
    },
    read: ({ Message, ...reply }: { readonly Message: string }) => {
      const ok = isReply(Message, kind.replies.deleted) || (Message.trim() !== '' && !isFailure(Message))
      return {
        ok,
        message: ok ? unknownMessageOf(Message) : Message,
        ...versionsIn(reply),
        ...unclearMessageOf(ok, Message),
      }
    },
  }
}
