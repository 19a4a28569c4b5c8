import type { PrintFormat } from '#contract/constants.ts'
import { COMMODITIES } from '#contract/constants.ts'
import { onHand } from '#contract/inventory.ts'
import type { Problem } from '#contract/problem.ts'
import { fail, type Result, succeed } from '#contract/result.ts'
import type { Person } from '#server/domain/people.ts'
import type { Ports } from '#server/domain/ports.ts'
import { invalidField, notFound } from '#server/domain/refusals.ts'
import { maySeeGrowerStorage, maySeeStock } from '#server/domain/stock-access.ts'
import { numberAndName, plants } from '#server/reports/documents/source.ts'
import type { LabelFacts } from '#server/reports/labels/label.ts'
import { type LabelTemplate, labelsOfPage } from '#server/reports/labels/label-template.ts'
import { sayOnPaper } from '#server/reports/paper/words.ts'

/** The requested template, or the first for the format: a label printer prints single labels. */
export function findTemplate(
  templates: readonly LabelTemplate[],
  asked: { readonly template?: string | undefined; readonly format: PrintFormat },
): Result<LabelTemplate, Problem> {
  const fits = (template: LabelTemplate) => asked.format === 'PDF' || labelsOfPage(template) === 1
  const found = templates.find(
    (template) => fits(template) && (asked.template === undefined || template.id === asked.template),
  )
  if (found) return succeed(found)
  const known = templates.filter(fits).map(({ id }) => id)
  return fail(invalidField('query.template', `one of ${known.join(', ')} for ${asked.format}`))
}

/** The label's facts for a barcode at a location: the warehouse's own plants, else grower storage. */
export async function findLabelFacts(
  ports: Ports,
  person: Person,
  wanted: { readonly barcode: string; readonly location: string; readonly seasonId: string },
): Promise<Result<LabelFacts, Problem>> {
  const allowed = maySeeStock(person, wanted.location)
  if (!allowed.ok) return allowed
  const season = await ports.references.season(wanted.seasonId)
  if (!season) return fail(invalidField('query.trimseasonid', 'a trim season'))
  const search = (storageType: 'INVENTORY' | 'GROWERSTORAGE') =>
    ports.stock.search({
      location: wanted.location,
      commodity: season.Commodity,
      storageType,
      barcode: wanted.barcode,
    })
  let { records } = await search('INVENTORY')
  if (records.length === 0 && maySeeGrowerStorage(person, wanted.location).ok) {
    records = (await search('GROWERSTORAGE')).records
  }
  const [first] = records
  if (!first) return fail(notFound('barcode at this location'))
  const varieties = await ports.references.varieties({ commodity: season.Commodity, code: first.VarietyCode })
  const locations = await ports.references.locations({ activeOnly: false })
  const place = locations.find(({ Code }) => Code === wanted.location)
  return succeed({
    barcode: first.BarcodeID,
    variety: varieties[0]?.Descript || first.VarietyCode,
    trimType: first.TrimType,
    stockType: first.StockType,
    quantity: sayOnPaper('labelPlants', {
      n: plants(records.reduce((sum, record) => sum + onHand(record), 0)),
    }),
    location: numberAndName(wanted.location, place?.Descript ?? ''),
    season: season.TrimSeason,
    commodity: COMMODITIES.find((commodity) => commodity === first.Commodity),
    licence: sayOnPaper('labels.licence'),
  })
}
