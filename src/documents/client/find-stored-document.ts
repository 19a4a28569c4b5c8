// Finds the document of a number on this device: among the stored documents and the cached lists.
import type { QueryClient } from '@tanstack/react-query'
import * as v from 'valibot'
import { queryKeys } from '#app/api/query-keys.ts'
import { laneOfDocument } from '#app/outbox/intent.ts'
import type { Outbox } from '#app/outbox/outbox.ts'
import type { Actor, DocumentSummary, Place } from '#core/kinds/document.ts'
import { mayOpen } from '#core/kinds/engine.ts'
import { kinds } from '#core/kinds/index.ts'
import type { Kind } from '#core/kinds/kind.ts'
import { screenFor } from '#core/kinds/screens.ts'
import { type FoundDocument, withLabel } from './find-document.ts'

interface Device {
  readonly place: Place
  readonly actor: Actor
  readonly outbox: Pick<Outbox, 'cachedDocument'>
  readonly queries: QueryClient
}

const pages = v.object({ pages: v.array(v.object({ documents: v.array(v.unknown()) })) })

interface KeptDocument extends FoundDocument<DocumentSummary> {
  readonly seasonId: string
}

// The stored documents with this number that the person may open.
async function findKept(
  number: string,
  { place, actor, outbox, queries }: Device,
): Promise<readonly KeptDocument[]> {
  const found = await Promise.all(
    Object.values<Kind>(kinds).map(async (kind): Promise<readonly KeptDocument[]> => {
      const kept = await outbox.cachedDocument(laneOfDocument(kind.kind, number))
      const listed = kept ? undefined : findListed(queries, kind, number, place)
      const document = kept?.document ?? listed?.document
      const mode = document && kind.modes[document.mode]
      if (!document || !mode || mayOpen(mode.access, actor) !== true) return []
      const seasonId = document.header['TrimSeasonID'] || listed?.seasonId || place.season.id
      return [{ ...withLabel(document), ...screenFor(mode, document, place), seasonId }]
    }),
  )
  return found.flat()
}

/** The stored documents of the current season. */
export async function findStoredDocument(
  number: string,
  device: Device,
): Promise<readonly FoundDocument<DocumentSummary>[]> {
  const found = await findKept(number, device)
  return found.filter(({ seasonId }) => seasonId === device.place.season.id)
}

/** A stored document of another season; undefined if there is none. */
export async function findStoredInOtherSeason(
  number: string,
  device: Device,
): Promise<KeptDocument | undefined> {
  const found = await findKept(number, device)
  return found.find(({ seasonId }) => seasonId !== device.place.season.id)
}

const findListed = (
  queries: QueryClient,
  { kind }: Kind,
  number: string,
  { location }: Place,
): { readonly document: DocumentSummary; readonly seasonId: string } | undefined => {
  for (const [[, , , of], data] of queries.getQueriesData({ queryKey: queryKeys.documents(kind) })) {
    const read = v.safeParse(pages, data)
    const { location: at, season = '' } = Object(of)
    if (!read.success || at !== location) continue
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the app's own lists, under their keys
    const listed = read.output.pages.flatMap(({ documents }) => documents) as readonly DocumentSummary[]
    const document = listed.find((each) => each.number === number)
    if (document) return { document, seasonId: String(season) }
  }
  return undefined
}
