// Scanning and commands: the part of the shell that the first screen does not need. One module, so that it is
// one request.

import { useAtomValue } from 'jotai'
import { Suspense, useEffect, useState } from 'react'
import { installWire } from '#app/api/client.ts'
import { wireText } from '#app/api/wire-text.ts'
import { configAtom } from '#app/state/config.ts'
import { fetchLater } from '#app/state/fetch-later.ts'
import { identityAtom } from '#app/state/session.ts'
import { addIcons } from '#app/ui/icon.tsx'
import { laterIcons } from '#app/ui/later-icons.ts'
import { Skeleton } from '#app/ui/states.tsx'
import { registry } from '#core/commands/index.ts'
import type { RouteName } from '#core/wire/routes.ts'
import { LastScanStrip } from '#input/engine/last-scan-strip.tsx'
import { ScanScreen, ScansWait } from '#input/engine/use-scan-target.tsx'
import { InputListener } from '#input/input-listener.tsx'
import { loadWithRetries } from '#input/load-with-retries.ts'
import { writeKeys } from '#input/palette/key-hint.ts'
import { useIdle } from '#input/use-idle.ts'
import { useAppShell } from './app-shell.ts'
import { CommandEntries } from './command-entries.tsx'
import { loadDocuments } from './lazy-screens.ts'
import { PrintButton } from './menu-only.tsx'
import { MissingNotice } from './missing-notice.tsx'
import { NewReleaseNotice } from './new-release-notice.tsx'
import { loadErrorDialog, loadToasts } from './overlays.tsx'
import { Printing } from './printing.tsx'
import { ResumeWork } from './resume-work.tsx'
import { retryFailedStyles } from './retry-failed-styles.ts'
import { SignInEnded } from './sign-in-ended.tsx'
import { StaleNotice } from './stale-notice.tsx'
import { useLive } from './use-live.ts'

installWire(wireText)

// Later screens need more icons than the start.
addIcons(laterIcons)
retryFailedStyles()

// Listens to scanner and keys, gives the app's ports to commands, and follows live updates.
const Listener = () => {
  const parts = useIdleParts()
  const Watch = parts?.OutboxWatch
  const Profile = parts?.FollowDeviceProfile
  const owner = useAtomValue(identityAtom)?.userName
  useLive(owner)
  useIdleWork()
  return (
    <>
      <InputListener
        shell={useAppShell()}
        owner={owner}
        numberPatterns={useAtomValue(configAtom)?.numberPatterns}
      />
      <Suspense>{Watch && owner !== undefined && <Watch key={owner} />}</Suspense>
      {Profile && owner !== undefined && <Profile key={`${owner}'s device`} />}
      <Suspense>{owner !== undefined && <ResumeWork key={`${owner} resumes`} />}</Suspense>
    </>
  )
}

// When idle, loads notices and document screens, which may be needed without a network, and starts background
// work.
const useIdleWork = () => {
  const idle = useIdle()
  useEffect(() => (idle ? loadWithRetries(loadOfflineParts, ignore) : undefined), [idle])
  useEffect(
    () => (idle ? loadWithRetries(loadBackgroundWork, (all) => all.startBackgroundWork()) : undefined),
    [idle],
  )
}

const loadOfflineParts = () =>
  Promise.all([
    loadToasts(),
    loadErrorDialog(),
    loadDocuments().then((documents) => documents.fetchListAndEditor()),
  ])
const ignore = () => undefined
const loadBackgroundWork = () => import('./background-work.ts')

// Shown while a screen's code loads; scans for the screen wait.
const ScreenLoading = () => (
  <>
    <Suspense>
      <ScansWait />
    </Suspense>
    <Skeleton lines={6} />
  </>
)

// The outbox chip and the print button. The outbox starts when the browser is idle.
const HeaderTools = () => {
  const Chip = useIdleParts()?.OutboxChip
  return (
    <>
      {Chip && <Chip />}
      <PrintButton />
    </>
  )
}

type IdleParts = Awaited<ReturnType<typeof loadIdleParts>>

const useIdleParts = (): IdleParts | undefined => {
  const [parts, setParts] = useState<IdleParts>()
  const idle = useIdle()
  useEffect(() => (idle ? loadWithRetries(loadIdleParts, setParts) : undefined), [idle])
  return parts
}

// Includes the outbox screen, which may be needed without a network.
const loadIdleParts = async () => {
  const [{ OutboxChip }, { OutboxWatch }, { FollowDeviceProfile }] = await Promise.all([
    fetchLater(import('#features/outbox-screen/client/outbox-chip.tsx')),
    fetchLater(import('#features/outbox-screen/client/outbox-watch.tsx')),
    fetchLater(import('#features/scanner-setup/client/follow-device-profile.tsx')),
    fetchLater(import('./scanner-and-workstation-screens.ts')).then((all) => all.Outbox()),
  ])
  return { OutboxChip, OutboxWatch, FollowDeviceProfile }
}

// The key that opens a screen from anywhere, as displayed; undefined if there is none.
const keyOf = (route: RouteName): string | undefined => {
  const command = registry.commands.find(({ opensRoute, keys }) => opensRoute === route && keys !== undefined)
  return command && writeKeys(command)[0]
}

/** The parts that the shell renders, from top to bottom. */
export const appFrame = {
  keyOf,
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
export type AppFrame = typeof appFrame
