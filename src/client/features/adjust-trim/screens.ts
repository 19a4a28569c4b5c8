// The screens of this feature, as routes mount them: one fetch for all.
export { AdjustStoredScreen, AdjustTrimScreen } from './adjust-trim-screen.tsx'
export { RequestScreen } from './request-screen.tsx'
