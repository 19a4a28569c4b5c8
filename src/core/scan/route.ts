/**
 * Routes the candidates of a scan to an intent, or to a refusal with a reason. The stack of scan targets is
 * checked from the top: dialog, palette, a field that opted in, screen, shell.
 */
import type { ScanOutcomeCode } from '#core/wire/scan-codes.ts'
import type { Candidate, CandidateKind, UnknownHint } from './classify.ts'
import type { Outcome, Tone } from './feedback.ts'

/** From bottom to top of the stack. */
export const scanLevels = ['shell', 'screen', 'field', 'palette', 'dialog'] as const
export type ScanLevel = (typeof scanLevels)[number]

/** The effect of a scan: a command and its arguments. */
export interface ScanIntent {
  readonly type: 'intent'
  readonly command: string
  readonly arguments: Readonly<Record<string, string | number>>
}

/**
 * The refusal of a scan by a target; `code` is in the text catalogue. With the tone `ok` the screen only
 * shows the scan.
 */
export interface ScanRefusal {
  readonly type: 'refusal'
  readonly code: string
  readonly args?: Readonly<Record<string, string | number>>
  readonly tone?: Tone
  readonly next?: readonly string[]
}

/** A target of scans. `accepts` returns undefined to pass a scan to the targets below. */
export interface ScanTarget {
  readonly id: string
  readonly level: ScanLevel
  readonly accepts: (candidate: Candidate) => ScanIntent | ScanRefusal | undefined
  /** Blocks the targets below: a dialog that must be answered first. */
  readonly blocks?: { readonly code: string; readonly next?: readonly string[] }
}

/** A row of the table of scan effects, for the routing and the help of screens. */
export interface ScanRule {
  readonly level: ScanLevel
  readonly documentKind?: string
  readonly step?: string
  readonly kind: CandidateKind
  /** Code of the help sentence. */
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
 * Routes a scan to the first target that accepts or refuses it. Each target gets all candidates, most likely
 * first, before the next target. On one level the target that was added last comes first.
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

/** Targets from top to bottom: by level, and within a level the latest first. */
export function orderTargets(stack: readonly ScanTarget[]): readonly ScanTarget[] {
  return stack
    .map((target, index) => ({ target, index }))
    .sort(
      (a, b) => scanLevels.indexOf(b.target.level) - scanLevels.indexOf(a.target.level) || b.index - a.index,
    )
    .map(({ target }) => target)
}

/** The rules of a screen's step, top level first, for the screen's help. */
export function rulesFor(
  rules: readonly ScanRule[],
  where: { readonly documentKind?: string; readonly step?: string },
): readonly ScanRule[] {
  return rules
    .filter((rule) => rule.documentKind === undefined || rule.documentKind === where.documentKind)
    .filter((rule) => rule.step === undefined || rule.step === where.step)
    .sort((a, b) => scanLevels.indexOf(b.level) - scanLevels.indexOf(a.level))
}

// The reason why a candidate without a target has no effect here.
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
  mixed: 'scan-mixed',
  shifted: 'scan-shifted',
  control: 'scan-control-characters',
  'too-long': 'scan-too-long',
  empty: 'scan-empty',
  command: 'scan-command-unknown',
}
