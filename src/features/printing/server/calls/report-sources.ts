// Finds the source of each report: a mapping in this feature, or the fields of its kind.

import { kinds } from '#core/kinds/index.ts'
import type { Kind } from '#core/kinds/kind.ts'
import { type ModeId, type ReportName, storageTypeOf } from '#core/wire/constants.ts'
import { kindRoutes } from '#core/wire/kind-routes.ts'
import type { Problem } from '#core/wire/problem.ts'
import { fail, type Result, succeed } from '#core/wire/result.ts'
import { declaredReport } from '#features/printing/server/documents/declared.ts'
import { dumpReport } from '#features/printing/server/documents/dump.ts'
import { issuanceReport } from '#features/printing/server/documents/issuance.ts'
import type { Report } from '#features/printing/server/documents/report.ts'
import type { ReportNames } from '#features/printing/server/documents/report-names.ts'
import { returnReport } from '#features/printing/server/documents/return.ts'
import { transferReport } from '#features/printing/server/documents/transfer.ts'
import { findDocument, modeFor } from '#server/domain/documents.ts'
import type { StoredRecord } from '#server/domain/documents-port.ts'
import type { Person } from '#server/domain/people.ts'
import { notFound } from '#server/domain/refusals.ts'
import type { PrintingPorts } from './parts.ts'

/** A document that becomes a report when its codes have names. */
export interface ReportSource {
  /** The document's location; it sets time zone and paper unless the request names another. */
  readonly location: string
  readonly report: (names: ReportNames) => Report
}

// Writes the report of a document.
type WriteReport<Header, Line> = (header: Header, lines: readonly Line[], names: ReportNames) => Report

interface Source {
  readonly kind: Kind
  readonly mode: ModeId
  readonly write: (record: StoredRecord, names: ReportNames) => Report
}

// Declares the report source of a kind in one mode.
const sourceOf = <Header, Line>(kind: Kind, mode: ModeId, write: WriteReport<Header, Line>): Source => ({
  kind,
  mode,
  write: ({ header, lines }, names) =>
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as the kind's fields say
    write(header as Header, lines as unknown as readonly Line[], names),
})

const mappedSources: Partial<Readonly<Record<ReportName, Source>>> = {
  'Grower Issuance': sourceOf(kinds.issuance, 'inventory', issuanceReport),
  'Nursery Issuance': sourceOf(kinds.issuance, 'inventory', issuanceReport),
  'Grower Storage Issuance': sourceOf(kinds.issuance, 'growerStorage', issuanceReport),
  Transfers: sourceOf(kinds.transfer, 'inventory', transferReport),
  'Plants Dump': sourceOf(kinds.dump, 'inventory', dumpReport),
  'Grower Storage Dump': sourceOf(kinds.dump, 'growerStorage', dumpReport),
  Returns: sourceOf(kinds.return, 'inventory', returnReport),
}

// Returns the report source from the kind's declared fields.
function declaredSource(name: ReportName): Source | undefined {
  const routes = kindRoutes.find(({ reports }) => reports.some((each) => each === name))
  const kind: Kind | undefined = routes && kinds[routes.kind]
  return (
    kind &&
    routes && {
      kind,
      mode: routes.mode,
      write: ({ header, lines }, names) => declaredReport(kind, name, header, lines, names),
    }
  )
}

/** Reads the document of a report and checks all rights. A number of another kind is not found. */
export async function readReportSource(
  ports: PrintingPorts,
  person: Person,
  name: ReportName,
  number: string,
): Promise<Result<ReportSource, Problem>> {
  const source = mappedSources[name] ?? declaredSource(name)
  if (!source) return fail(notFound('report'))
  const { kind, mode, write } = source
  const found = await findDocument(ports, person, kind, { number, storageType: storageTypeOf(mode) })
  if (!found.ok) return found
  const { document } = found.value
  if (modeFor(kind, mode).report(document.header) !== name) return fail(notFound(kind.kind))
  return succeed({ location: document.location, report: (names) => write(found.value, names) })
}
