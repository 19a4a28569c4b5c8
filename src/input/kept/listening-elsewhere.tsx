import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { Icon } from '#app/ui/icon.tsx'
import { say } from '#text/say.ts'
import { directScannersAtom } from '../devices/direct-state.ts'

// A shorter loss of keyboard focus is ignored, in milliseconds.
const SETTLES = 400

// Detects that another window, the address bar or a browser dialog has the keyboard, and so a keyboard
// scanner. A key received here proves the opposite, whatever the browser reports.
const useKeysElsewhere = (): boolean => {
  const [elsewhere, setElsewhere] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let told = false
    const tell = (value: boolean) => {
      clearTimeout(timer)
      if (value !== told) setElsewhere(value)
      told = value
    }
    const look = () => {
      clearTimeout(timer)
      timer = setTimeout(() => tell(!document.hasFocus()), SETTLES)
    }
    // Only events of the window itself: they also bubble from elements inside it.
    const onBlur = ({ target, currentTarget }: FocusEvent) => target === currentTarget && look()
    const onFocus = ({ target, currentTarget }: FocusEvent) => target === currentTarget && tell(false)
    const onKey = () => told && tell(false)
    window.addEventListener('blur', onBlur)
    window.addEventListener('focus', onFocus)
    window.addEventListener('keydown', onKey, { capture: true })
    look()
    return () => {
      clearTimeout(timer)
      window.removeEventListener('blur', onBlur)
      window.removeEventListener('focus', onFocus)
      window.removeEventListener('keydown', onKey, { capture: true })
    }
  }, [])
  return elsewhere
}

/**
 * A notice over the header while scans go to another window. It does not concern scanners that are not
 * keyboards.
 */
export function ListeningElsewhere() {
  const elsewhere = useKeysElsewhere()
  const direct = Object.values(useAtomValue(directScannersAtom)).some(({ state }) => state === 'on')
  return elsewhere && !direct ? (
    <output className="scan-strip-elsewhere">
      <Icon name="warning" />
      {say('scan-elsewhere')}
    </output>
  ) : null
}
