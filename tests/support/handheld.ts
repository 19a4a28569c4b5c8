import { onTestFinished, vi } from 'vitest'

/** Makes the screen a handheld's until the end of the test: its main input is touch. */
export function actAsHandheld(): void {
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query.includes('(pointer: coarse), ') }))
  onTestFinished(() => void vi.unstubAllGlobals())
}
