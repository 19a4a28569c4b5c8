// Scanning and commands: the part of the shell that the first screen can do without for a moment. One module,
// so that it is one fetch.
import { useAtomValue } from 'jotai'
import { Suspense, useEffect, useState } from 'react'
import { LastScanStrip } from '#client/input/engine/last-scan-strip.tsx'
import { ScanScreen, ScansWait } from '#client/input/engine/use-scan-target.tsx'
import { useRun } from '#client/input/input-context.ts'
import { InputListener } from '#client/input/input-listener.tsx'
import { loadWithRetries, useIdle } from '#client/input/load-with-retries.ts'
import { configAtom } from '#client/state/config.ts'
import { identityAtom } from '#client/state/session.ts'
import { Icon } from '#client/ui/icon.tsx'
import { Skeleton } from '#client/ui/states.tsx'
import { speakLanguage } from '#text/languages.ts'
import { say } from '#text/say.ts'
import { useAppShell } from './app-shell.ts'
import { MenuOnlyEntries, PrintButton } from './menu-only.tsx'
import { MissingNotice } from './missing-notice.tsx'
import { NewReleaseNotice } from './new-release-notice.tsx'
import { Printing } from './printing.tsx'
import { ResumeWork } from './resume-work.tsx'
import { SignInEnded } from './sign-in-ended.tsx'
import { StaleNotice } from './stale-notice.tsx'
import { useLive } from './use-live.ts'

// The following screens need more sentences than the start.
await speakLanguage()

// Listens to scanner and keys, provides the app's ports to commands, and follows live updates.
const Listener = () => {
  const Watch = useOutboxParts()?.OutboxWatch
  const owner = useAtomValue(identityAtom)?.userName
  useLive(owner)
  return (
    <>
      <InputListener
        shell={useAppShell()}
        owner={owner}
        numberPatterns={useAtomValue(configAtom)?.numberPatterns}
      />
      <Suspense>{Watch && owner !== undefined && <Watch key={owner} />}</Suspense>
      <Suspense>{owner !== undefined && <ResumeWork key={`${owner} resumes`} />}</Suspense>
    </>
  )
}

// Shown while a screen's code is loading; scans for it wait.
const ScreenLoading = () => (
  <>
    <Suspense>
      <ScansWait />
    </Suspense>
    <Skeleton lines={6} />
  </>
)

// The menu's entries for screens outside of the navigation, and for palette and help on devices without a
// keyboard.
const CommandEntries = () => {
  const run = useRun()
  return (
    <>
      <MenuOnlyEntries />
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
    </>
  )
}

// The outbox chip and the print button. The outbox starts when the browser is idle.
const HeaderTools = () => {
  const Chip = useOutboxParts()?.OutboxChip
  return (
    <>
      {Chip && <Chip />}
      <PrintButton />
    </>
  )
}

type OutboxParts = Awaited<ReturnType<typeof loadOutboxParts>>

const useOutboxParts = (): OutboxParts | undefined => {
  const [parts, setParts] = useState<OutboxParts>()
  const idle = useIdle()
  useEffect(() => (idle ? loadWithRetries(loadOutboxParts, setParts) : undefined), [idle])
  return parts
}

// With its screen, which may be needed when there is no network to fetch it.
const loadOutboxParts = async () => {
  const [{ OutboxChip }, { OutboxWatch }] = await Promise.all([
    import('#client/features/outbox/outbox-chip.tsx'),
    import('#client/features/outbox/outbox-watch.tsx'),
    import('./scanner-and-workstation-screens.ts').then((all) => all.Outbox()),
  ])
  return { OutboxChip, OutboxWatch }
}

/** The parts that the shell shows, from top to bottom. */
export const workplace = {
  CommandEntries,
  HeaderTools,
  SignInEnded,
  StaleNotice,
  MissingNotice,
  NewReleaseNotice,
  Strip: LastScanStrip,
  ScreenIsHere: ScanScreen,
  ScreenLoading,
  Listener,
  Printing,
} as const
export type Workplace = typeof workplace
