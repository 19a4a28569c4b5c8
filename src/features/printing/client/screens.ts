// Bundles the screens of this feature in one chunk.
export { NewPrintServerScreen } from './new-print-server-screen.tsx'
export { PrintScreen } from './print-screen.tsx'
