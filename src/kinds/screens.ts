// The screens of a kind and their paths.
import type { ReportName } from '#contract/constants.ts'
import { refuse, type Verdict } from '#contract/refusals.ts'
import type { RouteName } from '#contract/routes.ts'
import type { DocumentSummary, Place } from './document.ts'
import type { Kind, Mode, Stage } from './kind.ts'
import { type StageId, verbOf } from './verbs.ts'

/** The stage of a screen; a kind without `receive` uses `detail` there. */
export function stageOf(kind: Kind, stage: StageId): Stage {
  return kind.stages[stage] ?? kind.stages.detail
}

/** The document step that ends the document on a screen; undefined if it continues elsewhere. */
export function finalStepOf({ verb }: Stage): string | undefined {
  return verbOf(verb).final?.step
}

/**
 * The screen that ends a document for a person on this one, and its document step; undefined if there is
 * none.
 */
export function endFrom(
  kind: Kind,
  stage: StageId,
): { readonly stage: StageId; readonly step: string } | undefined {
  for (const each of [stage, ...(stage === 'edit' ? (['detail'] as const) : [])]) {
    const step = finalStepOf(stageOf(kind, each))
    if (step !== undefined) return { stage: each, step }
  }
  return undefined
}

/** The path where a document opens at this place. */
export function screenFor(
  mode: Mode,
  document: DocumentSummary,
  place: Place,
): { readonly route: RouteName; readonly parameters: Readonly<Record<string, string>> } {
  return {
    route: mode.routes[mode.opens(document, place)] ?? mode.routes.detail,
    parameters: mode.routes.detailParameters(document),
  }
}

/** May the document's report be printed now (part 2 sections 2.2, 2.6 and 2.7)? */
export function mayPrint(mode: Mode, { status, number }: DocumentSummary): Verdict {
  const printable = [...new Set(mode.lists.flatMap((list) => list.printable))]
  return printable.includes(status)
    ? true
    : refuse('notPrintable', { number: number ?? '', status, wanted: printable.join(' / ') })
}

/** The report of a document, for `printreport`. */
export function reportOf(
  mode: Mode,
  { header, number }: DocumentSummary,
): { readonly report: ReportName; readonly number: string } {
  return {
    report: mode.report(header),
    number: number ?? '',
  }
}
