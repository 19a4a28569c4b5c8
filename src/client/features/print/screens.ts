// The screens of this feature, as routes mount them: one fetch for both.
export { NewPrintServerScreen } from './new-print-server-screen.tsx'
export { PrintScreen } from './print-screen.tsx'
