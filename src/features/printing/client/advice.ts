// Recommends settings after a test print that came out too small or turned. Agents shrink a page wider than
// the stock instead of turning it (docs/print-agent.md). The size of a ZPL label depends on its dots.
import type { PrintFormat } from '#core/wire/constants.ts'
import { canRotate, ROTATIONS, type Rotation } from '#features/printing/common/printer-setup.ts'
import { DOTS_PER_INCH, type DotsPerInch } from '#features/printing/common/printing.ts'
import type { AdditionalFields } from './printer-fields.tsx'

export type TestResult = 'right' | 'half' | 'turned'

/**
 * The advice: nothing, agent and printer settings, or fields of the print server. `n` is the value to set.
 */
export type Advice =
  | { readonly do: 'nothing' | 'paper' }
  | { readonly do: 'turn'; readonly why: 'turn' | 'turned'; readonly n: Rotation }
  | { readonly do: 'dpi'; readonly n: DotsPerInch }
  | { readonly do: 'dpiMost'; readonly n: DotsPerInch }

/**
 * Returns the advice for a test result. `own` is undefined if the server does not store the loaded stock.
 */
export function adviceFor(
  result: TestResult,
  format: PrintFormat,
  own: AdditionalFields | undefined,
): Advice {
  if (result === 'right') return { do: 'nothing' }
  if (format === 'ZPL' && result === 'half') {
    const now = own?.Dpi ?? DOTS_PER_INCH[0]
    const more = DOTS_PER_INCH.find((dpi) => dpi > now)
    return own && more ? { do: 'dpi', n: more } : { do: 'dpiMost', n: now }
  }
  if (!own || (format === 'PDF' && own.Stock === '')) return { do: 'paper' }
  return { do: 'turn', why: result === 'half' ? 'turn' : 'turned', n: nextTurn(own.Rotation, format) }
}

const nextTurn = (now: Rotation, format: PrintFormat): Rotation => {
  const all = ROTATIONS.filter((rotation) => canRotate(format, rotation))
  return all[(all.indexOf(now) + 1) % all.length] ?? 0
}
