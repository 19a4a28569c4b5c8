// Implements the app's ports for commands: navigation, number search, theme, sign-in.
import { useAtomValue } from 'jotai'
import { useMemo } from 'react'
import * as v from 'valibot'
import { useLocation, useRouter } from 'wouter'
import { type SignInService, signInServiceAtom } from '#app/api/sign-in.ts'
import { configAtom } from '#app/state/config.ts'
import { requestReload } from '#app/state/live.ts'
import { PREVIOUS_PLACE, placeAtom } from '#app/state/place.ts'
import { printProgressAtom, requestPrint } from '#app/state/printing.ts'
import { storeRoute } from '#app/state/redirect-route.ts'
import { type NewRelease, newReleaseAtom } from '#app/state/release.ts'
import { sessionAtom, signInAtom } from '#app/state/session.ts'
import { store } from '#app/state/store.ts'
import { readStored } from '#app/state/stored.ts'
import { hasNoUnfinishedWork, whenWorkIsFinished } from '#app/state/unfinished-work.ts'
import type { CommandOutcome } from '#core/commands/command.ts'
import { refuse } from '#core/wire/refusals.ts'
import { pathTo, ROUTES, type RouteName } from '#core/wire/routes.ts'
import type { AppShell } from '#input/app-shell.ts'
import { say } from '#text/say.ts'
import { useMissingMasterData } from './missing-master-data.ts'
import { mayVisit, screenOf } from './screens.tsx'
import { signInAgain } from './sign-in-ended.tsx'
import { switchTheme } from './switch-theme.ts'

/** Returns the app's ports for commands at the current path. */
export function useAppShell(): AppShell {
  const { parser } = useRouter()
  const [location, navigate] = useLocation()
  const hasSignInEnded = useAtomValue(signInAtom) === 'ended'
  const service = useAtomValue(signInServiceAtom)
  const missing = useMissingMasterData()
  const newRelease = useAtomValue(newReleaseAtom)
  const isPrinting = useAtomValue(printProgressAtom) !== undefined
  return useMemo(() => {
    const go = (
      route: RouteName,
      parameters?: Readonly<Record<string, string>>,
      query: Readonly<Record<string, string>> = {},
    ) => {
      const search = new URLSearchParams(query).toString()
      navigate(pathTo(route, parameters) + (search === '' ? '' : `?${search}`))
    }
    return {
      go,
      back: () => {
        const up = screenOf(parser, location)?.up
        if (up === undefined) window.history.back()
        else navigate(ROUTES[up])
      },
      maySwitchPlace: ({ path } = {}) =>
        path !== undefined || readStored(PREVIOUS_PLACE, v.unknown(), 'tab') !== undefined
          ? true
          : refuse('noOtherPlace'),
      switchPlace: async (offered) => {
        const loaded = await import('./switch-place.ts').catch(() => undefined)
        return loaded ? loaded.switchPlace(offered, location + window.location.search, navigate) : notLoaded
      },
      mayVisit: (route) => mayVisit(route, store.get(sessionAtom)),
      findDocuments: (number) => findDocuments(number, go),
      findHolders,
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
      ...(isPrinting && {
        cancelPrint: () => {
          requestPrint({ kind: 'cancel' })
          return undefined
        },
      }),
      reloadData: () => {
        requestReload()
        return { tone: 'ok', code: 'readingAgain' }
      },
      reloadMasterData: () => {
        storeRoute(location)
        navigate(ROUTES.initialize)
        return undefined
      },
      ...(newRelease && { loadNewRelease: () => loadRelease(newRelease) }),
      ...(missing.missingNames !== '' && { loadMissingData: missing.load }),
      signOut: () => navigate(ROUTES.logOut),
      ...(hasSignInEnded && service && { signInAgain: () => startSignIn(service) }),
    }
  }, [parser, location, navigate, hasSignInEnded, service, missing, newRelease, isPrinting])
}

// A reload would interrupt unfinished work, so it may happen later.
const loadRelease = (release: NewRelease): CommandOutcome | undefined => {
  const hasPendingWork = !hasNoUnfinishedWork()
  whenWorkIsFinished(release.load)
  return hasPendingWork ? { tone: 'warning', code: 'newReleaseWaits' } : undefined
}

// A toast shows the result.
const startSignIn = async (service: SignInService): Promise<undefined> => {
  await signInAgain(service)
}

const notLoaded = { tone: 'error', code: 'notLoaded' } as const

// Loaded on first use, which may be without a network.
const loadSearch = () => import('./search-documents.ts').catch(() => undefined)

const findHolders: NonNullable<AppShell['findHolders']> = async (barcode) =>
  (await loadSearch())?.findHoldersHere(barcode)

const findDocuments = async (number: string, go: AppShell['go']): ReturnType<AppShell['findDocuments']> =>
  (await loadSearch())?.findDocuments(number, go) ?? { ok: false, failure: notLoaded }
