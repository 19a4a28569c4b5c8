// docs/performance.md: each bench writes its own section, and leaves those of the others.
import { readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'

const page = new URL('../../docs/performance.md', import.meta.url)
/** What one bench writes. */
export type Section = 'Server' | 'Growth' | 'Browser' | 'Import'

/**
 * The page with one section written anew, the others as they are; a section goes up to the next heading of
 * its level. What stands under its 'What is missing' is written by hand, and is kept.
 */
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
