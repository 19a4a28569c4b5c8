// Finds the document of a report.
import { kinds } from '#core/kinds/index.ts'
import type { Kind } from '#core/kinds/kind.ts'
import { type ReportName, storageTypeOf } from '#core/wire/constants.ts'
import { kindRoutes } from '#core/wire/kind-routes.ts'
import type { Problem } from '#core/wire/problem.ts'
import { fail, type Result, succeed } from '#core/wire/result.ts'
import { findDocument, modeFor } from '#documents/server/documents.ts'
import { documentReport } from '#features/printing/server/documents/document-report.ts'
import type { Report } from '#features/printing/server/documents/report.ts'
import type { ReportNames } from '#features/printing/server/documents/report-names.ts'
import type { Person } from '#server/domain/people.ts'
import { notFound } from '#server/domain/refusals.ts'
import type { PrintingPorts } from './parts.ts'

/** A document that becomes a report when its codes have names. */
export interface ReportSource {
  /** The document's location; it sets time zone and paper unless the request names another. */
  readonly location: string
  readonly report: (names: ReportNames) => Report
}

/** Reads the document of a report and checks all rights. A number of another kind is not found. */
export async function readReportSource(
  ports: PrintingPorts,
  person: Person,
  name: ReportName,
  number: string,
): Promise<Result<ReportSource, Problem>> {
  const routes = kindRoutes.find(({ reports }) => reports.some((each) => each === name))
  if (!routes) return fail(notFound('report'))
  const { mode } = routes
  const kind: Kind = kinds[routes.kind]
  const found = await findDocument(ports, person, kind, { number, storageType: storageTypeOf(mode) })
  if (!found.ok) return found
  const { document, header, lines } = found.value
  if (modeFor(kind, mode).report(document.header) !== name) return fail(notFound(kind.kind))
  return succeed({
    location: document.location,
    report: (names) => documentReport(routes.kind, name, header, lines, names),
  })
}
