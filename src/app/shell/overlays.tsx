// Overlays of the screen. Those that use Radix load on demand or when the browser is idle.
import { useAtom, useAtomValue } from 'jotai'
import { useEffect, useEffectEvent, useState } from 'react'
import { errorDialogAtom, type Notice, noticesAtom, waitingAtom } from '#app/state/notices.ts'
import { Button } from '#app/ui/button.tsx'
import { Spinner } from '#app/ui/spinner.tsx'
import { say, sayCode } from '#text/say.ts'

// Code that loads longer than this is replaced by the plain overlay, in milliseconds.
const lateAfterMs = 2000

/** Loads the component that shows notices. */
export function loadToasts() {
  return import('./toasts.tsx')
}

/** Loads the dialog that shows an error until OK. */
export function loadErrorDialog() {
  return import('./error-dialog.tsx')
}

export function Overlays() {
  const [notices, setNotices] = useAtom(noticesAtom)
  const notice = notices.at(-1)
  const [error, setError] = useAtom(errorDialogAtom)
  const toasts = useOverlayCode(loadToasts, notice !== undefined)
  const dialog = useOverlayCode(loadErrorDialog, error !== null)
  return (
    <>
      <Waiting />
      {toasts && <toasts.Toasts />}
      {toasts === null && notice && (
        <PlainOverlay key={notice.id} {...notice} onClose={() => setNotices([])} />
      )}
      {dialog && <dialog.ErrorDialog />}
      {dialog === null && error && <PlainOverlay {...error} onClose={() => setError(null)} />}
    </>
  )
}

// Loads an overlay's code while it is needed; null if it is late or unreachable. The plain version then shows
// the message, which is usually about the network, until it is closed.
function useOverlayCode<Module>(load: () => Promise<Module>, wanted: boolean): Module | null | undefined {
  const [code, setCode] = useState<Module | null>()
  if (!wanted && code === null) setCode(undefined)
  const shouldLoad = wanted && code === undefined
  useEffect(() => {
    if (!shouldLoad) return undefined
    let isCancelled = false
    const setResult = (found: Module | null) => {
      if (!isCancelled) setCode(() => found)
    }
    const timer = setTimeout(setResult, lateAfterMs, null)
    load().then(setResult, () => setResult(null))
    return () => {
      isCancelled = true
      clearTimeout(timer)
    }
  }, [load, shouldLoad])
  return code
}

// A plain overlay with one sentence and OK. A notice also closes after its time, together with earlier ones.
const PlainOverlay = ({ code, facts, lasts, onClose }: PlainOverlayProps) => {
  const [previousFocus] = useState(document.activeElement)
  const close = useEffectEvent(onClose)
  useEffect(() => {
    const timer = lasts && setTimeout(close, lasts)
    return () => clearTimeout(timer)
  }, [lasts])
  return (
    <div
      className="waiting-box waiting-plain"
      role={lasts ? 'alert' : 'alertdialog'}
      aria-label={lasts ? undefined : say('errorTitle')}
    >
      {sayCode(code, facts)}
      <Button
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- an error waits for it
        autoFocus={!lasts}
        onClick={() => {
          onClose()
          if (previousFocus instanceof HTMLElement) previousFocus.focus()
        }}
      >
        {say('ok')}
      </Button>
    </div>
  )
}

interface PlainOverlayProps extends Pick<Notice, 'code' | 'facts'>, Partial<Pick<Notice, 'lasts'>> {
  readonly onClose: () => void
}

// The loading overlay: blocks the screen and shows what it waits for.
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
