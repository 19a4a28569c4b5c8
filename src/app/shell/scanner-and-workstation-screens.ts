// Imports of the screens besides the work, each in its own chunk. The first screen only knows that they
// exist. No React.lazy here: the route table wraps this module in one, and React allows no nesting.

export async function ScanLog() {
  return (await import('#features/scan-log/client/scan-log-screen.tsx')).ScanLogScreen
}
export async function Outbox() {
  return (await import('#features/outbox-screen/client/outbox-screen.tsx')).OutboxScreen
}
export async function Workstation() {
  return (await import('#features/workstation/client/workstation-screen.tsx')).WorkstationScreen
}
export async function CommandSheet() {
  return (await import('#features/command-sheet/client/command-sheet-screen.tsx')).CommandSheetScreen
}
export async function ScannerSetup() {
  return (await import('#features/scanner-setup/client/scanner-setup-screen.tsx')).ScannerSetupScreen
}
export async function ScannerSheet() {
  return (await import('#features/scanner-setup/client/scanner-sheet.tsx')).ScannerSheetScreen
}
