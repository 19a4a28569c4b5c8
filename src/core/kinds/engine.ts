// The step engine of all document kinds: checks and applies the steps that a kind declares as a table.
// The client enables buttons with it and the server refuses requests, so both give the same reason.
import type { ReasonType, Status } from '#core/wire/constants.ts'
import { firstRefusal, refuse, type Verdict } from '#core/wire/refusals.ts'
import type { SecurityKey } from '#core/wire/security-keys.ts'
import type { Actor, Document, HeaderValues, Line } from './document.ts'

/** A change of the whole document. */
export interface DocumentStep {
  /** The statuses that allow it; null is a new document. */
  readonly from: readonly (Status | null)[]
  readonly to: Status | 'same'
  /** The new status of every line. */
  readonly linesTo?: Status
  readonly guard?: (document: Document) => Verdict
  /** The header fields that it writes, if not all. */
  readonly header?: readonly string[]
  /**
   * A refusal that does not disable the button. It is shown when the button is pressed, and focuses the line
   * with the `barcode` of its facts.
   */
  readonly precheck?: (document: Document) => Verdict
}

/** A line's quantities, in the order of the steps that write them. */
export type LineQuantity = 'ordered' | 'picked' | 'received'

/** A change of one line. */
export interface LineStep {
  /** The document statuses in which it is allowed. */
  readonly during: readonly Status[]
  /** The line statuses that allow it; null is an unsaved line. */
  readonly from: readonly (Status | null)[]
  /** null: the line is deleted. */
  readonly to: Status | null
  /** The quantity that it writes. */
  readonly writes?: LineQuantity
  /** The written quantity is reserved for the line, which reduces the available plants. */
  readonly reserves?: true
  /** The refusal if the source has too few plants. Default: 'insufficient quantity'. */
  readonly shortage?: 'moreThanIssued'
  /** The later quantities that it clears. */
  readonly clears?: readonly Exclude<LineQuantity, 'ordered'>[]
  /** The document's new status. */
  readonly documentTo: Status | 'same' | ((document: Document, line: Line) => Status | 'same')
  /** The line needs a reason code of this type, depending on the header; the step writes it. */
  readonly reason?: (header: HeaderValues) => ReasonType
  /**
   * A line with fewer plants than ordered may have a reason code of this type; a complete line has none.
   */
  readonly shortReason?: ReasonType
  /** Checks the quantity (whole plants) that the step would write. */
  readonly guard?: (line: Line, quantity: number, document: Document) => Verdict
}

/** The access rules of a mode. */
export interface Access {
  /** All of these keys are required in the mode. */
  readonly requires: readonly SecurityKey[]
  /** Keys that every person has in this mode (part 2 section 6). */
  readonly grants: readonly SecurityKey[]
  /** One of these keys is also needed to see the list; empty: no further key. */
  readonly list: readonly SecurityKey[]
  /**
   * One of these keys is also needed for a step on a document with this header; empty: no further key.
   */
  readonly step: (step: string, header: HeaderValues) => readonly SecurityKey[]
  /** The location where a step on a document with this header is taken. */
  readonly location: (step: string, header: HeaderValues) => string
  /** The document's locations. People see the document if they have rights at one of them. */
  readonly concerns: (header: HeaderValues) => readonly string[]
}

/** The steps of a kind, as the engine reads them. */
export interface Rules<DocumentSteps extends string = string, LineSteps extends string = string> {
  readonly documentSteps: Readonly<Record<DocumentSteps, DocumentStep>>
  readonly lineSteps: Readonly<Record<LineSteps, LineStep>>
}

const hasAnyKey = (actor: Actor, access: Access, accepted: readonly SecurityKey[]): Verdict =>
  accepted.length === 0 || accepted.some((key) => actor.keys.has(key) || access.grants.includes(key))
    ? true
    : refuse('keyMissing', { key: accepted.join(' / ') })

/** May this person work in the mode and see its documents? */
export function mayOpen(access: Access, actor: Actor): Verdict {
  return firstRefusal(...access.requires.map((key) => hasAnyKey(actor, access, [key])))
}

/** May this person see the mode's list? */
export function mayList(access: Access, actor: Actor): Verdict {
  return firstRefusal(mayOpen(access, actor), hasAnyKey(actor, access, access.list))
}

/** May this person take the step on a document with this header, in any status? */
export function mayAct(access: Access, actor: Actor, step: string, header: HeaderValues): Verdict {
  return firstRefusal(
    actor.readOnly ? refuse('readOnlyAccess') : true,
    mayOpen(access, actor),
    hasAnyKey(actor, access, access.step(step, header)),
  )
}

/**
 * Is the step taken at one of these locations? The app passes the chosen location, the server all locations
 * of the person.
 */
export function mayActAt(
  access: Access,
  step: string,
  header: HeaderValues,
  locations: ReadonlySet<string>,
): Verdict {
  const location = access.location(step, header)
  return locations.has(location) ? true : refuse('locationNotAllowed', { location })
}

/** Is the step offered for the document in this state? `null` is a new document. Skips `precheck`. */
export function documentOffers<Steps extends string>(
  rules: Rules<Steps>,
  step: Steps,
  document: Document | null,
): Verdict {
  const { from, guard } = rules.documentSteps[step]
  if (!from.includes(document?.status ?? null)) {
    return refuse('notWhileStatus', { status: document?.status ?? 'OPEN', number: document?.number ?? '' })
  }
  return (document && guard?.(document)) ?? true
}

/** Does the document's state allow the step, including `precheck`? */
export function documentAllows<Steps extends string>(
  rules: Rules<Steps>,
  step: Steps,
  document: Document | null,
): Verdict {
  return firstRefusal(
    documentOffers(rules, step, document),
    (document && rules.documentSteps[step].precheck?.(document)) ?? true,
  )
}

/** Is the saved line in a status that this step cannot change? */
export function isFinal(
  { lineSteps }: Pick<Rules, 'lineSteps'>,
  step: string,
  { id, status }: Line,
): boolean {
  return id !== null && lineSteps[step]?.from.includes(status) !== true
}

/**
 * Refuses a quantity above the known available plants, before anything is sent. The server makes the final
 * check.
 */
export function foreseeShortage(
  { lineSteps }: Pick<Rules, 'lineSteps'>,
  step: string,
  line: Line,
  quantity: number,
): Verdict {
  const { barcode, available, id } = line
  const lineStep = lineSteps[step]
  if (available === null || !lineStep) return true
  const n = available + (lineStep.reserves && id !== null ? quantityOf(line) : 0)
  return quantity <= n ? true : refuse(lineStep.shortage ?? 'insufficientQuantity', { barcode, n })
}

/**
 * Do document and line allow the step with this quantity (whole plants) and the line's reason? The reason is
 * checked last: `reasonMissing` means that all else is valid.
 */
export function lineAllows<Steps extends string>(
  rules: Rules<string, Steps>,
  step: Steps,
  document: Document,
  line: Line,
  quantity: number,
): Verdict {
  const { during, from, guard, reason } = rules.lineSteps[step]
  if (!during.includes(document.status)) {
    return refuse('notWhileStatus', { status: document.status, number: document.number ?? '' })
  }
  if (!from.includes(line.id === null ? null : line.status)) {
    return refuse('lineNotWhileStatus', { status: line.status, barcode: line.barcode })
  }
  return firstRefusal(
    guard?.(line, quantity, document) ?? true,
    reason && line.reason === '' ? refuse('reasonMissing') : true,
  )
}

/** The document step that changes the status as a request states; undefined if there is none. */
export function documentStepFor<Steps extends string>(
  rules: Rules<Steps>,
  from: Status | null,
  to: Status,
): Steps | undefined {
  return keysOf(rules.documentSteps).find((name) => {
    const step = rules.documentSteps[name]
    return step.from.includes(from) && (step.to === 'same' ? from === to : step.to === to)
  })
}

/** The line step from one status to another; undefined if there is none. */
export function lineStepFor<Steps extends string>(
  rules: Rules<string, Steps>,
  from: Status | null,
  to: Status,
): Steps | undefined {
  return keysOf(rules.lineSteps).find(
    (name) => rules.lineSteps[name].from.includes(from) && rules.lineSteps[name].to === to,
  )
}

/** The quantity of a line's latest step: received, else picked, else ordered; whole plants. */
export function quantityOf(line: Pick<Line, LineQuantity>): number {
  return line.received ?? line.picked ?? line.ordered
}

/** A line's quantities after a step with this quantity (whole plants). */
export function quantitiesAfter(
  { writes, clears = [] }: Pick<LineStep, 'writes' | 'clears'>,
  quantity: number,
): Partial<Pick<Line, LineQuantity>> {
  return {
    ...Object.fromEntries(clears.map((name) => [name, null])),
    ...(writes !== undefined && { [writes]: quantity }),
  }
}

/** A line's reason after a step with this quantity (whole plants); `reason` is new or current. */
export function reasonAfter(
  { shortReason, clears = [] }: Pick<LineStep, 'shortReason' | 'clears'>,
  { ordered }: Pick<Line, 'ordered'>,
  quantity: number,
  reason: string,
): string {
  // Without a picked quantity there is no shortfall to explain.
  if (clears.includes('picked')) return ''
  return shortReason === undefined || quantity < ordered ? reason : ''
}

/**
 * The reason type for a kind's short lines; undefined if its lines have no reasons, or reasons for the use of
 * the plants.
 */
export function shortReasonOf({ lineSteps }: Pick<Rules, 'lineSteps'>): ReasonType | undefined {
  return Object.values(lineSteps).find(({ shortReason }) => shortReason !== undefined)?.shortReason
}

/** The document's status after a line step; `document` is the version before the step. */
export function statusAfterLineStep<Steps extends string>(
  rules: Rules<string, Steps>,
  step: Steps,
  document: Document,
  changed: Line,
): Status {
  const { documentTo } = rules.lineSteps[step]
  const status = typeof documentTo === 'function' ? documentTo(document, changed) : documentTo
  return status === 'same' ? document.status : status
}

/** The document after a line step: changes, adds or removes the line, and sets its own status. */
export function afterLineStep<Steps extends string>(
  rules: Rules<string, Steps>,
  step: Steps,
  document: Document,
  changed: Line,
): Document {
  const { to } = rules.lineSteps[step]
  const isChangedLine = (line: Line) =>
    line.barcode === changed.barcode && line.storageLocation === changed.storageLocation
  const changedLines = to === null ? [] : [{ ...changed, status: to }]
  const isExisting = to !== null && document.lines.some(isChangedLine)
  const lines = document.lines.flatMap((line) => (isChangedLine(line) ? changedLines : [line]))
  return {
    ...document,
    status: statusAfterLineStep(rules, step, document, changed),
    lines: isExisting ? lines : [...lines, ...changedLines],
  }
}

/** The document after a document step. */
export function afterDocumentStep<Steps extends string>(
  rules: Rules<Steps>,
  step: Steps,
  document: Document,
): Document {
  const { to, linesTo } = rules.documentSteps[step]
  return {
    ...document,
    status: to === 'same' ? document.status : to,
    lines: linesTo ? document.lines.map((line) => ({ ...line, status: linesTo })) : document.lines,
  }
}

// A table of this type has no other keys.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
const keysOf = <Name extends string>(table: Readonly<Record<Name, unknown>>) => Object.keys(table) as Name[]
