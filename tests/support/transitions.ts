// Writes docs/transitions.md from the tables of the kinds.
import { drawDocumentSteps, drawLineSteps } from '#core/kinds/diagram.ts'
import { kinds } from '#core/kinds/index.ts'
import type { Kind } from '#core/kinds/kind.ts'
import { finalStepOf } from '#core/kinds/screens.ts'

const picture = (drawing: string): string => `\`\`\`mermaid\n${drawing}\n\`\`\`\n`

const section = (kind: Kind): string =>
  [
    `## ${kind.kind}\n`,
    picture(drawDocumentSteps(kind)),
    'Its lines:\n',
    picture(drawLineSteps(kind)),
    ...endsOf(kind),
  ].join('\n')

// Returns the checks before the steps that end the document, by their sentence codes.
const endsOf = (kind: Kind): readonly string[] => {
  const ends = Object.values(kind.stages).flatMap((stage) => {
    const step = finalStepOf(stage)
    if (step === undefined) return []
    const { lines = [], header } = stage.checks ?? {}
    const checkCodes = [
      ...lines.map(({ id }) => id),
      ...(header ? [header.id] : []),
      ...(stage.unlisted ? ['unlisted'] : []),
    ]
    const stops = lines.flatMap(({ id, stops: stopped }) => (stopped ? [id] : []))
    return [`Checks before ${step}: ${checkCodes.join(', ')}. Blocking: ${stops.join(', ')}.\n`]
  })
  return [...new Set(ends)]
}

/** Returns the whole page: every kind with its statuses and steps, for documents and for lines. */
export function drawTransitions(): string {
  return [
    '# Transitions\n',
    'Reference. `npm run docs` writes this page from the tables in `src/core/kinds/`; a test compares them.\n',
    ...Object.values(kinds).map(section),
  ].join('\n')
}
