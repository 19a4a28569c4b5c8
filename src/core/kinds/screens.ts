// The screens of a kind, their steps and their paths.
import * as v from 'valibot'
import { type ReportName, STATUSES, type Status } from '#core/wire/constants.ts'
import { refuse, type Verdict } from '#core/wire/refusals.ts'
import type { RouteName } from '#core/wire/routes.ts'
import type { DocumentSummary, Place } from './document.ts'
import type { Kind, ListView, Mode, Stage } from './kind.ts'
import { type StageId, verbOf } from './verbs.ts'

/** The stage of a screen; a kind without `receive` uses `detail` there. */
export function stageOf(kind: Kind, stage: StageId): Stage {
  return kind.stages[stage] ?? kind.stages.detail
}

/** Does the line action of a screen write a quantity, by its line step? */
export function takesQuantities(kind: Pick<Kind, 'lineSteps'>, { lineAction }: Stage): boolean {
  return kind.lineSteps[lineAction.step]?.writes !== undefined
}

/** The document step that ends the document on a screen; undefined if this screen cannot end it. */
export function finalStepOf({ verb }: Stage): string | undefined {
  return verbOf(verb).final?.step
}

/** The screen that ends a document from this one, and its document step; undefined if there is none. */
export function finalScreenFrom(
  kind: Kind,
  stage: StageId,
): { readonly stage: StageId; readonly step: string } | undefined {
  for (const each of [stage, ...(stage === 'edit' ? (['detail'] as const) : [])]) {
    const step = finalStepOf(stageOf(kind, each))
    if (step !== undefined) return { stage: each, step }
  }
  return undefined
}

// The line steps of work on a document, without steps that only add lines.
function workSteps({ stages: { edit, detail, receive } }: Pick<Kind, 'stages'>): readonly string[] {
  const workActions = [detail, receive, edit].flatMap((stage) =>
    stage === undefined || stage.onlyAddsLines ? [] : stage.lineAction,
  )
  return workActions.flatMap(({ step, nextStep }) => [step, ...(nextStep === undefined ? [] : [nextStep])])
}

/** Is changing a line to this status work, such as a pick? The first person to do so owns the document. */
export function isWork(kind: Pick<Kind, 'stages' | 'lineSteps'>, to: Status): boolean {
  return workSteps(kind).some((step) => kind.lineSteps[step]?.to === to)
}

/** The work step of a document in this status; undefined if there is none. */
export function workStepIn(kind: Pick<Kind, 'stages' | 'lineSteps'>, status: Status): string | undefined {
  return workSteps(kind).find((step) => kind.lineSteps[step]?.during.includes(status))
}

/** The route on which a document opens at this place. */
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

/** The statuses by which a list can be filtered. Default: all that the kind's header can have. */
export function statusChoices({ header }: Pick<Kind, 'header'>, { all }: ListView): readonly Status[] {
  if (all === undefined || all.length > 0) return all ?? []
  const field = Object.values(header).find(({ role }) => role === 'status')
  return field?.body ? STATUSES.filter((status) => field.body && v.is(field.body, status)) : []
}
