// Label templates that administrators add, and which one is the usual one at a location.
import * as v from 'valibot'
import { askOf } from './ask-of.ts'
import type { Call } from './call.ts'
import { LIMITS } from './limits.ts'
import { id, listOf, notBlank, shortText, text } from './primitives.ts'
import { DOTS_AN_INCH } from './printing.ts'
import { REFUSAL_CODES } from './refusal-codes.ts'

/** The most characters of a template's file. */
export const TEMPLATE_FILE_LENGTH = 50_000

/** Is a template's file ZPL rather than JSON? */
export function isZpl(source: string): boolean {
  return /^[\s\u{FEFF}]*[\^~]/u.test(source)
}

// A template as Maintenance lists it; sizes of a label are millimetres.
const Listed = v.object({
  Id: id,
  Name: text,
  Width: v.number(),
  Height: v.number(),
  /** Labels per page: 1 on a roll. */
  PerPage: v.number(),
  /** The fewest dots an inch of a printer for it. */
  Dpi: v.number(),
  /** Added here; false: it comes with the product, or from the site's folder. */
  Own: v.boolean(),
  /** False: it was stored by another version, and is not printed. */
  Sound: v.boolean(),
  /** Counts its changes from 1; 0: not added here. */
  Version: v.number(),
  ChangedBy: text,
  ChangedAt: text,
})
export type ListedTemplate = v.InferOutput<typeof Listed>

// The template that a location prints where nobody chooses one; '' is the product's first.
const Usual = v.object({ Location: text, Template: text })
export type UsualTemplate = v.InferOutput<typeof Usual>

// What a scanner read at one density, and why that is not enough; null: it is.
const Reading = v.object({
  Dpi: v.number(),
  /** The width of the thinnest bar in millimetres. */
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
export type TemplateReading = v.InferOutput<typeof Reading>

// A label of a template as it would come out, and what is read on it.
const Proof = v.object({
  Template: Listed,
  /** A PNG in base64: a dot a pixel. */
  Picture: text,
  /** The template as JSON, to be saved: a ZPL file was translated. */
  Source: text,
  /** The barcode on it; of a plant in stock here if there is one. */
  Barcode: text,
  Readings: listOf(Reading),
})
export type TemplateProof = v.InferOutput<typeof Proof>

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
    answer: v.object({ Templates: listOf(Listed), Usual: listOf(Usual) }),
  },
  /** The file of a template, the product's own too: where another one begins. */
  'labelTemplates.read': {
    method: 'GET',
    path: 'maintenance/labeltemplates/{id}',
    params: v.object({ id }),
    answer: v.object({ Template: Listed, Source: text }),
  },
  /** Draws the label of a template, JSON or ZPL, and reads it; stores nothing. */
  'labelTemplates.try': {
    method: 'POST',
    path: 'maintenance/labeltemplates/try',
    body: v.object({
      Source: source,
      /** Where and of which season a plant is taken for its facts. */
      Location: shortText(LIMITS.reference),
      Season: shortText(LIMITS.reference),
      /** The file's name: the template's where the file is ZPL, which has none. */
      Name: v.optional(shortText(100), ''),
      /** The dots an inch that a ZPL file was made for. */
      Dpi: v.optional(v.picklist(DOTS_AN_INCH, `one of ${DOTS_AN_INCH.join(', ')}`), 203),
    }),
    largest: 3 * TEMPLATE_FILE_LENGTH,
    answer: Proof,
  },
  /**
   * Adds a template, or replaces the one with its id: `Version` is the one that the person saw, 0 for none.
   */
  'labelTemplates.save': {
    method: 'POST',
    path: 'maintenance/labeltemplates',
    body: v.object({
      Source: source,
      Version: v.pipe(v.number('a version'), v.integer('a version'), v.minValue(0, 'a version')),
    }),
    largest: 3 * TEMPLATE_FILE_LENGTH,
    answer: v.object({ Template: Listed }),
  },
  'labelTemplates.remove': {
    method: 'DELETE',
    path: 'maintenance/labeltemplates/{id}',
    params: v.object({ id }),
    /** The version that the person saw; without it, any is removed. */
    query: v.object({ version: v.optional(v.pipe(v.string(), v.regex(/^\d{1,9}$/, 'a version'))) }),
    answer: v.object({ Message: text }),
  },
  /** Makes a template the usual one of a location; '': the product's first. */
  'labelTemplates.use': {
    method: 'POST',
    path: 'maintenance/labeltemplates/use',
    body: v.object({
      Location: shortText(LIMITS.reference),
      Template: templateId,
      /** The one that the person saw there; without it, any is replaced. */
      Seen: v.optional(templateId),
    }),
    answer: v.object({ Usual: listOf(Usual) }),
  },
} as const satisfies Record<string, Call>

/** Makes an ask of these calls. */
export const askTemplates = askOf(labelTemplateCalls)
