import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { Icon } from '#client/ui/icon.tsx'
import { say } from '#text/say.ts'
import { directScannersAtom } from '../devices/direct-state.ts'

// A window that has been without the keyboard for less, in milliseconds, is not worth a word.
const SETTLES = 400

// Whether the keyboard, and with it a scanner that types, is with another window, the address bar or a dialog of the browser
// itself. A key that is heard here says that it is not, whatever the browser says.
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
    // Only the window's own: elements lose and take the focus within it.
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

/** Says over the header that scans go elsewhere, for as long as they do; scanners that are no keyboard do not mind. */
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
