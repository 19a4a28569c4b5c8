// What docs/transitions.md says, read off the tables of the kinds so that it stays true.
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

// What is looked for before a step that ends the document, by its name among the sentences.
const endsOf = (kind: Kind): readonly string[] => {
  const ends = Object.values(kind.stages).flatMap((stage) => {
    const step = finalStepOf(stage)
    if (step === undefined) return []
    const { lines = [], header } = stage.checks ?? {}
    const looks = [
      ...lines.map(({ id }) => id),
      ...(header ? [header.id] : []),
      ...(stage.unlisted ? ['unlisted'] : []),
    ]
    const stops = lines.flatMap(({ id, stops: stopped }) => (stopped ? [id] : []))
    return [`Checks before ${step}: ${looks.join(', ')}. Blocking: ${stops.join(', ')}.\n`]
  })
  return [...new Set(ends)]
}

/** The whole document: every kind, its statuses and the steps between them, and those of one line. */
export function drawTransitions(): string {
  return [
    '# Transitions\n',
    'Reference. `npm run docs` writes this page from the tables in `src/core/kinds/`; a test compares them.\n',
    ...Object.values(kinds).map(section),
  ].join('\n')
}
