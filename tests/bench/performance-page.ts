// docs/performance.md: each bench replaces its own section.
import { readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'

const page = new URL('../../docs/performance.md', import.meta.url)
/** The sections that a bench writes. */
export type Section = 'Server' | 'Growth' | 'Browser' | 'Import'

/** Replaces one section, up to the next heading of its level, but keeps its 'What is missing'. */
export function replaceSection(text: string, section: string, body: string): string {
  const parts = text.split(/^(?=## )/m)
  const [intro = ''] = parts
  const sections = new Map(parts.slice(1).map((part) => [/^## (.*)$/m.exec(part)?.[1] ?? '', part.trim()]))
  const [byHand = ''] = /^### What is missing$.*/ms.exec(sections.get(section) ?? '') ?? []
  sections.set(section, `## ${section}\n\n${body.trim()}\n\n${byHand}`.trim())
  return `${[intro.trim(), ...sections.values()].join('\n\n')}\n`
}

/** Writes a section of docs/performance.md. */
export function writeSection(section: Section, body: string): void {
  writeFileSync(page, replaceSection(readFileSync(page, 'utf8'), section, body))
}

/** The day and the machine of a run. */
export function describeRun(): string {
  const day = new Date().toISOString().slice(0, 10)
  return `Measured on ${day}, ${availableParallelism()} cores, Node ${process.versions.node}.`
}
