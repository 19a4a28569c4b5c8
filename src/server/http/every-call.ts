// All mounted calls: the specification's calls, document calls and those of each feature.

import { documentCalls } from '#core/kinds/index.ts'
import { calls } from '#core/wire/calls.ts'
import { ledgerStateCalls } from '#core/wire/ledger-state.ts'
import { printServerCalls } from '#core/wire/print-server.ts'
import { takeOverCalls } from '#core/wire/take-over.ts'
import { historyCalls } from '#features/history/common/history-calls.ts'
import { maintenanceCalls } from '#features/maintenance/common/maintenance-calls.ts'
import { labelTemplateCalls } from '#features/printing/common/label-templates.ts'
import { printCalls } from '#features/printing/common/print-calls.ts'
import { printerCalls } from '#features/printing/common/printer-setup.ts'
import { deviceProfileCalls } from '#features/scanner-setup/common/device-profiles.ts'
import { importCalls } from '#features/stock-files/common/file-calls.ts'

// Calls whose schemas type their handlers.
const typedCalls = {
  ...calls,
  ...printServerCalls,
  ...printCalls,
  ...maintenanceCalls,
  ...takeOverCalls,
  ...deviceProfileCalls,
  ...printerCalls,
  ...labelTemplateCalls,
  ...ledgerStateCalls,
  ...importCalls,
  ...historyCalls,
}
export type TypedCalls = typeof typedCalls

export const everyCall = { ...typedCalls, ...documentCalls }
export type EveryCallName = keyof typeof everyCall
