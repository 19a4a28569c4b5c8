// What docs/transitions.md says, read off the tables of the kinds so that it stays true.
import { drawDocumentSteps, drawLineSteps } from '#kinds/diagram.ts'
import { kinds } from '#kinds/index.ts'
import type { Kind } from '#kinds/kind.ts'

const picture = (drawing: string): string => `\`\`\`mermaid\n${drawing}\n\`\`\`\n`

const section = (kind: Kind): string =>
  [
    `## ${kind.kind}\n`,
    picture(drawDocumentSteps(kind)),
    'One line of it:\n',
    picture(drawLineSteps(kind)),
  ].join('\n')

/** The whole document: every kind, its statuses and the steps between them, and those of one line. */
export function drawTransitions(): string {
  return [
    '# Transitions\n',
    'Written from the tables in `src/kinds/` by `npm run docs`; a test holds them against each other.\n',
    ...Object.values(kinds).map(section),
  ].join('\n')
}
