// Imports of the screens besides the work, each in its own chunk. The first screen only knows that they
// exist. No React.lazy here: the route table wraps this module in one, and React allows no nesting.

export async function ScanLog() {
  return (await import('#client/features/scan-log/scan-log-screen.tsx')).ScanLogScreen
}
export async function Outbox() {
  return (await import('#client/features/outbox/outbox-screen.tsx')).OutboxScreen
}
export async function Workstation() {
  return (await import('#client/features/workstation/workstation-screen.tsx')).WorkstationScreen
}
export async function CommandSheet() {
  return (await import('#client/features/command-sheet/command-sheet-screen.tsx')).CommandSheetScreen
}
export async function ScannerSetup() {
  return (await import('#client/features/scanner-setup/scanner-setup-screen.tsx')).ScannerSetupScreen
}
export async function ScannerSheet() {
  return (await import('#client/features/scanner-setup/scanner-sheet.tsx')).ScannerSheetScreen
}
