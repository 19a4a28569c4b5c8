// The transition diagrams of the docs, drawn from the rule tables of app and server.
import type { Status } from '#core/wire/constants.ts'
import { type Document, emptyLine, type Line } from './document.ts'
import type { DocumentStep, Rules } from './engine.ts'

const START = '[*]'

/** A mermaid state diagram of a document's statuses, by its own steps and those of its lines. */
export function drawDocumentSteps(rules: Rules): string {
  const own = Object.entries(rules.documentSteps).flatMap(([name, step]) =>
    step.from.map((from) => arrow(from, step.to === 'same' ? from : step.to, name)),
  )
  const ends = endsOf(
    Object.values(rules.documentSteps).flatMap((step) => (step.to === 'same' ? [] : [step.to])),
    Object.values(rules.documentSteps).flatMap((step) => step.from),
  )
  return draw([...own, ...byLines(rules)], ends)
}

// The transitions of the document by line steps; equal ones share an arrow.
const byLines = (rules: Rules): readonly string[] => {
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

/** A mermaid state diagram of a line's statuses; the lines of a shipped document are shipped with it. */
export function drawLineSteps(rules: Rules): string {
  const own = Object.entries(rules.lineSteps).flatMap(([name, step]) =>
    step.from.map((from) => arrow(from, step.to, name)),
  )
  const withDocument = Object.entries(rules.documentSteps).flatMap(([name, step]) =>
    step.linesTo === undefined
      ? []
      : reachedDuring(rules, step)
          .filter((status) => letsThrough(step, status))
          .map((status) => arrow(status, step.linesTo ?? null, name)),
  )
  const ends = Object.values(rules.documentSteps).flatMap(({ linesTo }) => linesTo ?? [])
  return draw([...own, ...withDocument], ends)
}

// The line statuses that are possible when the document step starts.
const reachedDuring = ({ lineSteps }: Rules, { from }: DocumentStep): readonly Status[] => [
  ...new Set(
    Object.values(lineSteps)
      .filter(({ during }) => during.some((status) => from.includes(status)))
      .flatMap(({ to }) => to ?? []),
  ),
]

const letsThrough = ({ from, guard }: DocumentStep, line: Status): boolean =>
  guard === undefined ||
  guard({ ...lastLineOf(from[0] ?? 'OPEN'), lines: [{ ...lastLine, status: line }] }) === true

const endsOf = (reached: readonly Status[], left: readonly (Status | null)[]) =>
  reached.filter((status) => !left.includes(status))

const arrow = (from: Status | null, to: Status | null, step: string) =>
  `${from ?? START} --> ${to ?? START}: ${step}`

const draw = (arrows: readonly string[], ends: readonly Status[]) =>
  [
    'stateDiagram-v2',
    ...new Set([...arrows, ...ends.map((status) => `${status} --> ${START}`)].map((line) => `  ${line}`)),
  ].join('\n')
