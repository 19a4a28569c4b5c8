// The app for commands: navigation, number search, theme, sign-in.
import { useAtomValue } from 'jotai'
import { useMemo } from 'react'
import { useLocation, useRouter } from 'wouter'
import { perform } from '#client/api/client.ts'
import { type SignInService, signInServiceAtom } from '#client/api/sign-in.ts'
import type { AppShell, FoundDocuments, Holder } from '#client/input/app-shell.ts'
import { configAtom } from '#client/state/config.ts'
import { readAgain } from '#client/state/live.ts'
import { type Place, placeAtom } from '#client/state/place.ts'
import { printProgressAtom, requestPrint } from '#client/state/printing.ts'
import { keepRoute } from '#client/state/redirect-route.ts'
import { type NewRelease, newReleaseAtom } from '#client/state/release.ts'
import { type Session, sessionAtom, signInAtom } from '#client/state/session.ts'
import { store } from '#client/state/store.ts'
import { nothingWaits, whenNothingWaits } from '#client/state/waiting-work.ts'
import type { CommandOutcome } from '#commands/command.ts'
import { refuse } from '#contract/refusals.ts'
import { ROUTES, type RouteName, to } from '#contract/routes.ts'
import { say, sayCode } from '#text/say.ts'
import { useMissingMasterData } from './missing-master-data.ts'
import { mayVisit, screenOf } from './screens.tsx'
import { signInAgain } from './sign-in-ended.tsx'
import { switchTheme } from './switch-theme.ts'

/** The app's ports for commands, at the current path. */
export function useAppShell(): AppShell {
  const { parser } = useRouter()
  const [location, navigate] = useLocation()
  const ended = useAtomValue(signInAtom) === 'ended'
  const service = useAtomValue(signInServiceAtom)
  const missing = useMissingMasterData()
  const newRelease = useAtomValue(newReleaseAtom)
  const prints = useAtomValue(printProgressAtom) !== undefined
  return useMemo(() => {
    const go = (
      route: RouteName,
      parameters?: Readonly<Record<string, string>>,
      query: Readonly<Record<string, string>> = {},
    ) => {
      const search = new URLSearchParams(query).toString()
      navigate(to(route, parameters) + (search === '' ? '' : `?${search}`))
    }
    return {
      go,
      back: () => {
        const up = screenOf(parser, location)?.up
        if (up === undefined) window.history.back()
        else navigate(ROUTES[up])
      },
      mayVisit: (route) => mayVisit(route, store.get(sessionAtom)),
      findDocuments: (number) => findDocuments(number, go),
      findHolders: findHoldersHere,
      switchTheme: () => ({
        tone: 'ok',
        code: 'themeSwitched',
        facts: { theme: say(`menu.theme.${switchTheme()}`) },
      }),
      mayPrintCommandSheet: () =>
        !store.get(configAtom)?.extensions.includes('printing')
          ? refuse('nothingToPrint')
          : store.get(placeAtom)
            ? true
            : refuse('noLocation'),
      printCommandSheet: () => {
        requestPrint({ kind: 'commandSheet' })
        return undefined
      },
      ...(store.get(configAtom)?.extensions.includes('printing') && {
        printLast: () => {
          requestPrint({ kind: 'last' })
          return undefined
        },
      }),
      ...(prints && {
        cancelPrint: () => {
          requestPrint({ kind: 'cancel' })
          return undefined
        },
      }),
      readAgain: () => {
        readAgain()
        return { tone: 'ok', code: 'readingAgain' }
      },
      reloadMasterData: () => {
        keepRoute(location)
        navigate(ROUTES.initialize)
        return undefined
      },
      ...(newRelease && { loadNewRelease: () => loadRelease(newRelease) }),
      ...(missing.words !== '' && { loadMissingData: missing.load }),
      signOut: () => navigate(ROUTES.logOut),
      ...(ended && service && { signInAgain: () => beginSignInAgain(service) }),
    }
  }, [parser, location, navigate, ended, service, missing, newRelease, prints])
}

// A reload would interrupt unfinished work: it follows later.
const loadRelease = (release: NewRelease): CommandOutcome | undefined => {
  const waits = !nothingWaits()
  whenNothingWaits(release.load)
  return waits ? { tone: 'warning', code: 'newReleaseWaits' } : undefined
}

// A toast says how it ended.
const beginSignInAgain = async (service: SignInService): Promise<undefined> => {
  await signInAgain(service)
}

// The documents that reserve plants of a barcode at the person's location.
const findHoldersHere = async (barcode: string): Promise<readonly Holder[] | undefined> => {
  const place = store.get(placeAtom)
  if (!place) return undefined
  const { findHolders } = await import('#client/documents/find-holders.ts')
  const holders = await findHolders(barcode, { perform, place })
  return holders?.map(({ Kind, Number: number, DocumentStatus, Qty, ChangedBy }) => ({
    document: sayCode(`${Kind}.one`, { number }),
    status: DocumentStatus,
    n: Qty,
    by: ChangedBy,
  }))
}

// Searches a number in every list that the person may open. The lists' code is fetched at first use.
const findDocuments = async (
  number: string,
  go: (route: RouteName, parameters: Readonly<Record<string, string>>) => void,
): Promise<FoundDocuments> => {
  const place = store.get(placeAtom)
  const session = store.get(sessionAtom)
  if (!place || !session) return { ok: false, failure: { tone: 'error', code: 'noLocation' } }
  const { findDocument } = await import('#client/documents/find-document.ts')
  const { found, problems } = await findDocument(number, { perform, place, actor: session.actor })
  const [problem] = problems
  if (found.length === 0 && problem) {
    return { ok: false, failure: { tone: 'error', code: problem.code, facts: problem.facts } }
  }
  const failure = found.length === 0 ? await tellElsewhere(number, place, session) : undefined
  if (failure) return { ok: false, failure }
  return {
    ok: true,
    hits: found.map(({ route, parameters, label }) => ({
      key: to(route, parameters),
      label,
      open: () => go(route, parameters),
    })),
  }
}

// The outcome for a document of another location; undefined if there is none anywhere.
const tellElsewhere = async (
  number: string,
  place: Place,
  { actor, locations }: Session,
): Promise<CommandOutcome | undefined> => {
  const { findElsewhere } = await import('#client/documents/find-elsewhere.ts')
  const elsewhere = await findElsewhere(number, { perform, place, actor, locations })
  if (!elsewhere) return undefined
  const { label: what, at: there, isOwn } = elsewhere
  return {
    tone: 'error',
    code: isOwn ? 'scan-document-elsewhere' : 'scan-document-not-yours',
    facts: { what, number, there, location: place.location },
  }
}
