// Searches documents of all kinds for commands.
import { perform } from '#app/api/client.ts'
import { isTransient } from '#app/api/problem.ts'
import { queryClient } from '#app/api/query-client.ts'
import { readSeasons } from '#app/api/read-seasons.ts'
import { outbox } from '#app/outbox/page-outbox.ts'
import { isDisconnected } from '#app/state/online.ts'
import { type Place, placeAtom } from '#app/state/place.ts'
import { type Session, sessionAtom } from '#app/state/session.ts'
import { store } from '#app/state/store.ts'
import { switchPlaceFacts } from '#app/state/switch-place-facts.ts'
import type { CommandOutcome } from '#core/commands/command.ts'
import type { Document, DocumentSummary } from '#core/kinds/document.ts'
import { pathTo } from '#core/wire/routes.ts'
import { type FoundDocument, findDocument } from '#documents/client/find-document.ts'
import { findElsewhere, findInOtherSeason } from '#documents/client/find-elsewhere.ts'
import { findReservingDocuments } from '#documents/client/find-reserving-documents.ts'
import { findStoredDocument, findStoredInOtherSeason } from '#documents/client/find-stored-document.ts'
import type { AppShell, DocumentHit, ReservingDocument } from '#input/app-shell.ts'
import { sayCode } from '#text/say.ts'

/** Documents that reserve a barcode's plants at the person's location; undefined if not reported. */
export async function findHoldersHere(barcode: string): Promise<readonly ReservingDocument[] | undefined> {
  const place = store.get(placeAtom)
  if (!place) return undefined
  const holders = await findReservingDocuments(barcode, { perform, place })
  return holders?.map(({ Kind, Number: number, DocumentStatus, Qty, ChangedBy }) => ({
    document: sayCode(`${Kind}.one`, { number }),
    status: DocumentStatus,
    n: Qty,
    by: ChangedBy,
  }))
}

/** Searches a number in every list that the person may open; `go` opens a result. */
export async function findDocuments(
  number: string,
  go: AppShell['go'],
): ReturnType<AppShell['findDocuments']> {
  const place = store.get(placeAtom)
  const session = store.get(sessionAtom)
  if (!place || !session) return { ok: false, failure: { tone: 'error', code: 'noLocation' } }
  const findOnDevice = () =>
    findStoredDocument(number, { place, actor: session.actor, outbox: outbox(), queries: queryClient })
  const isOffline = isDisconnected()
  const known = isOffline ? await findOnDevice() : []
  if (known.length > 0) return { ok: true, hits: hitsOf(known, go) }
  const { found, problems } = await findDocument(number, { perform, place, actor: session.actor })
  const [problem] = problems
  if (found.length === 0 && problem && isTransient(problem)) {
    const cached = isOffline ? known : await findOnDevice()
    if (cached.length > 0) return { ok: true, hits: hitsOf(cached, go) }
    const other = await cachedOutcomeInOtherSeason(number, place, session)
    const failure = { tone: 'error', code: 'scan-document-offline', facts: { number } } as const
    return { ok: false, failure: other ?? failure }
  }
  if (found.length === 0 && problem) {
    return { ok: false, failure: { tone: 'error', code: problem.code, facts: problem.facts } }
  }
  const failure =
    found.length === 0
      ? ((await outcomeInOtherSeason(number, place, session)) ??
        (await outcomeElsewhere(number, place, session)))
      : undefined
  if (failure) return { ok: false, failure }
  return { ok: true, hits: hitsOf(found, go) }
}

const hitsOf = (
  found: readonly FoundDocument<DocumentSummary & Partial<Pick<Document, 'lines'>>>[],
  go: AppShell['go'],
): readonly DocumentHit[] =>
  found.map(({ document: { kind, number, figures, lines }, route, parameters, label }) => {
    const what = sayCode(`${kind}.one`, { number: number ?? '' })
    const n = lines?.length ?? figures?.lines
    return {
      key: pathTo(route, parameters),
      label,
      open: () => go(route, parameters),
      opened:
        n === undefined
          ? { tone: 'ok', code: 'scan-document-opened', facts: { what } }
          : { tone: 'ok', code: 'scan-document-lines', facts: { what, n } },
    }
  })

const nextSteps: CommandOutcome['next'] = ['switchPlace']

// The outcome for a document at another location; undefined if no location has it.
const outcomeElsewhere = async (
  number: string,
  place: Place,
  { actor, locations }: Session,
): Promise<CommandOutcome | undefined> => {
  const elsewhere = await findElsewhere(number, { perform, place, actor, locations })
  if (!elsewhere) return undefined
  const { label: what, nextLocation: there, hasRights } = elsewhere
  const facts = { what, number, there, location: place.location }
  if (!hasRights) return { tone: 'error', code: 'scan-document-not-yours', facts }
  const way = switchPlaceFacts({ ...place, location: there }, pathTo(elsewhere.route, elsewhere.parameters))
  return { tone: 'error', code: 'scan-document-elsewhere', facts: { ...facts, ...way }, next: nextSteps }
}

const otherSeason = (
  number: string,
  place: Place,
  season: Place['season'],
  found: FoundDocument<DocumentSummary>,
): CommandOutcome => ({
  tone: 'error',
  code: 'scan-document-other-season',
  facts: {
    what: found.label,
    number,
    location: place.location,
    season: place.season.name,
    ...switchPlaceFacts({ ...place, season }, pathTo(found.route, found.parameters)),
  },
  next: nextSteps,
})

const outcomeInOtherSeason = async (
  number: string,
  place: Place,
  { actor }: Session,
): Promise<CommandOutcome | undefined> => {
  const found = await findInOtherSeason(number, { perform, place, actor }, await readSeasons())
  return found && otherSeason(number, place, found.season, found)
}

const cachedOutcomeInOtherSeason = async (
  number: string,
  place: Place,
  { actor }: Session,
): Promise<CommandOutcome | undefined> => {
  const device = { place, actor, outbox: outbox(), queries: queryClient }
  const found = await findStoredInOtherSeason(number, device)
  if (!found) return undefined
  const season = (await readSeasons()).find(({ id }) => id === found.seasonId)
  return season && otherSeason(number, place, season, found)
}
