import type { SheetRegistry } from '#features/printing/server/documents/command-sheet.ts'
import type { LabelTemplate } from '#features/printing/server/labels/label-template.ts'
import type { Printing } from '#features/printing/server/printing.ts'
import type { PrintingStores } from '#features/printing/server/store/index.ts'
import type { Ports } from '#server/domain/ports.ts'
import type { HandlerParts } from '#server/http/handlers/context.ts'

/** The ports of the domain and of printing. */
export type PrintingPorts = Ports & PrintingStores

/** The dependencies of the printing handlers. */
export interface PrintingParts<Transaction> extends HandlerParts<Transaction, PrintingStores> {
  /** Hosts of print agents that the site allows beyond its own network. */
  readonly printHosts: readonly string[]
  /** The print thread, the label templates, and the commands that have a barcode. */
  readonly paper: {
    readonly printing: Printing
    readonly templates: readonly LabelTemplate[]
    readonly registry: SheetRegistry
    /** Name and address of the company. */
    readonly company?: string | undefined
  }
}
