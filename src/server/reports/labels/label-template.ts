// A label's layout as data: one JSON file per template. Lengths are millimetres from the upper left corner,
// font sizes points. The same elements are drawn as a PDF and as ZPL.
import * as v from 'valibot'
import { WEIGHTS } from '../paper/weights.ts'

const length = v.pipe(
  v.number('a length in millimetres'),
  v.minValue(0, '0 mm or more'),
  v.maxValue(500, 'at most 500 mm'),
)
const extent = v.pipe(length, v.minValue(1, '1 mm or more'))
const place = { x: length, y: length, width: extent, height: extent }
const letters = {
  /** The largest font size; a text that does not fit is made smaller, down to three fifths, and then cut. */
  size: v.pipe(v.number('a size in points'), v.minValue(3, '3 pt or more'), v.maxValue(96, 'at most 96 pt')),
  weight: v.optional(v.picklist(WEIGHTS, 'normal or bold'), 'normal'),
  align: v.optional(v.picklist(['left', 'center', 'right'], 'left, center or right'), 'left'),
  lines: v.optional(
    v.pipe(v.number(), v.integer('a whole number'), v.minValue(1, '1 or more'), v.maxValue(9, 'at most 9')),
    1,
  ),
}

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
] as const
export type LabelFact = (typeof LABEL_FACTS)[number]

const element = v.variant('type', [
  v.strictObject({ type: v.literal('barcode'), ...place }),
  v.strictObject({
    type: v.literal('text'),
    shows: v.picklist(LABEL_FACTS, `one of ${LABEL_FACTS.join(', ')}`),
    ...place,
    ...letters,
  }),
  v.strictObject({ type: v.picklist(['berry', 'logo']), ...place }),
])

export const labelTemplate = v.pipe(
  v.strictObject({
    id: v.pipe(v.string(), v.regex(/^[a-z0-9-]{1,40}$/, 'lower-case letters, digits and hyphens')),
    name: v.pipe(v.string(), v.minLength(1, 'a name'), v.maxLength(60, 'at most 60 characters')),
    /** Sort order; the first template is the default. */
    order: v.optional(v.number(), 100),
    label: v.strictObject({ width: extent, height: extent }),
    /** A sheet of several labels; on a roll the page is the label. */
    sheet: v.optional(
      v.strictObject({
        width: extent,
        height: extent,
        columns: v.pipe(v.number(), v.integer('a whole number'), v.minValue(1, '1 or more')),
        rows: v.pipe(v.number(), v.integer('a whole number'), v.minValue(1, '1 or more')),
        left: length,
        top: length,
        /** From the left (upper) edge of one label to the next one's. */
        stepX: length,
        stepY: length,
      }),
    ),
    /** The printer's dots per inch; bars are whole dots wide. */
    dpi: v.optional(v.picklist([203, 300, 600], '203, 300 or 600'), 203),
    elements: v.pipe(v.array(element), v.minLength(1, 'an element')),
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
