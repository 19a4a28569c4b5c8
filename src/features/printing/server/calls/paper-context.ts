import { COMMODITIES, type PageSize } from '#core/wire/constants.ts'
import { growerIdIn } from '#core/wire/grower-key.ts'
import type { Imprint } from '#features/printing/server/documents/report.ts'
import { numberAndName, type ReportNames } from '#features/printing/server/documents/report-names.ts'
import { localTime, usualPaper } from '#features/printing/server/paper/local-time.ts'
import { paperLanguage, sayOnPaper } from '#features/printing/server/paper/paper-texts.ts'
import type { Person } from '#server/domain/people.ts'
import type { ReferencesPort } from '#server/domain/references.ts'

/**
 * Returns name, time zone and imprint for printing at location `asked`, else at `otherwise`. The location
 * sets time zone and default paper size.
 */
export async function printContextOf(
  references: ReferencesPort,
  person: Person,
  asked: string | undefined,
  otherwise = '',
  size?: PageSize,
): Promise<{ readonly name: string; readonly timeZone: string; readonly imprint: Imprint }> {
  const locations = await references.locations({ activeOnly: false })
  const place =
    locations.find(({ Code }) => Code === asked) ?? locations.find(({ Code }) => Code === otherwise)
  const timeZone = place?.LocalTimeZone ?? 'UTC'
  const time = localTime(new Date(), timeZone)
  return {
    name: place ? numberAndName(place.Code, place.Descript) : otherwise,
    timeZone,
    imprint: {
      paper: size ?? usualPaper(timeZone),
      printed: sayOnPaper('paperPrinted', { who: person.username, time }),
      language: paperLanguage(),
    },
  }
}

/** Returns display names for the codes in documents; a code without a name stays as it is. */
export async function reportNames(references: ReferencesPort, timeZone: string): Promise<ReportNames> {
  const locations = await references.locations({ activeOnly: false })
  const varieties = await Promise.all(COMMODITIES.map((commodity) => references.varieties({ commodity })))
  const reasons = [...(await references.reasonCodes('DUMP')), ...(await references.reasonCodes('INVENTORY'))]
  const growers = new Map((await references.growers({})).map((each) => [each.Id, each.GrowerEntity]))
  const location = new Map(locations.map(({ Code, Descript }) => [Code, numberAndName(Code, Descript)]))
  const variety = new Map(varieties.flat().map(({ Code, Descript }) => [Code, Descript || Code]))
  const reason = new Map(
    reasons.map(({ ReasonCode, ReasonDescript }) => [ReasonCode, ReasonDescript || ReasonCode]),
  )
  return {
    location: (code) => location.get(code) ?? code,
    variety: (code) => variety.get(code) ?? code,
    reason: (code) => reason.get(code) ?? code,
    storage: (storageLocation) => {
      const grower = growerIdIn(storageLocation)
      return grower === undefined ? storageLocation : numberAndName(grower, growers.get(grower) ?? '')
    },
    time: (moment) => (Number.isNaN(Date.parse(moment)) ? moment : localTime(new Date(moment), timeZone)),
  }
}
