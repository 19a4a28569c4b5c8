// Calls for label templates that administrators add, and for the default template of a location.
import * as v from 'valibot'
import type { Call } from '#core/wire/call.ts'
import { LIMITS } from '#core/wire/limits.ts'
import { createCallPreparer } from '#core/wire/prepared-call.ts'
import { id, listOf, notBlank, shortText, text } from '#core/wire/primitives.ts'
import { REFUSAL_CODES } from '#core/wire/refusal-codes.ts'
import { DOTS_PER_INCH } from './printing.ts'

/** Maximum length of a template file, in characters. */
export const TEMPLATE_FILE_LENGTH = 50_000

/** Is a template's file ZPL rather than JSON? */
export function isZpl(source: string): boolean {
  return /^[\s\u{FEFF}]*[\^~]/u.test(source)
}

// A template in the list of Maintenance. Label sizes are in millimetres.
const TemplateEntry = v.object({
  Id: id,
  Name: text,
  Width: v.number(),
  Height: v.number(),
  /** Labels per page: 1 on a roll. */
  PerPage: v.number(),
  /** The minimum printer resolution in dots per inch. */
  Dpi: v.number(),
  /** true: an administrator added it. false: it comes with the product, or from the site's folder. */
  Own: v.boolean(),
  /** false: another version of the product stored it, and it cannot be printed. */
  Sound: v.boolean(),
  /** The number of its changes, from 1; 0 if no administrator added it. */
  Version: v.number(),
  ChangedBy: text,
  ChangedAt: text,
})
export type ListedTemplate = v.InferOutput<typeof TemplateEntry>

// The default template of a location; '' is the product's first template.
const DefaultTemplate = v.object({ Location: text, Template: text })
export type DefaultLabelTemplate = v.InferOutput<typeof DefaultTemplate>

// The codes that were decoded from a label at one resolution. `Refusal` is the reason why they are not
// sufficient; null if they are.
const DecodedLabel = v.object({
  Dpi: v.number(),
  /** Width of the thinnest bar, in millimetres. */
  Bar: v.number(),
  Read: listOf(text),
  Refusal: v.nullish(
    v.object({
      code: v.picklist(REFUSAL_CODES),
      facts: v.optional(v.record(v.string(), v.union([v.string(), v.number()]))),
    }),
    null,
  ),
})

// A preview of a template's label, with the codes that can be decoded from it.
const Preview = v.object({
  Template: TemplateEntry,
  /** A PNG in base64: one pixel per printer dot. */
  Picture: text,
  /** The template as JSON, ready to save. A ZPL file is converted. */
  Source: text,
  /** The barcode on the label; of a plant in stock here, if there is one. */
  Barcode: text,
  Readings: listOf(DecodedLabel),
})
export type TemplatePreview = v.InferOutput<typeof Preview>

const source = v.pipe(
  v.string('a file'),
  notBlank('a file'),
  v.maxLength(TEMPLATE_FILE_LENGTH, `at most ${TEMPLATE_FILE_LENGTH} characters`),
)
const templateId = v.pipe(v.string(), v.maxLength(LIMITS.reference, `at most ${LIMITS.reference} characters`))

export const labelTemplateCalls = {
  'labelTemplates.list': {
    method: 'GET',
    path: 'maintenance/labeltemplates',
    answer: v.object({ Templates: listOf(TemplateEntry), Usual: listOf(DefaultTemplate) }),
  },
  /** The file of any template, to use as a starting point for another one. */
  'labelTemplates.read': {
    method: 'GET',
    path: 'maintenance/labeltemplates/{id}',
    params: v.object({ id }),
    answer: v.object({ Template: TemplateEntry, Source: text }),
  },
  /** Draws a label from a template (JSON or ZPL) and decodes its barcode. Stores nothing. */
  'labelTemplates.try': {
    method: 'POST',
    path: 'maintenance/labeltemplates/try',
    body: v.object({
      Source: source,
      /** The location and season of the sample plant. */
      Location: shortText(LIMITS.reference),
      Season: shortText(LIMITS.reference),
      /** The file name: it becomes the template's name if the file is ZPL, which contains no name. */
      Name: v.optional(shortText(100), ''),
      /** The resolution of a ZPL file, in dots per inch. */
      Dpi: v.optional(v.picklist(DOTS_PER_INCH, `one of ${DOTS_PER_INCH.join(', ')}`), 203),
    }),
    maxBodyBytes: 3 * TEMPLATE_FILE_LENGTH,
    answer: Preview,
  },
  /**
   * Adds a template, or replaces the one with its id. `Version` is the version that the user has seen, 0 for
   * a new one.
   */
  'labelTemplates.save': {
    method: 'POST',
    path: 'maintenance/labeltemplates',
    body: v.object({
      Source: source,
      Version: v.pipe(v.number('a version'), v.integer('a version'), v.minValue(0, 'a version')),
    }),
    maxBodyBytes: 3 * TEMPLATE_FILE_LENGTH,
    answer: v.object({ Template: TemplateEntry }),
  },
  'labelTemplates.remove': {
    method: 'DELETE',
    path: 'maintenance/labeltemplates/{id}',
    params: v.object({ id }),
    /** The version that the user has seen. Absent: no conflict check. */
    query: v.object({ version: v.optional(v.pipe(v.string(), v.regex(/^\d{1,9}$/, 'a version'))) }),
    answer: v.object({ Message: text }),
  },
  /** Sets the default template of a location; '' for the product's first template. */
  'labelTemplates.use': {
    method: 'POST',
    path: 'maintenance/labeltemplates/use',
    body: v.object({
      Location: shortText(LIMITS.reference),
      Template: templateId,
      /** The default template that the user has seen. Absent: no conflict check. */
      Seen: v.optional(templateId),
    }),
    answer: v.object({ Usual: listOf(DefaultTemplate) }),
  },
} as const satisfies Record<string, Call>

/** Prepares one of these calls. */
export const prepareTemplateCall = createCallPreparer(labelTemplateCalls)
