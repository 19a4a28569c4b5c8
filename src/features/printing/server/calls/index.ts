import { labelTemplateHandlers } from './label-templates.ts'
import type { PrintingParts } from './parts.ts'
import { printerSetupHandlers } from './printer-setup.ts'
import { printHandlers } from './printing.ts'

/** The handlers of printing: print servers, reports, labels and their templates, set-ups of printers. */
export function printingHandlers<Transaction>(parts: PrintingParts<Transaction>) {
  return { ...printHandlers(parts), ...printerSetupHandlers(parts), ...labelTemplateHandlers(parts) }
}
