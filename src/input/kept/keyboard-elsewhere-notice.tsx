import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { Icon } from '#app/ui/icon.tsx'
import { say } from '#text/say.ts'
import { directScannersAtom } from '../devices/direct-state.ts'

// A shorter loss of keyboard focus is ignored, in milliseconds.
const settleDelayMs = 400

// Detects that another window, the address bar or a browser dialog has the keyboard, and so a keyboard
// scanner. A key received here proves the opposite, whatever the browser reports.
const useIsKeyboardElsewhere = (): boolean => {
  const [isElsewhere, setIsElsewhere] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let isReported = false
    const report = (value: boolean) => {
      clearTimeout(timer)
      if (value !== isReported) setIsElsewhere(value)
      isReported = value
    }
    const checkFocus = () => {
      clearTimeout(timer)
      timer = setTimeout(() => report(!document.hasFocus()), settleDelayMs)
    }
    // Only events of the window itself: they also bubble from elements inside it.
    const onBlur = ({ target, currentTarget }: FocusEvent) => target === currentTarget && checkFocus()
    const onFocus = ({ target, currentTarget }: FocusEvent) => target === currentTarget && report(false)
    const onKey = () => isReported && report(false)
    window.addEventListener('blur', onBlur)
    window.addEventListener('focus', onFocus)
    window.addEventListener('keydown', onKey, { capture: true })
    checkFocus()
    return () => {
      clearTimeout(timer)
      window.removeEventListener('blur', onBlur)
      window.removeEventListener('focus', onFocus)
      window.removeEventListener('keydown', onKey, { capture: true })
    }
  }, [])
  return isElsewhere
}

/** A notice over the header while a keyboard scanner's scans go to another window. */
export function KeyboardElsewhereNotice() {
  const isElsewhere = useIsKeyboardElsewhere()
  const direct = Object.values(useAtomValue(directScannersAtom)).some(({ state }) => state === 'on')
  return isElsewhere && !direct ? (
    <output className="scan-strip-elsewhere tone-warning">
      <Icon name="warning" />
      {say('scan-elsewhere')}
    </output>
  ) : null
}
