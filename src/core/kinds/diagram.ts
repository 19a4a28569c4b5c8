// Draws the transition diagrams of the docs from the rule tables of app and server.
import type { Status } from '#core/wire/constants.ts'
import { type Document, emptyLine, type Line } from './document.ts'
import type { DocumentStep, Rules } from './engine.ts'

const START = '[*]'

/** A mermaid state diagram of a document's statuses, with document steps and line steps. */
export function drawDocumentSteps(rules: Rules): string {
  const own = Object.entries(rules.documentSteps).flatMap(([name, step]) =>
    step.from.map((from) => arrow(from, step.to === 'same' ? from : step.to, name)),
  )
  const ends = endsOf(
    Object.values(rules.documentSteps).flatMap((step) => (step.to === 'same' ? [] : [step.to])),
    Object.values(rules.documentSteps).flatMap((step) => step.from),
  )
  return draw([...own, ...arrowsOfLineSteps(rules)], ends)
}

// The document transitions that line steps cause; equal ones share an arrow.
const arrowsOfLineSteps = (rules: Rules): readonly string[] => {
  const names = new Map<string, string[]>()
  for (const [name, step] of Object.entries(rules.lineSteps)) {
    for (const status of step.during) {
      const to =
        typeof step.documentTo === 'function'
          ? step.documentTo(lastLineOf(status), lastLine)
          : step.documentTo
      if (to === 'same' || to === status) continue
      const path = `${status} --> ${to}`
      names.set(path, [...(names.get(path) ?? []), name])
    }
  }
  return [...names].map(([path, steps]) => `${path}: ${steps.join(', ')}`)
}

const lastLine: Line = { ...emptyLine, id: '1', ordered: 1, reason: 'A' }

const lastLineOf = (status: Status): Document => ({
  kind: 'issuance',
  mode: 'inventory',
  number: null,
  status,
  header: {},
  lines: [lastLine],
})

/** A mermaid state diagram of a line's statuses, with line steps and document steps. */
export function drawLineSteps(rules: Rules): string {
  const own = Object.entries(rules.lineSteps).flatMap(([name, step]) =>
    step.from.map((from) => arrow(from, step.to, name)),
  )
  const withDocument = Object.entries(rules.documentSteps).flatMap(([name, step]) =>
    step.linesTo === undefined
      ? []
      : lineStatusesBefore(rules, step)
          .filter((status) => isAllowedWith(step, status))
          .map((status) => arrow(status, step.linesTo ?? null, name)),
  )
  const ends = Object.values(rules.documentSteps).flatMap(({ linesTo }) => linesTo ?? [])
  return draw([...own, ...withDocument], ends)
}

// The line statuses that are possible when the document step starts.
const lineStatusesBefore = ({ lineSteps }: Rules, { from }: DocumentStep): readonly Status[] => [
  ...new Set(
    Object.values(lineSteps)
      .filter(({ during }) => during.some((status) => from.includes(status)))
      .flatMap(({ to }) => to ?? []),
  ),
]

const isAllowedWith = ({ from, guard }: DocumentStep, line: Status): boolean =>
  guard === undefined ||
  guard({ ...lastLineOf(from[0] ?? 'OPEN'), lines: [{ ...lastLine, status: line }] }) === true

const endsOf = (targets: readonly Status[], sources: readonly (Status | null)[]) =>
  targets.filter((status) => !sources.includes(status))

const arrow = (from: Status | null, to: Status | null, step: string) =>
  `${from ?? START} --> ${to ?? START}: ${step}`

const draw = (arrows: readonly string[], ends: readonly Status[]) =>
  [
    'stateDiagram-v2',
    ...new Set([...arrows, ...ends.map((status) => `${status} --> ${START}`)].map((line) => `  ${line}`)),
  ].join('\n')
