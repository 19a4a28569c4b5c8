// Which screen of a kind is meant, and where it is.
import type { ReportName } from '#contract/constants.ts'
import { refuse, type Verdict } from '#contract/refusals.ts'
import type { RouteName } from '#contract/routes.ts'
import type { DocumentSummary, Place } from './document.ts'
import type { Kind, Mode, Stage } from './kind.ts'
import { type StageId, verbOf } from './verbs.ts'

/** What is done on a screen; a kind without another end does on `receive` what it does on `detail`. */
export function stageOf(kind: Kind, stage: StageId): Stage {
  return kind.stages[stage] ?? kind.stages.detail
}

/** The document step that ends a document well on a screen; undefined where it goes on from there. */
export function finalStepOf({ verb }: Stage): string | undefined {
  return verbOf(verb).final?.step
}

/**
 * The screen that ends a document well for who works on it at this one, and the document step that does; undefined where it ends at
 * none that is near.
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

/** Where a document opens for someone at this place. */
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

/** The report of a document, as `printreport` wants it. */
export function reportOf(
  mode: Mode,
  { header, number }: DocumentSummary,
): { readonly report: ReportName; readonly number: string } {
  return {
    report: mode.report(header),
    number: number ?? '',
  }
}
