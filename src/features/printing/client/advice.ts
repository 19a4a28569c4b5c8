// What to set where a test print came out too small or turned: agents shrink a page that is wider than its
// stock instead of turning it (docs/print-agent.md), and a label in ZPL is as large as its dots are.
import type { PrintFormat } from '#core/wire/constants.ts'
import { mayTurn, ROTATIONS, type Rotation } from '#core/wire/printer-setup.ts'
import { DOTS_AN_INCH, type DotsAnInch } from '#core/wire/printing.ts'
import type { OwnFields } from './printer-fields.tsx'

export type TestResult = 'right' | 'half' | 'turned'

/**
 * What to do: nothing, settings of agent and printer, or fields of the print server; `n` is the value to set.
 */
export type Advice =
  | { readonly do: 'nothing' | 'paper' }
  | { readonly do: 'turn'; readonly why: 'turn' | 'turned'; readonly n: Rotation }
  | { readonly do: 'dpi'; readonly n: DotsAnInch }
  | { readonly do: 'dpiMost'; readonly n: DotsAnInch }

/**
 * What to do after a test print. `own` undefined: the server knows nothing of what the printer is loaded
 * with.
 */
export function adviceFor(result: TestResult, format: PrintFormat, own: OwnFields | undefined): Advice {
  if (result === 'right') return { do: 'nothing' }
  if (format === 'ZPL' && result === 'half') {
    const now = own?.Dpi ?? DOTS_AN_INCH[0]
    const more = DOTS_AN_INCH.find((dpi) => dpi > now)
    return own && more ? { do: 'dpi', n: more } : { do: 'dpiMost', n: now }
  }
  if (!own || (format === 'PDF' && own.Stock === '')) return { do: 'paper' }
  return { do: 'turn', why: result === 'half' ? 'turn' : 'turned', n: nextTurn(own.Rotation, format) }
}

const nextTurn = (now: Rotation, format: PrintFormat): Rotation => {
  const all = ROTATIONS.filter((rotation) => mayTurn(format, rotation))
  return all[(all.indexOf(now) + 1) % all.length] ?? 0
}
