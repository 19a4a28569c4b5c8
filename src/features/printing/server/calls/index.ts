import { labelTemplateHandlers } from './label-templates.ts'
import type { PrintingParts } from './parts.ts'
import { printerSetupHandlers } from './printer-setup.ts'
import { printHandlers } from './printing.ts'

/** Combines the printing handlers: print servers, reports, labels, templates, printer setups. */
export function printingHandlers<Transaction>(parts: PrintingParts<Transaction>) {
  return { ...printHandlers(parts), ...printerSetupHandlers(parts), ...labelTemplateHandlers(parts) }
}
