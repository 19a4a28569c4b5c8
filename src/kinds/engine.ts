// One engine for all document kinds. A kind states its steps as a table; the functions here read it. The client asks
// them to enable a button, the server asks them to refuse a request, so both give the same reason.
import type { ReasonType, Status } from '#contract/constants.ts'
import { firstRefusal, refuse, type Verdict } from '#contract/refusals.ts'
import type { SecurityKey } from '#contract/security-keys.ts'
import type { Actor, Document, HeaderValues, Line } from './document.ts'

/** Changes the whole document. */
export interface DocumentStep {
  /** Statuses it starts from; null is a document that does not exist yet. */
  readonly from: readonly (Status | null)[]
  readonly to: Status | 'same'
  /** The status that every line takes with it. */
  readonly linesTo?: Status
  readonly guard?: (document: Document) => Verdict
  /** The header fields that it writes, where it writes others than all. */
  readonly header?: readonly string[]
  /**
   * What keeps it from being taken and is no reason to disable its button: who presses it is told, and led to the line that the
   * refusal's facts name as `barcode`.
   */
  readonly precheck?: (document: Document) => Verdict
}

/** The quantities of a line, in the order in which they are written. */
export type LineQuantity = 'ordered' | 'picked' | 'received'

/** Changes one line. */
export interface LineStep {
  /** Statuses of the document in which it may happen. */
  readonly during: readonly Status[]
  /** Statuses of the line it starts from; null is a line that is not saved yet. */
  readonly from: readonly (Status | null)[]
  /** null: the line is removed. */
  readonly to: Status | null
  /** The quantity of the line that the step writes. */
  readonly writes?: LineQuantity
  /** What it writes is held for the line from then on, so that nobody else can have it: so much less is available. */
  readonly holds?: true
  /** The later quantities that it takes back. */
  readonly clears?: readonly Exclude<LineQuantity, 'ordered'>[]
  /** The status that the document takes. */
  readonly documentTo: Status | 'same' | ((document: Document, line: Line) => Status | 'same')
  /** The line needs a reason code, of the type that goes with its header, which the step writes. */
  readonly reason?: (header: HeaderValues) => ReasonType
  /** Judges the quantity (whole plants) that the step is asked to write. */
  readonly guard?: (line: Line, quantity: number, document: Document) => Verdict
}

/** What a mode grants and asks for. */
export interface Access {
  /** All of these must be held to work in the mode at all. */
  readonly requires: readonly SecurityKey[]
  /** Held in this mode without being given (part 2 section 6). */
  readonly grants: readonly SecurityKey[]
  /** Any one of these, besides, shows the list; empty: whoever may work in the mode sees it. */
  readonly list: readonly SecurityKey[]
  /** Any one of these, besides, allows a step on a document with this header; empty: whoever may work in the mode takes it. */
  readonly step: (step: string, header: HeaderValues) => readonly SecurityKey[]
  /** The code of the location where a step on a document with this header is taken. */
  readonly location: (step: string, header: HeaderValues) => string
  /** The locations that the document concerns: who may work at none of them does not know of it. */
  readonly concerns: (header: HeaderValues) => readonly string[]
}

/** The part of a kind that the engine reads. */
export interface Rules<DocumentSteps extends string = string, LineSteps extends string = string> {
  readonly documentSteps: Readonly<Record<DocumentSteps, DocumentStep>>
  readonly lineSteps: Readonly<Record<LineSteps, LineStep>>
}

const holdsAny = (actor: Actor, access: Access, wanted: readonly SecurityKey[]): Verdict =>
  wanted.length === 0 || wanted.some((key) => actor.keys.has(key) || access.grants.includes(key))
    ? true
    : refuse('keyMissing', { key: wanted.join(' / ') })

/** May this person work in the mode at all, and see its documents? */
export function mayOpen(access: Access, actor: Actor): Verdict {
  return firstRefusal(...access.requires.map((key) => holdsAny(actor, access, [key])))
}

/** May this person see the list of the mode's documents? */
export function mayList(access: Access, actor: Actor): Verdict {
  return firstRefusal(mayOpen(access, actor), holdsAny(actor, access, access.list))
}

/** May this person take the step on a document with this header, whatever its state? */
export function mayAct(access: Access, actor: Actor, step: string, header: HeaderValues): Verdict {
  return firstRefusal(
    actor.readOnly ? refuse('readOnlyAccess') : true,
    mayOpen(access, actor),
    holdsAny(actor, access, access.step(step, header)),
  )
}

/**
 * Is the step taken at one of these locations? The app asks with the place that the person has chosen, the server with all
 * of the person's own.
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

/**
 * Is the step offered for the document as it stands? `null` stands for a document that is about to be created. What it would
 * meet when it is taken is not judged here: see `documentAllows`.
 */
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

/** Does the document's state allow the step to be taken? */
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

/**
 * Does the state of document and line allow the step with this quantity (whole plants) and the reason that the line carries? A
 * missing reason is the last thing that is refused: `reasonMissing` means that all else is well.
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

/** The document step that leads from one status to another, as a request states it; undefined when there is none. */
export function documentStepFor<Steps extends string>(
  rules: Rules<Steps>,
  from: Status | null,
  to: Status,
): Steps | undefined {
  return names(rules.documentSteps).find((name) => {
    const step = rules.documentSteps[name]
    return step.from.includes(from) && (step.to === 'same' ? from === to : step.to === to)
  })
}

/** The line step that leads from one line status to another; undefined when there is none. */
export function lineStepFor<Steps extends string>(
  rules: Rules<string, Steps>,
  from: Status | null,
  to: Status,
): Steps | undefined {
  return names(rules.lineSteps).find(
    (name) => rules.lineSteps[name].from.includes(from) && rules.lineSteps[name].to === to,
  )
}

/** What a line's latest step has written: what arrived, else what was picked, else what was ordered; whole plants. */
export function quantityOf(line: Pick<Line, LineQuantity>): number {
  return line.received ?? line.picked ?? line.ordered
}

/** The quantities that a line step leaves on its line, taken with this quantity (whole plants). */
export function quantitiesAfter(
  { writes, clears = [] }: Pick<LineStep, 'writes' | 'clears'>,
  quantity: number,
): Partial<Pick<Line, LineQuantity>> {
  return {
    ...Object.fromEntries(clears.map((name) => [name, null])),
    ...(writes !== undefined && { [writes]: quantity }),
  }
}

/** The document after a line step: the line changed, added or removed, and the document's own status. */
export function afterLineStep<Steps extends string>(
  rules: Rules<string, Steps>,
  step: Steps,
  document: Document,
  changed: Line,
): Document {
  const { to, documentTo } = rules.lineSteps[step]
  const status = typeof documentTo === 'function' ? documentTo(document, changed) : documentTo
  const others = document.lines.filter(
    (line) => line.barcode !== changed.barcode || line.storageLocation !== changed.storageLocation,
  )
  const known = others.length < document.lines.length
  const lines =
    to === null
      ? others
      : known
        ? document.lines.map((line) => (others.includes(line) ? line : { ...changed, status: to }))
        : [...document.lines, { ...changed, status: to }]
  return { ...document, status: status === 'same' ? document.status : status, lines }
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

// The keys of a closed table are the names of its type.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
const names = <Name extends string>(table: Readonly<Record<Name, unknown>>) => Object.keys(table) as Name[]
