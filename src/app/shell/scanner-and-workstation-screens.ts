// Imports of other screens, each in its own chunk. No React.lazy here: the route table already wraps this
// module, and React does not allow nested lazy components.

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
