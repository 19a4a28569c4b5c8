// Printer settings beyond the specification, extension 'printers': resolution, rotation and label stock of a
// printer, and the default printers and automatic printing of a location.
import * as v from 'valibot'
import type { Call } from '#core/wire/call.ts'
import { REPORTS } from '#core/wire/constants.ts'
import { MessageReply } from '#core/wire/documents.ts'
import { LIMITS } from '#core/wire/limits.ts'
import { createCallPreparer } from '#core/wire/prepared-call.ts'
import { listOf, needed, notBlank, oneOf, shortText, text } from '#core/wire/primitives.ts'
import { DOTS_PER_INCH, PrintServerBody } from './printing.ts'

/** The rotation of labels on their page, in degrees clockwise. */
export const ROTATIONS = [0, 90, 180, 270] as const
export type Rotation = (typeof ROTATIONS)[number]

/** The print jobs that can have a default printer: reports by name, labels, and the command sheet. */
export const PRINT_JOB_NAMES = [...REPORTS, 'Labels', 'Command sheet'] as const
export type PrintJobName = (typeof PRINT_JOB_NAMES)[number]

/** The final steps of a document that can start automatic printing. */
export const AUTOMATIC_PRINT_STEPS = ['ship', 'receive'] as const
export type AutomaticPrintStep = (typeof AUTOMATIC_PRINT_STEPS)[number]

/** The print jobs that can start automatically, and after which step. */
export const AUTOMATIC_PRINT_JOBS: readonly {
  readonly work: PrintJobName
  readonly moment: AutomaticPrintStep
}[] = [
  { work: 'Grower Issuance', moment: 'ship' },
  { work: 'Nursery Issuance', moment: 'ship' },
  { work: 'Grower Storage Issuance', moment: 'ship' },
  { work: 'Transfers', moment: 'ship' },
  { work: 'Transfers', moment: 'receive' },
  { work: 'Labels', moment: 'receive' },
]

const templateId = v.pipe(
  v.optional(shortText(LIMITS.reference), ''),
  v.regex(/^[A-Za-z0-9_-]*$/, 'letters, digits, _ and -'),
)

/**
 * The settings of a print server, by its ID. `Dpi` null: the resolution of the label template. `Stock`: the
 * label template of the loaded labels; '' for paper, or for a label printer's default.
 */
export const PrinterSetup = v.object({
  ID: text,
  Dpi: v.fallback(v.nullable(v.picklist(DOTS_PER_INCH)), null),
  Rotation: v.fallback(v.picklist(ROTATIONS), 0),
  Stock: text,
})
export type PrinterSetup = v.InferOutput<typeof PrinterSetup>

/**
 * The default printer of a print job at a location; '' for none. `Template` is the label template, only for
 * labels.
 */
export const DefaultPrinter = v.object({
  Work: oneOf(PRINT_JOB_NAMES),
  PrintServer: text,
  Template: text,
  OnShip: v.boolean(),
  OnReceive: v.boolean(),
})
export type DefaultPrinter = v.InferOutput<typeof DefaultPrinter>

/** A print server with all its settings: adds it, or changes the one with the ID. */
export const PrinterBody = v.pipe(
  v.object({
    ...PrintServerBody.entries,
    Dpi: v.nullish(v.picklist(DOTS_PER_INCH, `one of ${DOTS_PER_INCH.join(', ')}`), null),
    Rotation: v.optional(v.picklist(ROTATIONS, `one of ${ROTATIONS.join(', ')}`), 0),
    Stock: templateId,
  }),
  v.check(
    ({ PrintFormat, Rotation }) => canRotate(PrintFormat, Rotation),
    'a rotation of 0 or 180 for ZPL: a label printer turns its labels by no other',
  ),
)
export type PrinterBody = v.InferOutput<typeof PrinterBody>

/** Is this rotation possible? ZPL has only one rotation command: upside down. */
export function canRotate(format: PrintServerBody['PrintFormat'], rotation: Rotation): boolean {
  return format === 'PDF' || rotation === 0 || rotation === 180
}

export const DefaultPrinterBody = v.object({
  Location: v.pipe(shortText(LIMITS.reference), notBlank('a location')),
  Work: v.picklist(PRINT_JOB_NAMES, `one of ${PRINT_JOB_NAMES.join(', ')}`),
  PrintServer: v.pipe(v.optional(shortText(LIMITS.reference), ''), v.regex(/^\d*$/, 'an ID')),
  Template: templateId,
  OnShip: v.optional(v.boolean('true or false'), false),
  OnReceive: v.optional(v.boolean('true or false'), false),
  /** The values that the client has read. Absent: no conflict check. */
  Seen: v.optional(
    v.object({
      PrintServer: shortText(LIMITS.reference),
      Template: shortText(LIMITS.reference),
      OnShip: v.boolean('true or false'),
      OnReceive: v.boolean('true or false'),
    }),
  ),
})
export type DefaultPrinterBody = v.InferOutput<typeof DefaultPrinterBody>

// Enough for all names of a record together, in characters.
const maxTextLength = 1000

export const printerCalls = {
  /** Reads the printer settings and default printers of a location. */
  'printers.setup': {
    method: 'GET',
    path: 'printersetup',
    query: v.object({ inventorylocation: needed('a location') }),
    answer: v.object({ Printers: listOf(PrinterSetup), Proposals: listOf(DefaultPrinter) }),
  },
  /** Adds or changes a print server, with its settings. */
  'printers.save': {
    method: 'POST',
    path: 'printersetup/printers',
    body: PrinterBody,
    answer: MessageReply,
  },
  /** Sets the default printer of a print job, and replaces the previous one. */
  'printers.propose': {
    method: 'POST',
    path: 'printersetup/proposals',
    body: DefaultPrinterBody,
    answer: MessageReply,
  },
  /** Lists the distinct characters of a text that the print fonts cannot show. */
  'paper.letters': {
    method: 'GET',
    path: 'paperletters',
    query: v.object({
      text: v.pipe(needed('a text'), v.maxLength(maxTextLength, `at most ${maxTextLength} characters`)),
    }),
    answer: v.object({ Missing: listOf(text) }),
  },
} as const satisfies Record<string, Call>

/** Prepares one of these calls. */
export const preparePrinterCall = createCallPreparer(printerCalls)
