/**
 * Candidates -> an intent, or a refusal with its reason: never silence. The top of the stack of scan targets
 * is asked first: dialog, palette, a field that opted in, screen, shell.
 */
import type { ScanOutcomeCode } from '#core/wire/scan-codes.ts'
import type { Candidate, CandidateKind, UnknownHint } from './classify.ts'
import type { Outcome, Tone } from './feedback.ts'

/** From bottom to top of the stack. */
export const scanLevels = ['shell', 'screen', 'field', 'palette', 'dialog'] as const
export type ScanLevel = (typeof scanLevels)[number]

/** What a scan does: a command and its arguments. */
export interface ScanIntent {
  readonly type: 'intent'
  readonly command: string
  readonly arguments: Readonly<Record<string, string | number>>
}

/**
 * A target refuses a scan of a kind that it knows: the reason as a code of the text catalogue. With the tone
 * `ok` it only shows the scan, on screens for that.
 */
export interface ScanRefusal {
  readonly type: 'refusal'
  readonly code: string
  readonly args?: Readonly<Record<string, string | number>>
  readonly tone?: Tone
  readonly next?: readonly string[]
}

/** A target of scans. `accepts` returns undefined to leave a scan to the targets below. */
export interface ScanTarget {
  readonly id: string
  readonly level: ScanLevel
  readonly accepts: (candidate: Candidate) => ScanIntent | ScanRefusal | undefined
  /** Blocks the targets below: a dialog that must be answered first. */
  readonly blocks?: { readonly code: string; readonly next?: readonly string[] }
}

/** A row of the table of scan meanings: screens' routing and help read it. */
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
 * Asks the stack of targets what a scan means. Each target gets all candidates, most likely first, before the
 * next target is asked; on one level the target added last comes first. Returns an intent, or a refused
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

/** Targets from top to bottom: by level, and within a level the latest first. */
export function orderTargets(stack: readonly ScanTarget[]): readonly ScanTarget[] {
  return stack
    .map((target, index) => ({ target, index }))
    .sort(
      (a, b) => scanLevels.indexOf(b.target.level) - scanLevels.indexOf(a.target.level) || b.index - a.index,
    )
    .map(({ target }) => target)
}

/** The rules of a screen's step, top level first: for the screen's help. */
export function rulesFor(
  rules: readonly ScanRule[],
  where: { readonly documentKind?: string; readonly step?: string },
): readonly ScanRule[] {
  return rules
    .filter((rule) => rule.documentKind === undefined || rule.documentKind === where.documentKind)
    .filter((rule) => rule.step === undefined || rule.step === where.step)
    .sort((a, b) => scanLevels.indexOf(b.level) - scanLevels.indexOf(a.level))
}

// Why a candidate that no target took has no effect here.
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
