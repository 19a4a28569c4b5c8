// Which template labels are printed on. A template that cannot be printed never stops a job: one of the
// product's takes its place, and the answer says so.
import type { CallReply } from '#core/wire/call.ts'
import type { Calls } from '#core/wire/calls.ts'
import type { PrintFormat } from '#core/wire/constants.ts'
import type { Problem } from '#core/wire/problem.ts'
import { refuse } from '#core/wire/refusals.ts'
import { fail, type Result, succeed } from '#core/wire/result.ts'
import type { LabelsOfBarcode } from '#features/printing/server/job.ts'
import { findCutText } from '#features/printing/server/labels/label.ts'
import {
  isPassport,
  type LabelTemplate,
  labelsOfPage,
} from '#features/printing/server/labels/label-template.ts'
import { invalidField, problemFor } from '#server/domain/refusals.ts'
import { type Instead, insteadOf, type UsableTemplates } from './usable-templates.ts'

type Printed = CallReply<Calls['printreport']>

interface Chosen {
  readonly template: LabelTemplate
  readonly instead: Instead | null
  readonly single: boolean
}

/**
 * The requested template, or the location's usual one for the format: a label printer prints single labels.
 * Fails for a sheet on a label printer.
 */
export function findTemplate(
  { all, known, broken }: UsableTemplates,
  asked: {
    readonly template?: string | undefined
    readonly format: PrintFormat
    readonly dpi?: number | undefined
  },
): Result<Chosen, Problem> {
  const single = asked.format === 'ZPL'
  const fits = (template: LabelTemplate) => !single || labelsOfPage(template) === 1
  const found = all.find(
    (template) => template.id === asked.template || (asked.template === undefined && fits(template)),
  )
  if (found && !fits(found)) {
    const ids = all.filter(fits).map(({ id }) => id)
    return fail(invalidField('query.template', `one of ${ids.join(', ')} for ${asked.format}`))
  }
  // The product's were proved at all densities.
  const coarse = found && !known.includes(found) && asked.dpi !== undefined && asked.dpi < found.dpi
  if (found && !coarse) return succeed({ template: found, instead: null, single })
  const other = insteadOf(known, {
    label: found?.label,
    single,
    passport: found !== undefined && isPassport(found),
  })
  if (!other) return fail(invalidField('query.template', `one for ${asked.format}`))
  const why = coarse ? 'coarse' : broken.includes(asked.template ?? '') ? 'broken' : 'gone'
  return succeed({ template: other, instead: { Template: other.name, Why: why }, single })
}

/**
 * Refuses labels that would lose the end of a text that must be whole. Names the smallest other template of
 * the same kind that has room for all of them; none is chosen here, since the printer has its own stock.
 */
export function checkRoom(
  template: LabelTemplate,
  labels: readonly LabelsOfBarcode[],
  all: readonly LabelTemplate[],
  format: PrintFormat,
): Result<undefined, Problem> {
  const [cut] = labels.flatMap(({ facts }) => {
    const text = findCutText(template, facts)
    return text === undefined ? [] : [{ text: shorten(text), barcode: facts.barcode }]
  })
  if (!cut) return succeed(undefined)
  const area = ({ label }: LabelTemplate) => label.width * label.height
  const [larger] = all
    .filter((other) => isPassport(other) === isPassport(template))
    .filter((other) => format !== 'ZPL' || labelsOfPage(other) === 1)
    .filter((other) => labels.every(({ facts }) => findCutText(other, facts) === undefined))
    .toSorted((one, other) => area(one) - area(other))
  const refusal = larger
    ? refuse('labelTextCut', { ...cut, template: template.name, larger: larger.name })
    : refuse('labelTextTooLong', cut)
  return fail(problemFor(refusal))
}

// Enough of a text to know it by.
const shorten = (text: string) => (text.length > 40 ? `${text.slice(0, 39).trimEnd()}…` : text)

/** Prints on the chosen template; where drawing an added one fails, on the product's. */
export async function printLabels(
  { template, instead, single }: Chosen,
  known: readonly LabelTemplate[],
  print: (template: LabelTemplate) => Promise<Result<Printed, Problem>>,
): Promise<Result<CallReply<Calls['printlabels']>, Problem>> {
  const drawn = async (): Promise<Result<Printed, Problem> | undefined> => {
    try {
      return await print(template)
    } catch (error) {
      if (known.includes(template)) throw error
      return undefined
    }
  }
  const made = await drawn()
  if (made) return made.ok ? succeed({ ...made.value, Instead: instead }) : made
  const other = insteadOf(known, { label: template.label, single, passport: isPassport(template) })
  if (!other) return fail(invalidField('query.template', 'another one'))
  const again = await print(other)
  return again.ok ? succeed({ ...again.value, Instead: { Template: other.name, Why: 'failed' } }) : again
}
