import type { PrintFormat } from '#core/wire/constants.ts'
import type { PreparedCall } from '#core/wire/prepared-call.ts'
import type { PrintServer as PrintServerRecord } from '#core/wire/print-server.ts'
import { preparePrintCall } from '#features/printing/common/print-calls.ts'
import { preparePrinterCall } from '#features/printing/common/printer-setup.ts'
import type { AdditionalFields } from './printer-fields.tsx'

export interface PrinterValues {
  readonly PrintServer: string
  readonly Port: string
  readonly PrintLocation: string
}

/** Does a print server have these values? */
export function hasValues(values: PrinterValues, printer: PrintServerRecord): boolean {
  return (['PrintServer', 'Port', 'PrintLocation'] as const).every(
    (name) => printer[name].trim() === values[name].trim(),
  )
}

/**
 * Adds a print server at a location, or edits `before`. `own` has the additional fields; null sends the
 * specification call with the other fields of `before` unchanged.
 */
export function savePrinterRequest(
  before: PrintServerRecord | null,
  { PrintServer, Port, PrintLocation }: PrinterValues,
  {
    location,
    format,
    own,
  }: { readonly location: string; readonly format: PrintFormat; readonly own: AdditionalFields | null },
): PreparedCall<string> {
  const values = { PrintServer, Port, PrintLocation }
  if (own) {
    const body = {
      ...values,
      ID: before?.ID ?? null,
      PrinterLocation: before?.PrinterLocation ?? location,
      PrintFormat: format,
      LastChangedDateTime: before?.LastChangedDateTime ?? '',
      ...own,
    }
    return preparePrinterCall('printers.save', { body }, ({ Message }) => Message)
  }
  const noAudit = { CreatedBy: null, CreatedDateTime: null, LastChangedBy: null, LastChangedDateTime: null }
  const record = before ?? { ID: null, PrinterLocation: location, ...noAudit }
  return preparePrintCall(
    'printservers.save',
    { body: { ...record, ...values, PrintFormat: format } },
    ({ Message }) => Message,
  )
}
