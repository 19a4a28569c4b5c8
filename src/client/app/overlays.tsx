// Overlays of the screen. Those that need Radix are loaded on demand, or when idle.
import { useAtomValue } from 'jotai'
import { Suspense, useState } from 'react'
import { errorDialogAtom, noticesAtom, waitingAtom } from '#client/state/notices.ts'
import { Spinner } from '#client/ui/spinner.tsx'
import { sayCode } from '#text/say.ts'
import { lazyFrom } from './lazy-screens.ts'

const loadToasts = () => import('./toasts.tsx')
const loadErrorDialog = () => import('./error-dialog.tsx')
const Toasts = lazyFrom(loadToasts)((all) => all.Toasts)
const ErrorDialog = lazyFrom(loadErrorDialog)((all) => all.ErrorDialog)

/** Fetches the overlays in advance, so that the first one does not wait for the network. */
export async function warmOverlays(): Promise<void> {
  await Promise.allSettled([loadToasts(), loadErrorDialog()])
}

export function Overlays() {
  const toasted = useStaysTrue(useAtomValue(noticesAtom).length > 0)
  const failed = useStaysTrue(useAtomValue(errorDialogAtom) !== null)
  return (
    <>
      <Waiting />
      <Suspense>{toasted && <Toasts />}</Suspense>
      <Suspense>{failed && <ErrorDialog />}</Suspense>
    </>
  )
}

// The loading overlay: blocks the screen and says what is awaited.
const Waiting = () => {
  const waiting = useAtomValue(waitingAtom)
  const last = waiting.at(-1)
  return last ? (
    <div className="waiting">
      <output className="waiting-box">
        <Spinner /> {sayCode(last.code)}
      </output>
    </div>
  ) : null
}

const useStaysTrue = (now: boolean): boolean => {
  const [ever, setEver] = useState(now)
  if (now && !ever) setEver(true)
  return ever || now
}
