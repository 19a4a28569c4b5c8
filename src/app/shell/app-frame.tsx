// Scanning and commands: the part of the shell that the first screen does not need. One module, so that it is
// one request.

import { useQueryClient } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { type ComponentType, Suspense, useEffect, useState } from 'react'
import { installWire } from '#app/api/client.ts'
import { wireText } from '#app/api/wire-text.ts'
import { configAtom } from '#app/state/config.ts'
import { fetchLater } from '#app/state/fetch-later.ts'
import { mayHaveLeftJobs, printRequestsAtom, removePrintRequest } from '#app/state/printing.ts'
import { reportResult } from '#app/state/results.ts'
import { identityAtom } from '#app/state/session.ts'
import { whenIdle } from '#app/state/when-idle.ts'
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
import { MissingNotice, NewReleaseNotice, StaleNotice } from './frame-notices.tsx'
import { loadDocuments } from './lazy-screens.ts'
import { PrintButton } from './menu-only.tsx'
import { loadErrorDialog, loadToasts } from './overlays.tsx'
import { ResumeWork } from './resume-work.tsx'
import { SignInEnded } from './sign-in-ended.tsx'

installWire(wireText)

// Later screens need more icons than the start.
addIcons(laterIcons)
retryFailedStyles()

const failedSheetPattern = /Unable to preload CSS for (\S+)/

// Retries style sheets that failed to load with their code: the build requests each of them only once.
function retryFailedStyles(): void {
  window.addEventListener('vite:preloadError', ({ payload }) => {
    const [, href] = failedSheetPattern.exec(payload.message) ?? []
    if (href !== undefined)
      loadWithRetries(
        () => fetchSheet(href),
        () => undefined,
      )
  })
}

const fetchSheet = (href: string) =>
  new Promise<void>((resolve, fail) => {
    const link = document.createElement('link')
    const onError = () => {
      link.remove()
      fail(new Error(href))
    }
    link.addEventListener('load', () => resolve())
    link.addEventListener('error', onError)
    Object.assign(link, { rel: 'stylesheet', href })
    document.head.append(link)
  })

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

// Follows live updates while this person is signed in; starts when the browser is idle.
function useLive(userName: string | undefined): void {
  const queries = useQueryClient()
  useEffect(() => {
    if (userName === undefined) return undefined
    // Ends the current step: the wait, the load, or the updates.
    let end = whenIdle(() => {
      end = loadWithRetries(
        () => import('#app/api/live/follow-live.ts'),
        ({ followLive }) => {
          end = followLive(queries)
        },
      )
    })
    return () => end()
  }, [queries, userName])
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

// Loads the printing code for the first print job. It stays mounted, so that a job continues after its screen
// is closed.
const Printing = () => {
  const [request] = useAtomValue(printRequestsAtom)
  const [host, setHost] = useState<{ readonly component: ComponentType }>()
  // At the start, ask about interrupted jobs.
  const [left] = useState(mayHaveLeftJobs)
  const wanted = host === undefined && (request ?? left)
  useEffect(() => {
    if (!wanted) return
    fetchLater(import('#features/printing/client/print-host.tsx')).then(
      ({ PrintHost }) => setHost({ component: PrintHost }),
      () => {
        if (wanted !== true) removePrintRequest(wanted)
        reportResult('error', 'notLoaded')
      },
    )
  }, [wanted])
  return host ? <host.component /> : null
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
