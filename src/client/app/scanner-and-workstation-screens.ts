// How to fetch the screens beside the work itself, each in a chunk of its own. That they exist is all that the first screen has to
// know of them. No React.lazy here: the route table has one around this module, and React takes none inside another.

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
