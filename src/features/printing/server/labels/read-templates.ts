import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as v from 'valibot'
import { fail, type Result, succeed } from '#core/wire/result.ts'
import { type LabelTemplate, labelTemplate } from './label-template.ts'

const builtInFolder = fileURLToPath(new URL('./templates', import.meta.url))

/**
 * Reads the built-in templates and those of the site's folder, which replace built-in ones with the same
 * id. Sorts by order and name. Fails with one sentence per invalid file.
 */
export function readLabelTemplates(folder?: string): Result<readonly LabelTemplate[], readonly string[]> {
  const templates = new Map<string, LabelTemplate>()
  const errors: string[] = []
  for (const place of [builtInFolder, folder]) {
    for (const file of place === undefined ? [] : jsonFiles(place)) {
      const read = readFile(file)
      if (read.ok) templates.set(read.value.id, read.value)
      else errors.push(read.error)
    }
  }
  if (errors.length > 0) return fail(errors)
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

// Reads the template in a file.
function readFile(file: string): Result<LabelTemplate, string> {
  const read = readTemplateFile(readFileSync(file, 'utf8'))
  if (read.ok) return read
  const { place, expected } = read.error
  return fail(`Label template ${file}${place ? `, ${place}` : ''}: expected ${expected}.`)
}

// What is wrong in a template: the place ('' for the whole) and the expected value.
interface TemplateError {
  readonly place: string
  readonly expected: string
}

/** Reads the JSON file of a template. */
export function readTemplateFile(text: string): Result<LabelTemplate, TemplateError> {
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(undefined, 'JSON')), text)
  return read.success ? readTemplate(read.output) : fail({ place: '', expected: 'JSON' })
}

/** Reads a template from parsed JSON or from the database. */
export function readTemplate(value: unknown): Result<LabelTemplate, TemplateError> {
  const read = v.safeParse(labelTemplate, value)
  if (read.success) return succeed(read.output)
  const [issue] = read.issues
  return fail({ place: v.getDotPath(issue) ?? '', expected: issue.message })
}
