// All mounted calls: the specification's calls, document calls and those of each feature.

import { documentCalls } from '#core/kinds/index.ts'
import { calls } from '#core/wire/calls.ts'
import { deviceProfileCalls } from '#core/wire/device-profiles.ts'
import { importCalls } from '#core/wire/file-calls.ts'
import { historyCalls } from '#core/wire/history-calls.ts'
import { labelTemplateCalls } from '#core/wire/label-templates.ts'
import { ledgerStateCalls } from '#core/wire/ledger-state.ts'
import { maintenanceCalls } from '#core/wire/maintenance-calls.ts'
import { printCalls } from '#core/wire/print-calls.ts'
import { printServerCalls } from '#core/wire/print-server.ts'
import { printerCalls } from '#core/wire/printer-setup.ts'
import { takeOverCalls } from '#core/wire/take-over.ts'

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
