import type { LabelTemplatesPort } from '#features/printing/server/label-templates.ts'
import type { PassportsPort } from '#features/printing/server/plant-passports.ts'
import type { PrintServersPort } from '#features/printing/server/print-servers.ts'
import type { PrinterSetupPort } from '#features/printing/server/printer-setup.ts'
import type { Queries, Transaction } from '#server/database/transaction.ts'
import { createLabelTemplateStore } from './label-template-store.ts'
import { createPassportStore } from './passport-store.ts'
import { createPrintServerStore } from './print-server-store.ts'
import { createPrinterSetupStore } from './printer-setup-store.ts'

/** The stores of printing, on one connection or in one transaction. */
export interface PrintingStores {
  readonly printServers: PrintServersPort
  readonly passports: PassportsPort
  readonly printerSetup: PrinterSetupPort
  readonly labelTemplates: LabelTemplatesPort
}

/** Creates the stores of printing on the pool or on one transaction. */
export function createPrintingStores(queries: Queries | Transaction): PrintingStores {
  return {
    printServers: createPrintServerStore(queries),
    passports: createPassportStore(queries),
    printerSetup: createPrinterSetupStore(queries),
    labelTemplates: createLabelTemplateStore(queries),
  }
}
