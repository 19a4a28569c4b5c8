// Bundles the screens of this feature in one chunk.
export { AdjustStoredScreen, AdjustTrimScreen } from './adjust-trim-screen.tsx'
export { RequestScreen } from './request-screen.tsx'
