import type { ScannerProfile } from '#core/wire/scanner-profile.ts'
import type { FakeClock } from '../clock.ts'
import type { Page } from '../player.ts'

/** A detector under test. It is attached to a page and reports texts until it is detached. */
export interface Detector {
  readonly name: string
  readonly attach: (
    page: Page,
    clock: FakeClock,
    report: (text: string) => void,
    profile: ScannerProfile | undefined,
  ) => Promise<() => void> | (() => void)
}
