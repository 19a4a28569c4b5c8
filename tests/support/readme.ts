// The parts of the README that are read off the product, so that they stay true.
import { drawDocumentSteps, drawLineSteps } from '#kinds/diagram.ts'
import { kinds } from '#kinds/index.ts'

const drawings = Object.values(kinds).flatMap((workflow) => [
  [workflow.kind, drawDocumentSteps(workflow)] as const,
  [`${workflow.kind}-line`, drawLineSteps(workflow)] as const,
])

/** Writes each transition diagram between its marks, `<!-- diagram:issuance -->` and `<!-- /diagram -->`. */
export const drawReadme = (readme: string): string =>
  drawings.reduce(
    (text, [name, drawing]) =>
      text.replace(
        new RegExp(`(<!-- diagram:${name} -->)[^]*?(<!-- /diagram -->)`),
        (_, start: string, end: string) => `${start}\n\`\`\`mermaid\n${drawing}\n\`\`\`\n${end}`,
      ),
    readme,
  )

/** The diagrams that the README has to have. */
export const diagramNames: readonly string[] = drawings.map(([name]) => name)
