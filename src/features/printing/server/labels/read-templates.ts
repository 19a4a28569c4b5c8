import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as v from 'valibot'
import { fail, type Result, succeed } from '#core/wire/result.ts'
import { type LabelTemplate, labelTemplate } from './label-template.ts'

const ownFolder = fileURLToPath(new URL('./templates', import.meta.url))

/**
 * The product's templates and those of a site's folder; a site's template replaces the product's with the
 * same id. Sorted by order and name. Fails with one sentence per invalid file: its name and what is expected.
 */
export function readLabelTemplates(folder?: string): Result<readonly LabelTemplate[], readonly string[]> {
  const templates = new Map<string, LabelTemplate>()
  const complaints: string[] = []
  for (const place of [ownFolder, folder]) {
    for (const file of place === undefined ? [] : jsonFiles(place)) {
      const read = readFile(file)
      if (read.ok) templates.set(read.value.id, read.value)
      else complaints.push(read.error)
    }
  }
  if (complaints.length > 0) return fail(complaints)
  return succeed(
    [...templates.values()].toSorted(
      (one, other) => one.order - other.order || (one.name < other.name ? -1 : 1),
    ),
  )
}

const jsonFiles = (folder: string) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .toSorted()
    .map((name) => join(folder, name))

// A file of a folder.
function readFile(file: string): Result<LabelTemplate, string> {
  const read = readTemplateFile(readFileSync(file, 'utf8'))
  if (read.ok) return read
  const { place, expected } = read.error
  return fail(`Label template ${file}${place ? `, ${place}` : ''}: expected ${expected}.`)
}

// What is wrong with a template: where, '' for the whole, and what is expected there.
interface TemplateFault {
  readonly place: string
  readonly expected: string
}

/** Reads a template's file: JSON. */
export function readTemplateFile(text: string): Result<LabelTemplate, TemplateFault> {
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(undefined, 'JSON')), text)
  return read.success ? readTemplate(read.output) : fail({ place: '', expected: 'JSON' })
}

/** Reads a template as a file or the database has it. */
export function readTemplate(value: unknown): Result<LabelTemplate, TemplateFault> {
  const read = v.safeParse(labelTemplate, value)
  if (read.success) return succeed(read.output)
  const [issue] = read.issues
  return fail({ place: v.getDotPath(issue) ?? '', expected: issue.message })
}
