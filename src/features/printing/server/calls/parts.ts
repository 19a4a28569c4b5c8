import type { Problem } from '#core/wire/problem.ts'
import type { Result } from '#core/wire/result.ts'
import type { DocumentPorts } from '#documents/server/documents-port.ts'
import type { Trace } from '#features/history/common/trace.ts'
import type { SheetRegistry } from '#features/printing/server/documents/command-sheet.ts'
import type { LabelTemplate } from '#features/printing/server/labels/label-template.ts'
import type { Printing } from '#features/printing/server/printing.ts'
import type { PrintingStores } from '#features/printing/server/store/index.ts'
import type { PageRequest } from '#server/domain/paging.ts'
import type { Person } from '#server/domain/people.ts'
import type { HandlerParts } from '#server/http/handlers/context.ts'

/** The ports of documents and of printing. */
export type PrintingPorts = DocumentPorts & PrintingStores

/** The dependencies of the printing handlers. */
export interface PrintingParts<Transaction> extends HandlerParts<Transaction, PrintingPorts> {
  /** Reads the trace of a lot for a user. */
  readonly readTrace: (person: Person, barcode: string, page: PageRequest) => Promise<Result<Trace, Problem>>
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
