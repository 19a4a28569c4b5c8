// Chooses the template for labels. If it cannot be printed, a built-in template replaces it and the
// response says so.
import type { CallReply } from '#core/wire/call.ts'
import type { PrintFormat } from '#core/wire/constants.ts'
import type { Problem } from '#core/wire/problem.ts'
import { refuse } from '#core/wire/refusals.ts'
import { fail, type Result, succeed } from '#core/wire/result.ts'
import type { PrintCalls } from '#features/printing/common/print-calls.ts'
import type { PrinterSetup } from '#features/printing/common/printer-setup.ts'
import type { DotsPerInch } from '#features/printing/common/printing.ts'
import type { LabelsOfBarcode } from '#features/printing/server/job.ts'
import { findTruncatedText } from '#features/printing/server/labels/label.ts'
import {
  isPassport,
  type LabelTemplate,
  labelsOfPage,
} from '#features/printing/server/labels/label-template.ts'
import { invalidField, problemFor } from '#server/domain/refusals.ts'
import { findReplacement, type TemplateReplacement, type UsableTemplates } from './usable-templates.ts'

type Printed = CallReply<PrintCalls['printreport']>

interface ChosenTemplate {
  readonly template: LabelTemplate
  readonly instead: TemplateReplacement | null
  readonly single: boolean
}

/**
 * Returns the requested template, or the location's default for the format. Fails for a sheet on a label
 * printer, which prints single labels.
 */
export function findTemplate(
  { all, known, broken }: UsableTemplates,
  asked: {
    readonly template?: string | undefined
    readonly format: PrintFormat
    readonly dpi?: number | undefined
  },
): Result<ChosenTemplate, Problem> {
  const single = asked.format === 'ZPL'
  const fits = (template: LabelTemplate) => !single || labelsOfPage(template) === 1
  const found = all.find(
    (template) => template.id === asked.template || (asked.template === undefined && fits(template)),
  )
  if (found && !fits(found)) {
    const ids = all.filter(fits).map(({ id }) => id)
    return fail(invalidField('query.template', `one of ${ids.join(', ')} for ${asked.format}`))
  }
  // Built-in templates are verified at all densities.
  const isTooCoarse = found && !known.includes(found) && asked.dpi !== undefined && asked.dpi < found.dpi
  if (found && !isTooCoarse) return succeed({ template: found, instead: null, single })
  const other = findReplacement(known, {
    label: found?.label,
    single,
    passport: found !== undefined && isPassport(found),
  })
  if (!other) return fail(invalidField('query.template', `one for ${asked.format}`))
  const why = isTooCoarse ? 'coarse' : broken.includes(asked.template ?? '') ? 'broken' : 'gone'
  return succeed({ template: other, instead: { Template: other.name, Why: why }, single })
}

/**
 * Refuses labels that would truncate a mandatory text, and names the smallest template of the same kind
 * with room for all labels. The user decides, because the printer has fixed stock.
 */
export function checkTextsFit(
  template: LabelTemplate,
  labels: readonly LabelsOfBarcode[],
  all: readonly LabelTemplate[],
  format: PrintFormat,
): Result<undefined, Problem> {
  const [truncated] = labels.flatMap(({ facts }) => {
    const text = findTruncatedText(template, facts)
    return text === undefined ? [] : [{ text: shorten(text), barcode: facts.barcode }]
  })
  if (!truncated) return succeed(undefined)
  const area = ({ label }: LabelTemplate) => label.width * label.height
  const [larger] = all
    .filter((other) => isPassport(other) === isPassport(template))
    .filter((other) => format !== 'ZPL' || labelsOfPage(other) === 1)
    .filter((other) => labels.every(({ facts }) => findTruncatedText(other, facts) === undefined))
    .toSorted((one, other) => area(one) - area(other))
  const refusal = larger
    ? refuse('labelTextCut', { ...truncated, template: template.name, larger: larger.name })
    : refuse('labelTextTooLong', truncated)
  return fail(problemFor(refusal))
}

// Shortens a text to a recognizable start.
const shorten = (text: string) => (text.length > 40 ? `${text.slice(0, 39).trimEnd()}…` : text)

/** Prints on the chosen template, or on a built-in one if an added template cannot be drawn. */
export async function printLabels(
  { template, instead, single }: ChosenTemplate,
  known: readonly LabelTemplate[],
  print: (template: LabelTemplate) => Promise<Result<Printed, Problem>>,
): Promise<Result<CallReply<PrintCalls['printlabels']>, Problem>> {
  const tryPrint = async (): Promise<Result<Printed, Problem> | undefined> => {
    try {
      return await print(template)
    } catch (error) {
      if (known.includes(template)) throw error
      return undefined
    }
  }
  const printed = await tryPrint()
  if (printed) return printed.ok ? succeed({ ...printed.value, Instead: instead }) : printed
  const other = findReplacement(known, { label: template.label, single, passport: isPassport(template) })
  if (!other) return fail(invalidField('query.template', 'another one'))
  const reprinted = await print(other)
  return reprinted.ok
    ? succeed({ ...reprinted.value, Instead: { Template: other.name, Why: 'failed' } })
    : reprinted
}

/**
 * Sets a template's density (requested, else the printer's, else its own) and returns it with the printer's
 * rotation. `setup` is null if no printer is known.
 */
export function adaptToPrinter(template: LabelTemplate, setup: PrinterSetup | null, dpi?: DotsPerInch) {
  return {
    template: { ...template, dpi: dpi ?? setup?.Dpi ?? template.dpi },
    rotation: setup?.Rotation ?? 0,
  }
}

/**
 * Returns the label of a test print: of the loaded stock, or of any roll for a label printer without stock.
 * Undefined if the printer has paper.
 */
export function testTemplate(
  templates: readonly LabelTemplate[],
  format: PrintFormat,
  stock: string,
): LabelTemplate | undefined {
  const fits = (template: LabelTemplate) => format === 'PDF' || labelsOfPage(template) === 1
  const loaded = templates.find((template) => template.id === stock && fits(template))
  return loaded ?? (format === 'ZPL' ? templates.find(fits) : undefined)
}
