// Which screen of a kind is meant, and where it is.
import type { RouteName } from '#contract/routes.ts'
import type { DocumentSummary, Place } from './document.ts'
import type { Mode, Stage, StageId, Workflow } from './workflow.ts'

/** What is done on a screen; a kind without another end does on `receive` what it does on `detail`. */
export const stageOf = (workflow: Workflow, stage: StageId): Stage =>
  workflow.stages[stage] ?? workflow.stages.detail

/** Where a document opens for someone at this place. */
export const screenFor = (
  mode: Mode,
  document: DocumentSummary,
  place: Place,
): { readonly route: RouteName; readonly parameters: Readonly<Record<string, string>> } => ({
  route: mode.routes[mode.opens(document, place)] ?? mode.routes.detail,
  parameters: mode.routes.detailParameters(document),
})
