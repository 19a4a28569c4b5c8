import { COMMODITIES } from '#core/wire/constants.ts'
import { onHand } from '#core/wire/inventory.ts'
import type { Problem } from '#core/wire/problem.ts'
import { fail, type Result, succeed } from '#core/wire/result.ts'
import { formatPlants, numberAndName } from '#features/printing/server/documents/report-names.ts'
import type { LabelsOfBarcode } from '#features/printing/server/job.ts'
import type { LabelFacts } from '#features/printing/server/labels/label.ts'
import { sayOnPaper } from '#features/printing/server/paper/paper-texts.ts'
import { type PassportFacts, readPassports } from '#features/printing/server/plant-passports.ts'
import type { Person } from '#server/domain/people.ts'
import { invalidField, notFound } from '#server/domain/refusals.ts'
import { maySeeGrowerStorage, maySeeStock } from '#server/domain/stock-access.ts'
import { runInLanguage } from '#server/http/request-language.ts'
import type { PrintingPorts } from './parts.ts'

/**
 * Returns the labels of barcodes at a location, in the given order: from inventory, else from grower storage.
 * Refuses plant passports with missing parts.
 */
export async function findLabels(
  ports: PrintingPorts,
  person: Person,
  wanted: readonly { readonly barcode: string; readonly count: number }[],
  {
    location,
    seasonId,
    passport = false,
  }: { readonly location: string; readonly seasonId: string; readonly passport?: boolean },
): Promise<Result<readonly LabelsOfBarcode[], Problem>> {
  const allowed = maySeeStock(person, location)
  if (!allowed.ok) return allowed
  const season = await ports.references.season(seasonId)
  if (!season) return fail(invalidField('query.trimseasonid', 'a trim season'))
  const locations = await ports.references.locations({ activeOnly: false })
  const place = locations.find(({ Code }) => Code === location)
  const search = (storageType: 'INVENTORY' | 'GROWERSTORAGE', barcode: string) =>
    ports.stock.search({ location, commodity: season.Commodity, storageType, barcode })
  const passports = passport
    ? await readPassports(
        ports.passports,
        location,
        wanted.map(({ barcode }) => barcode),
      )
    : succeed(new Map<string, PassportFacts>())
  if (!passports.ok) return passports
  const labels: LabelsOfBarcode[] = []
  for (const { barcode, count } of wanted) {
    let { records } = await search('INVENTORY', barcode)
    if (records.length === 0 && maySeeGrowerStorage(person, location).ok) {
      records = (await search('GROWERSTORAGE', barcode)).records
    }
    const [first] = records
    if (!first) return fail(notFound(`barcode at this location: ${barcode}`))
    const [variety] = await ports.references.varieties({
      commodity: season.Commodity,
      code: first.VarietyCode,
    })
    const facts: LabelFacts = {
      barcode: first.BarcodeID,
      variety: variety?.Descript || first.VarietyCode,
      trimType: first.TrimType,
      stockType: first.StockType,
      ...textsOf(records.reduce((sum, record) => sum + onHand(record), 0)),
      location: numberAndName(location, place?.Descript ?? ''),
      season: season.TrimSeason,
      commodity: COMMODITIES.find((commodity) => commodity === first.Commodity),
      ...passports.value.get(first.BarcodeID),
    }
    labels.push({ facts, count })
  }
  return succeed(labels)
}

// Labels travel with the plants, so their texts are in English for every user.
const textsOf = (plants: number) =>
  runInLanguage('en', () => ({
    quantity: sayOnPaper('labelPlants', { n: formatPlants(plants) }),
    licence: sayOnPaper('labels.licence'),
  }))
