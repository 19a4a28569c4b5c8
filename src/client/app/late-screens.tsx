// Screens beside the work itself, each in a chunk of its own. That they exist is all that the first screen has to know of them.
import { lazy } from 'react'

export const ScanLog = lazy(async () => ({
  default: (await import('#client/features/scan-log/scan-log-screen.tsx')).ScanLogScreen,
}))
export const Workstation = lazy(async () => ({
  default: (await import('#client/features/workstation/workstation-screen.tsx')).WorkstationScreen,
}))
export const CommandSheet = lazy(async () => ({
  default: (await import('#client/features/command-sheet/command-sheet-screen.tsx')).CommandSheetScreen,
}))
export const ScannerSetup = lazy(async () => ({
  default: (await import('#client/features/scanner-setup/scanner-setup-screen.tsx')).ScannerSetupScreen,
}))
export const ScannerSheet = lazy(async () => ({
  default: (await import('#client/features/scanner-setup/scanner-sheet.tsx')).ScannerSheetScreen,
}))
