// The attributes of a line's element: its name, its barcode and the states that its look shows.
import { FOCUS_HOME } from '#app/ui/focus-owner.ts'
import { LINE_BARCODE } from '#app/ui/line-barcode.ts'

interface LineLook {
  readonly barcode: string
  /** Read by screen readers; default: the barcode. */
  readonly name?: string
  readonly status?: string
  readonly done?: boolean
  readonly short?: boolean
  readonly current?: boolean
  /** It has unsaved input. */
  readonly pending?: boolean
  /** Why it was not saved. */
  readonly problem?: string | undefined
}

/** Returns the attributes; a state that is off has none. The current line takes a lost focus. */
export function lineAttributes({
  barcode,
  name = barcode,
  status,
  done,
  short,
  current,
  pending,
  problem,
}: LineLook): Readonly<Record<string, unknown>> {
  return {
    'aria-label': name,
    [LINE_BARCODE]: barcode,
    'data-status': status,
    'data-done': done || undefined,
    'data-short': short || undefined,
    'data-current': current || undefined,
    'data-pending': pending || undefined,
    'data-problem': problem !== undefined || undefined,
    ...(current && FOCUS_HOME),
  }
}
