// Schemas for reports, labels, and changes of print servers (part 1 sections 3 and 7).
import * as v from 'valibot'
import { PAGE_SIZES, PRINT_FORMATS } from '#core/wire/constants.ts'
import { hasInvisible } from '#core/wire/invisible-characters.ts'
import { LIMITS, PRINT_AGENT_PORT } from '#core/wire/limits.ts'
import { id, idOrNull, notBlank, shortText, text } from '#core/wire/primitives.ts'
import { printFormat } from '#core/wire/print-server.ts'

// A host name, an IPv4 address or an IPv6 address in brackets, with an optional `ws://` or `wss://`.
const HOST_PATTERN = /^(wss?:\/\/)?([a-z0-9_-]+(\.[a-z0-9_-]+)*\.?|\[[0-9a-f:.]+\])$/i

/** Adds a print server, or changes the one with the ID. */
export const PrintServerBody = v.object({
  ID: idOrNull,
  PrintServer: v.pipe(shortText(LIMITS.comments), v.trim(), v.regex(HOST_PATTERN, 'a host name')),
  Port: v.pipe(
    v.nullish(v.union([v.string(), v.number()]), PRINT_AGENT_PORT),
    v.transform((port) => String(port).trim()),
    v.check(
      (port) => /^\d{1,5}$/.test(port) && Number(port) > 0 && Number(port) < 65_536,
      'a port from 1 to 65535',
    ),
  ),
  PrintLocation: v.pipe(
    shortText(LIMITS.comments),
    v.trim(),
    notBlank('a printer'),
    v.check((printer) => !hasInvisible(printer), 'a printer without characters that cannot be seen'),
  ),
  PrinterLocation: v.optional(shortText(LIMITS.reference), ''),
  PrintFormat: v.optional(v.picklist(PRINT_FORMATS, 'PDF or ZPL'), 'PDF'),
  /** The value that the client has read. '' or absent: no conflict check. */
  LastChangedDateTime: v.nullish(shortText(LIMITS.reference), ''),
})
export type PrintServerBody = v.InferOutput<typeof PrintServerBody>

/** The data for a printer in base64: a PDF, or ZPL for label printers. */
export const PrintFile = v.object({ FileData: text, Format: printFormat })
export type PrintFile = v.InferOutput<typeof PrintFile>

/** Labels. `Instead` is set if another template was used than requested, and has the reason. */
export const LabelFile = v.object({
  FileData: text,
  Format: printFormat,
  Instead: v.nullish(
    v.object({
      /** The name of the template that was used. */
      Template: text,
      /**
       * Reason: the requested template was removed, is invalid, is too fine for the printer, or could not be
       * drawn.
       */
      Why: v.picklist(['gone', 'broken', 'coarse', 'failed']),
    }),
    null,
  ),
})
export type LabelFile = v.InferOutput<typeof LabelFile>

/** A report's paper size; the default depends on the location. */
export const pageSize = v.optional(v.picklist(PAGE_SIZES, 'A4 or LETTER'))

/** Resolutions of label printers in dots per inch. A PDF printer has a higher one, and accepts all. */
export const DOTS_PER_INCH = [203, 300, 600] as const
export type DotsPerInch = (typeof DOTS_PER_INCH)[number]

/** A printer's resolution in a query; undefined: the resolution of the label template. */
export const queryDotsPerInch = v.pipe(
  v.optional(v.picklist(['203', '300', '600'], '203, 300 or 600')),
  v.transform((dots) => DOTS_PER_INCH.find((known) => String(known) === dots)),
)

/** A label template of the server. Width and height of a label are in millimetres. */
export const LabelTemplateEntry = v.object({
  Id: id,
  Name: text,
  Width: v.number(),
  Height: v.number(),
  /** Labels per page: 1 on a roll. */
  PerPage: v.number(),
  /** Is it a template for plant passports? */
  Passport: v.optional(v.boolean(), false),
})
export type LabelTemplateEntry = v.InferOutput<typeof LabelTemplateEntry>
