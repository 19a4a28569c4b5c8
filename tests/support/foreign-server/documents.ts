// Stores documents as whole bodies. A saved header replaces the stored one, and a sent line replaces the line
// with the same ID. Lines that are not sent stay. Only a strict server checks types; nothing else is checked.
import type { Stored } from './seed.ts'
import { formatId, formatRecord, type ServerStyle, typeErrors, type Values } from './server-style.ts'
import type { EntityName } from './tables.ts'

/** The field names and messages of a document kind. */
export interface KindNames {
  readonly header: EntityName
  readonly line: EntityName
  readonly headerName: string
  /** Name of the lines in an answer, in a body, and in the reply to a body. */
  readonly lines: string
  readonly sent: string
  readonly replied: string
  readonly number: string
  readonly lineId: string
  readonly status: string
  /** The message for the document, and for a line with its status. */
  readonly says: (temperament: ServerStyle) => unknown
  readonly lineMessage: (status: string) => string
  readonly deletedMessage: string
}

export interface Answered {
  readonly status: number
  readonly body: unknown
}

const isValues = (value: unknown): value is Values => typeof value === 'object' && value !== null
const valuesIn = (value: unknown): Values => (isValues(value) ? value : {})
const same = (one: unknown, other: unknown) => String(one) === String(other)

/** The documents of one kind. `next` is the number of the first new document. */
export function createDocumentStore(
  temperament: ServerStyle,
  names: KindNames,
  seed: readonly Stored[],
  next: { number: number; line: number },
) {
  const all = seed.map(({ header, lines }) => ({ header: { ...header }, lines: [...lines] }))
  const formatHeader = (header: Values) => formatRecord(temperament, names.header, header)
  const formatLine = (line: Values) => formatRecord(temperament, names.line, line)

  const find = (number: unknown) => all.find(({ header }) => same(header[names.number], number))

  return {
    all,
    /** Returns a page of the matching documents. */
    list: (fits: (header: Values) => boolean, query: URLSearchParams) => {
      const found = all.filter(({ header }) => fits(header)).map(({ header }) => formatHeader(header))
      const from = Number(query.get('offset') ?? 0)
      const Records = found.slice(from, from + Number(query.get('limit') ?? 25))
      return { Records, TotalRowCount: found.length }
    },
    detail: (number: string) => {
      const found = find(number)
      const lines = found?.lines.map(formatLine) ?? (temperament === 'nulls' ? null : [])
      return { [names.headerName]: found ? formatHeader(found.header) : null, [names.lines]: lines }
    },
    save: (body: Values): Answered => {
      const header = valuesIn(body[names.headerName])
      const sent = body[names.sent]
      const lines = (Array.isArray(sent) ? sent : isValues(sent) ? [sent] : []).filter(isValues)
      const wrong = [
        ...typeErrors(names.header, header),
        ...lines.flatMap((line) => typeErrors(names.line, line)),
      ]
      if (temperament === 'strict' && wrong.length > 0) {
        return { status: 400, body: { Message: wrong.join('; ') } }
      }
      const number = header[names.number] || next.number++
      const known = find(number)
      const document = known ?? { header: {}, lines: [] }
      document.header = { ...header, [names.number]: number }
      if (!known) all.push(document)
      const replied = lines.map((line) => {
        const id = line[names.lineId] || next.line++
        const stored = { ...line, [names.lineId]: id }
        const at = document.lines.findIndex((each) => same(each[names.lineId], id))
        if (at < 0) document.lines.push(stored)
        else document.lines[at] = stored
        return {
          [names.lineId]: formatId(temperament, id),
          BarcodeID: line['BarcodeID'],
          Message: names.lineMessage(typeof line['Status'] === 'string' ? line['Status'] : 'OPEN'),
        }
      })
      return {
        status: 200,
        body: {
          Message: names.says(temperament),
          [names.number]: formatId(temperament, number),
          [names.replied]: replied,
        },
      }
    },
    remove: (id: string): Answered => {
      for (const document of all)
        document.lines = document.lines.filter((line) => !same(line[names.lineId], id))
      return { status: 200, body: { Message: names.deletedMessage, Id: formatId(temperament, id) } }
    },
  }
}

const silent = (temperament: ServerStyle) => (temperament === 'nulls' ? null : '')

/** The kinds of the specification. */
export const kindNames = {
  issuance: {
    header: 'IssuanceHeader',
    line: 'IssuanceLine',
    headerName: 'IssuanceHeader',
    lines: 'InventoryLines',
    sent: 'InventoryLines',
    replied: 'InventoryLines',
    number: 'TagNbr',
    lineId: 'ID',
    status: 'Status',
    says: () => 'Issuance saved',
    lineMessage: (status) => `Inventory Line ${status} successfully`,
    deletedMessage: 'Inventory line deleted from Issuance',
  },
  dump: {
    header: 'DumpHeader',
    line: 'DumpLine',
    headerName: 'DumpHeader',
    lines: 'DumpLogLines',
    sent: 'DumpLogLines',
    replied: 'InventoryLines',
    number: 'LogNbr',
    lineId: 'ID',
    status: 'Status',
    says: () => 'Dump Log Processed Successfully',
    lineMessage: (status) => `Dump Log Line ${status} successfully`,
    deletedMessage: 'ID DELETED SUCCESSFULLY',
  },
  return: {
    header: 'ReturnHeader',
    line: 'ReturnLine',
    headerName: 'ReturnHeader',
    lines: 'ReturnLines',
    sent: 'ReturnLogLines',
    replied: 'InventoryLines',
    number: 'LogNbr',
    lineId: 'ID',
    status: 'PostStatus',
    says: silent,
    lineMessage: (status) => `Return Log Line ${status} successfully`,
    deletedMessage: 'ID Deleted Successfully',
  },
  transfer: {
    header: 'TransferHeader',
    line: 'TransferLine',
    headerName: 'TransferHeader',
    lines: 'TransferLines',
    sent: 'TransferLines',
    replied: 'TransferLines',
    number: 'TransferNbr',
    lineId: 'ID',
    status: 'Status',
    says: (temperament) =>
      temperament === 'defaults' ? 'Transfer Log Processed Successfully' : silent(temperament),
    lineMessage: (status) => `Transfer Line ${status} successfully`,
    deletedMessage: 'Id Deleted Successfully',
  },
  request: {
    header: 'Adjustment',
    line: 'AdjustmentLine',
    headerName: 'Adjustment',
    lines: 'AdjustmentLines',
    sent: 'AdjustmentLine',
    replied: 'AdjustmentLines',
    number: 'RequestID',
    lineId: 'LineID',
    status: 'Status',
    says: () => 'Adjustment Request updated',
    lineMessage: () => '',
    deletedMessage: '',
  },
} as const satisfies Readonly<Record<string, KindNames>>
