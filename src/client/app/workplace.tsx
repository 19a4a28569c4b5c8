// Scanning and commands around the screens: the part of the shell that the first screen can do without for a moment. One module,
// so that it is one fetch.
import { useAtomValue } from 'jotai'
import { Suspense } from 'react'
import { Link } from 'wouter'
import { useRun } from '#client/input/input-context.ts'
import { InputListener } from '#client/input/input-listener.tsx'
import { LastScanStrip } from '#client/input/last-scan-strip.tsx'
import { ScanScreen, ScansWait } from '#client/input/use-scan-target.tsx'
import { configAtom } from '#client/state/config.ts'
import { identityAtom, sessionAtom, useSession } from '#client/state/session.ts'
import { Icon, type IconName } from '#client/ui/icon.tsx'
import { Skeleton } from '#client/ui/states.tsx'
import { ROUTES, type RouteName } from '#contract/routes.ts'
import { en } from '#text/en.ts'
import { say, speak } from '#text/say.ts'
import { useAppShell } from './app-shell.ts'
import { Printing } from './printing.tsx'
import { mayVisit } from './screens.tsx'
import { SignInEnded } from './sign-in-ended.tsx'
import { StaleNotice } from './stale-notice.tsx'

// The screens that come now say more than the start did.
speak(en)

/** Listens to scanner and keys, and gives commands the app. */
const Listener = () => (
  <InputListener
    shell={useAppShell()}
    owner={useAtomValue(identityAtom)?.userName}
    numberPatterns={useAtomValue(configAtom)?.numberPatterns}
  />
)

/** In place of a screen whose code is on its way; scans that are meant for it wait. */
const ScreenComes = () => (
  <>
    <Suspense>
      <ScansWait />
    </Suspense>
    <Skeleton lines={6} />
  </>
)

/** The menu's ways to what is not in the navigation, and for devices without a keyboard to the palette and the help. */
const CommandEntries = () => {
  const run = useRun()
  const keys = useAtomValue(sessionAtom)?.actor.keys
  const print = useMayPrint()
  return (
    <>
      {keys?.has('GROWERSTORAGEHOMEKEY') && (
        <ScreenEntry route="growerStorage" icon="location" words={say('growerStorage')} />
      )}
      {print && <ScreenEntry route="print" icon="print" words={say('menu.print')} />}
      <li>
        <button type="button" className="menu-entry" onClick={() => void run('openPalette')}>
          <Icon name="command" />
          {say('menu.commands')}
        </button>
      </li>
      <li>
        <button type="button" className="menu-entry" onClick={() => void run('showHelp')}>
          <Icon name="help" />
          {say('menu.help')}
        </button>
      </li>
      <ScreenEntry route="downloads" icon="down" words={say('menu.downloads')} />
      <ScreenEntry route="maintenance" icon="settings" words={say('menu.maintenance')} />
    </>
  )
}

/** Printing is for whoever holds any key (part 1 section 2, shell). */
const useMayPrint = () => (useAtomValue(sessionAtom)?.actor.keys.size ?? 0) > 0

/** The header's way to /Print/. */
const PrintButton = () =>
  useMayPrint() && (
    <Link to={ROUTES.print} className="icon-button" aria-label={say('menu.print')} title={say('menu.print')}>
      <Icon name="print" />
    </Link>
  )

/** A screen beside the main navigation, for those who may open it. */
const ScreenEntry = ({
  route,
  icon,
  words,
}: {
  readonly route: RouteName
  readonly icon: IconName
  readonly words: string
}) =>
  mayVisit(route, useSession()) === true && (
    <li>
      <Link to={ROUTES[route]} className="menu-entry">
        <Icon name={icon} />
        {words}
      </Link>
    </li>
  )

/** What the shell shows of it, in the order from the top. */
export const workplace = {
  CommandEntries,
  PrintButton,
  SignInEnded,
  StaleNotice,
  Strip: LastScanStrip,
  ScreenIsHere: ScanScreen,
  ScreenComes,
  Listener,
  Printing,
} as const
export type Workplace = typeof workplace
