// What this server knows of printers beyond the specification: dots an inch, rotation and what they are
// loaded with, the printers that an administrator proposes at a location, and what prints by itself there.
// Extension 'printers'.
import * as v from 'valibot'
import { askOf } from './ask-of.ts'
import type { Call } from './call.ts'
import { REPORTS } from './constants.ts'
import { MessageReply } from './documents.ts'
import { LIMITS } from './limits.ts'
import { listOf, needed, notBlank, oneOf, shortText, text } from './primitives.ts'
import { DOTS_AN_INCH, PrintServerBody } from './printing.ts'

/** By how many degrees, clockwise, labels are turned on their page. */
export const ROTATIONS = [0, 90, 180, 270] as const
export type Rotation = (typeof ROTATIONS)[number]

/** What a printer is proposed for: a report by its name, labels, or the sheet of command barcodes. */
export const PRINT_WORKS = [...REPORTS, 'Labels', 'Command sheet'] as const
export type PrintWorkName = (typeof PRINT_WORKS)[number]

/** The end of a document after which something may print by itself. */
export const PRINT_MOMENTS = ['ship', 'receive'] as const
export type PrintMoment = (typeof PRINT_MOMENTS)[number]

/** What may print by itself, and when. */
export const BY_ITSELF: readonly { readonly work: PrintWorkName; readonly moment: PrintMoment }[] = [
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
 * Of a print server, by its ID. `Dpi` null: those of the label template. `Stock` is the label template that
 * it is loaded with; '' for paper, or a label printer's default.
 */
export const PrinterSetup = v.object({
  ID: text,
  Dpi: v.fallback(v.nullable(v.picklist(DOTS_AN_INCH)), null),
  Rotation: v.fallback(v.picklist(ROTATIONS), 0),
  Stock: text,
})
export type PrinterSetup = v.InferOutput<typeof PrinterSetup>

/**
 * Which printer is proposed for a work at a location; '': none. `Template` is a kind of label, for labels
 * only.
 */
export const PrintProposal = v.object({
  Work: oneOf(PRINT_WORKS),
  PrintServer: text,
  Template: text,
  OnShip: v.boolean(),
  OnReceive: v.boolean(),
})
export type PrintProposal = v.InferOutput<typeof PrintProposal>

/** A print server with all that is known of it: adds it, or changes the one with the ID. */
export const PrinterBody = v.pipe(
  v.object({
    ...PrintServerBody.entries,
    Dpi: v.nullish(v.picklist(DOTS_AN_INCH, `one of ${DOTS_AN_INCH.join(', ')}`), null),
    Rotation: v.optional(v.picklist(ROTATIONS, `one of ${ROTATIONS.join(', ')}`), 0),
    Stock: templateId,
  }),
  v.check(
    ({ PrintFormat, Rotation }) => mayTurn(PrintFormat, Rotation),
    'a rotation of 0 or 180 for ZPL: a label printer turns its labels by no other',
  ),
)
export type PrinterBody = v.InferOutput<typeof PrinterBody>

/** Can labels of this format be turned so? ZPL has one command, which turns them upside down. */
export function mayTurn(format: PrintServerBody['PrintFormat'], rotation: Rotation): boolean {
  return format === 'PDF' || rotation === 0 || rotation === 180
}

export const ProposalBody = v.object({
  Location: v.pipe(shortText(LIMITS.reference), notBlank('a location')),
  Work: v.picklist(PRINT_WORKS, `one of ${PRINT_WORKS.join(', ')}`),
  PrintServer: v.pipe(v.optional(shortText(LIMITS.reference), ''), v.regex(/^\d*$/, 'an ID')),
  Template: templateId,
  OnShip: v.optional(v.boolean('true or false'), false),
  OnReceive: v.optional(v.boolean('true or false'), false),
  /** What its sender saw; nothing: it is not compared with another person's. */
  Seen: v.optional(
    v.object({
      PrintServer: shortText(LIMITS.reference),
      Template: shortText(LIMITS.reference),
      OnShip: v.boolean('true or false'),
      OnReceive: v.boolean('true or false'),
    }),
  ),
})
export type ProposalBody = v.InferOutput<typeof ProposalBody>

// Names of a record, all together.
const LONGEST_TEXT = 1000

export const printerCalls = {
  /** What is known of the printers of a location. */
  'printers.setup': {
    method: 'GET',
    path: 'printersetup',
    query: v.object({ inventorylocation: needed('a location') }),
    answer: v.object({ Printers: listOf(PrinterSetup), Proposals: listOf(PrintProposal) }),
  },
  /** Adds a print server or changes one, with its own fields. */
  'printers.save': {
    method: 'POST',
    path: 'printersetup/printers',
    body: PrinterBody,
    answer: MessageReply,
  },
  /** Proposes a printer for a work, in the place of the one before. */
  'printers.propose': {
    method: 'POST',
    path: 'printersetup/proposals',
    body: ProposalBody,
    answer: MessageReply,
  },
  /** The letters of a text that paper cannot show, each once. */
  'paper.letters': {
    method: 'GET',
    path: 'paperletters',
    query: v.object({
      text: v.pipe(needed('a text'), v.maxLength(LONGEST_TEXT, `at most ${LONGEST_TEXT} characters`)),
    }),
    answer: v.object({ Missing: listOf(text) }),
  },
} as const satisfies Record<string, Call>

/** Makes an ask of these calls. */
export const askPrinters = askOf(printerCalls)
