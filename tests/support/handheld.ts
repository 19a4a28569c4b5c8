import { onTestFinished, vi } from 'vitest'

/** Until the end of the test the screen is a handheld's: touch is its main input. */
export function actAsHandheld(): void {
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query.includes('(pointer: coarse), ') }))
  onTestFinished(() => void vi.unstubAllGlobals())
}
