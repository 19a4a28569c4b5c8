// Defines a label template: the layout as JSON data, drawn as PDF and as ZPL. Lengths are millimetres from
// the upper left corner, font sizes points. No part of a template is sent to a printer unchanged.
import * as v from 'valibot'
import { hasInvisible } from '#core/wire/invisible-characters.ts'
import { notBlank } from '#core/wire/primitives.ts'
import { DOTS_PER_INCH } from '#features/printing/common/printing.ts'
import { WEIGHTS } from '../paper/weights.ts'

const length = v.pipe(
  v.number('a length in millimetres'),
  v.minValue(0, '0 mm or more'),
  v.maxValue(500, 'at most 500 mm'),
)
const extent = v.pipe(length, v.minValue(1, '1 mm or more'))
const visible = v.check((text: string) => !hasInvisible(text), 'no characters that cannot be seen')
const count = v.pipe(
  v.number('a number'),
  v.integer('a whole number'),
  v.minValue(1, '1 or more'),
  v.maxValue(50, 'at most 50'),
)
const thin = v.pipe(length, v.minValue(0.1, '0.1 mm or more'))
const place = { x: length, y: length, width: extent, height: extent }
const letters = {
  /**
   * The largest font size. A text that does not fit is made smaller, then truncated or refused
   * (fit-text.ts).
   */
  size: v.pipe(v.number('a size in points'), v.minValue(3, '3 pt or more'), v.maxValue(96, 'at most 96 pt')),
  weight: v.optional(v.picklist(WEIGHTS, 'normal or bold'), 'normal'),
  align: v.optional(v.picklist(['left', 'center', 'right'], 'left, center or right'), 'left'),
  lines: v.optional(
    v.pipe(v.number(), v.integer('a whole number'), v.minValue(1, '1 or more'), v.maxValue(9, 'at most 9')),
    1,
  ),
}

// The parts of a plant passport, except the barcode (docs/plant-passport.md).
export const PASSPORT_FACTS = ['passport', 'zone', 'botanical', 'operator', 'origin'] as const

/** The facts of a label that a text element can show. */
export const LABEL_FACTS = [
  'barcode',
  'variety',
  'trimType',
  'stockType',
  'quantity',
  'location',
  'season',
  'commodity',
  'licence',
  ...PASSPORT_FACTS,
] as const
export type LabelFact = (typeof LABEL_FACTS)[number]

const fact = v.picklist(LABEL_FACTS, `one of ${LABEL_FACTS.join(', ')}`)

// A fact within a template's own text: `{variety}`.
const PLACEHOLDER = /\{([^{}]*)\}/g

// Maximum number of elements, because each one takes time on every label.
const MAX_ELEMENTS = 60

const words = v.pipe(
  v.string('words'),
  v.minLength(1, 'words'),
  v.maxLength(200, 'at most 200 characters'),
  visible,
  v.check(
    (text) =>
      [...text.matchAll(PLACEHOLDER)].every(([, name]) => LABEL_FACTS.some((known) => known === name)),
    `only {fields} of ${LABEL_FACTS.join(', ')}`,
  ),
)

const element = v.variant('type', [
  v.strictObject({ type: v.literal('barcode'), ...place }),
  v.strictObject({ type: v.literal('qr'), shows: v.optional(fact, 'barcode'), ...place }),
  v.pipe(
    v.strictObject({
      type: v.literal('text'),
      shows: v.optional(fact),
      /** The template's own text, with facts in braces, instead of one fact. */
      words: v.optional(words),
      ...place,
      ...letters,
    }),
    v.check(({ shows, words: own }) => (shows === undefined) !== (own === undefined), 'shows or words'),
  ),
  /** A frame, or a solid rule if it is as thin as its `line`. */
  v.strictObject({
    type: v.literal('box'),
    ...place,
    width: thin,
    height: thin,
    line: v.optional(
      v.pipe(v.number(), v.minValue(0.1, '0.1 mm or more'), v.maxValue(20, 'at most 20 mm')),
      0.3,
    ),
  }),
  v.strictObject({ type: v.picklist(['berry', 'logo']), ...place }),
  /** The European Union flag; black and white in ZPL. */
  v.strictObject({
    type: v.literal('flag'),
    colour: v.optional(v.boolean('true or false'), false),
    ...place,
  }),
])

/** Returns the text of a text element: its fact, or its own text with the facts filled in. */
export function textOfElement(
  { shows, words: own }: { readonly shows?: LabelFact | undefined; readonly words?: string | undefined },
  facts: Partial<Readonly<Record<LabelFact, string | undefined>>>,
): string {
  const factOf = (name: string) => Object.entries(facts).find(([known]) => known === name)?.[1] ?? ''
  if (own === undefined) return shows === undefined ? '' : factOf(shows)
  return own.replaceAll(PLACEHOLDER, (_, name: string) => factOf(name))
}

export const labelTemplate = v.pipe(
  v.strictObject({
    id: v.pipe(v.string(), v.regex(/^[a-z0-9-]{1,40}$/, 'lower-case letters, digits and hyphens')),
    name: v.pipe(v.string(), notBlank('a name'), v.maxLength(60, 'at most 60 characters'), visible),
    /** Sort order; the first template is the default. */
    order: v.optional(v.number(), 100),
    label: v.strictObject({ width: extent, height: extent }),
    /** A sheet of several labels; on a roll the page is the label. */
    sheet: v.optional(
      v.strictObject({
        width: extent,
        height: extent,
        columns: count,
        rows: count,
        left: length,
        top: length,
        /** From the left (upper) edge of one label to that of the next. */
        stepX: length,
        stepY: length,
      }),
    ),
    /** The printer's dots per inch; bar widths are whole dots. */
    dpi: v.optional(v.picklist(DOTS_PER_INCH, '203, 300 or 600'), 203),
    elements: v.pipe(
      v.array(element),
      v.minLength(1, 'an element'),
      v.maxLength(MAX_ELEMENTS, `at most ${MAX_ELEMENTS} elements`),
    ),
  }),
  v.check(
    ({ label, elements }) =>
      elements.every(({ x, y, width, height }) => x + width <= label.width && y + height <= label.height),
    'elements within the label',
  ),
  v.check(({ elements }) => elements.some(({ type }) => type === 'barcode'), 'a barcode among the elements'),
  v.check(
    ({ label, sheet }) =>
      !sheet ||
      (sheet.left + (sheet.columns - 1) * sheet.stepX + label.width <= sheet.width + 0.01 &&
        sheet.top + (sheet.rows - 1) * sheet.stepY + label.height <= sheet.height + 0.01),
    'labels within the sheet',
  ),
)
export type LabelTemplate = v.InferOutput<typeof labelTemplate>
export type LabelElement = LabelTemplate['elements'][number]

/** Labels per page. */
export function labelsOfPage({ sheet }: LabelTemplate): number {
  return sheet ? sheet.columns * sheet.rows : 1
}

/** Does the template show a part of a plant passport? Then all parts must be known. */
export function isPassport({ elements }: LabelTemplate): boolean {
  return elements.some(
    (element) => element.type === 'flag' || PASSPORT_FACTS.some((part) => mentions(element, part)),
  )
}

/**
 * Returns the passport facts that a template lacks; none if it is no passport. `zone` is optional, because
 * the pests may follow the passport title.
 */
export function missingParts(template: LabelTemplate): readonly string[] {
  if (!isPassport(template)) return []
  const isMissing = (part: LabelFact) => !template.elements.some((element) => mentions(element, part))
  return PASSPORT_FACTS.filter((part) => part !== 'zone' && isMissing(part)).map((part) => `{${part}}`)
}

/** Does the template have a separate place for the pests of protected zones? */
export function showsZone({ elements }: LabelTemplate): boolean {
  return elements.some((element) => mentions(element, 'zone'))
}

/** Does an element show a fact? */
export function mentions(element: LabelElement, fact: LabelFact): boolean {
  if (element.type === 'text') return element.shows === fact || (element.words ?? '').includes(`{${fact}}`)
  return element.type === 'qr' && element.shows === fact
}
