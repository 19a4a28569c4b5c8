import type { SheetRegistry } from '#features/printing/server/documents/command-sheet.ts'
import type { LabelTemplate } from '#features/printing/server/labels/label-template.ts'
import type { Printing } from '#features/printing/server/printing.ts'
import type { PrintingStores } from '#features/printing/server/store/index.ts'
import type { Ports } from '#server/domain/ports.ts'
import type { HandlerParts } from '#server/http/handlers/context.ts'

/** The domain's ports, and printing's own. */
export type PrintingPorts = Ports & PrintingStores

/** What printing's calls use. */
export interface PrintingParts<Transaction> extends HandlerParts<Transaction, PrintingStores> {
  /** Hosts of print agents that the site allows beyond its own network. */
  readonly printHosts: readonly string[]
  /** The print thread, the label templates, the commands with a barcode. */
  readonly paper: {
    readonly printing: Printing
    readonly templates: readonly LabelTemplate[]
    readonly registry: SheetRegistry
    /** Name and address of the company. */
    readonly company?: string | undefined
  }
}
