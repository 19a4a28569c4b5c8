/**
 * Candidates -> an intent, or a refusal that says why: never silence. The top of the stack of scan targets is asked
 * first: a dialog covers the palette, the palette a field that opted in, the field its screen, the screen the shell.
 */
import type { ScanOutcomeCode } from '#contract/scan-codes.ts'
import type { Candidate, CandidateKind, UnknownHint } from './classify.ts'
import type { Outcome, Tone } from './feedback.ts'

/** From the bottom to the top of the stack. */
export const scanLevels = ['shell', 'screen', 'field', 'palette', 'dialog'] as const
export type ScanLevel = (typeof scanLevels)[number]

/** Something to do because of a scan: the name of a command and its arguments. */
export interface ScanIntent {
  readonly type: 'intent'
  readonly command: string
  readonly arguments: Readonly<Record<string, string | number>>
}

/**
 * A target knows this kind of scan and will not have this one: the reason, as a code of the text catalogue. With the tone
 * `ok` it has only looked at it, which is all that its screen is for.
 */
export interface ScanRefusal {
  readonly type: 'refusal'
  readonly code: string
  readonly args?: Readonly<Record<string, string | number>>
  readonly tone?: Tone
  readonly next?: readonly string[]
}

/** One place that takes scans. `accepts` answers undefined for what it leaves to the targets below it. */
export interface ScanTarget {
  readonly id: string
  readonly level: ScanLevel
  readonly accepts: (candidate: Candidate) => ScanIntent | ScanRefusal | undefined
  /** Nothing below is asked: a dialog that must be answered first. */
  readonly blocks?: { readonly code: string; readonly next?: readonly string[] }
}

/** One row of the table of what a scan means where: the routing of screens and the help are read from it. */
export interface ScanRule {
  readonly level: ScanLevel
  readonly documentKind?: string
  readonly step?: string
  readonly kind: CandidateKind
  /** Code of the help sentence that says what the scan does. */
  readonly does: string
}

export type Routed =
  | {
      readonly type: 'intent'
      readonly intent: ScanIntent
      readonly target: string
      readonly candidate: Candidate
    }
  | { readonly type: 'refused'; readonly outcome: Outcome; readonly target?: string }

/**
 * Asks the stack of targets what a scan means. Candidates are tried most likely first at each target before the next
 * target is asked; among targets of one level the one added last covers the others. Ends in an intent, or in a refused
 * outcome with its reason.
 */
export function routeScan(
  scan: { readonly text: string; readonly raw: string },
  candidates: readonly [Candidate, ...Candidate[]],
  stack: readonly ScanTarget[],
): Routed {
  const first = candidates[0]
  for (const target of orderTargets(stack)) {
    for (const candidate of candidates) {
      const answer = target.accepts(candidate)
      if (answer?.type === 'intent') return { type: 'intent', intent: answer, target: target.id, candidate }
      if (answer?.type === 'refusal') {
        const { code, args = {}, tone = 'error', next } = answer
        const outcome: Outcome = {
          tone,
          code,
          args: { text: scan.text, ...args },
          raw: scan.raw,
          kind: candidate.kind,
          ...(next === undefined ? {} : { next }),
        }
        return { type: 'refused', outcome, target: target.id }
      }
    }
    if (target.blocks !== undefined) {
      const { code, next } = target.blocks
      return {
        type: 'refused',
        target: target.id,
        outcome: {
          tone: 'error',
          code,
          args: { text: scan.text },
          raw: scan.raw,
          kind: first.kind,
          ...(next === undefined ? {} : { next }),
        },
      }
    }
  }
  return {
    type: 'refused',
    outcome: {
      tone: 'error',
      code: reasonFor(first),
      args: { text: scan.text },
      raw: scan.raw,
      kind: first.kind,
    },
  }
}

/** Targets from the top of the stack to the bottom: by level, and within a level the latest first. */
export function orderTargets(stack: readonly ScanTarget[]): readonly ScanTarget[] {
  return stack
    .map((target, index) => ({ target, index }))
    .sort(
      (a, b) => scanLevels.indexOf(b.target.level) - scanLevels.indexOf(a.target.level) || b.index - a.index,
    )
    .map(({ target }) => target)
}

/** The rules that hold on a screen's step, top level first: what the help of that screen lists. */
export function rulesFor(
  rules: readonly ScanRule[],
  where: { readonly documentKind?: string; readonly step?: string },
): readonly ScanRule[] {
  return rules
    .filter((rule) => rule.documentKind === undefined || rule.documentKind === where.documentKind)
    .filter((rule) => rule.step === undefined || rule.step === where.step)
    .sort((a, b) => scanLevels.indexOf(b.level) - scanLevels.indexOf(a.level))
}

// Why a candidate that no target took means nothing here.
function reasonFor(candidate: Candidate): ScanOutcomeCode {
  switch (candidate.kind) {
    case 'barcode':
      return 'scan-barcode-not-here'
    case 'number':
      return 'scan-number-not-here'
    case 'command':
      return 'scan-command-unknown'
    case 'unknown':
      return unknownReasons[candidate.hint ?? 'none']
  }
}

const unknownReasons: Readonly<Record<UnknownHint | 'none', ScanOutcomeCode>> = {
  none: 'scan-unknown',
  fragment: 'scan-fragment',
  glued: 'scan-glued',
  shifted: 'scan-shifted',
  control: 'scan-control-characters',
  'too-long': 'scan-too-long',
  empty: 'scan-empty',
  command: 'scan-command-unknown',
}
