// Shows notices as Radix toasts, which stay while they are hovered or focused. Loaded with the first toast or
// when idle.
import * as Toast from '@radix-ui/react-toast'
import { useAtomValue } from 'jotai'
import { useContext, useSyncExternalStore } from 'react'
import { dismiss, noticesAtom } from '#app/state/notices.ts'
import { IconButton } from '#app/ui/button.tsx'
import { useIsHandheld } from '#app/ui/handheld.ts'
import { Icon, type IconName } from '#app/ui/icon.tsx'
import { InputContext } from '#input/input-context.ts'
import { say, sayCode } from '#text/say.ts'
import './styles/toast.css'

const toneIcons = { info: 'info', ok: 'check', warning: 'warning', error: 'error' } as const satisfies Record<
  string,
  IconName
>

export function Toasts() {
  const notices = useAtomValue(noticesAtom)
  const isWaiting = useIsHeld()
  return (
    <Toast.Provider label={say('toasts')} swipeDirection="up">
      {notices.map(({ id, code, facts, tone, lasts }) => (
        <Toast.Root
          key={id}
          className={`toast tone-${tone}`}
          duration={isWaiting ? Infinity : lasts}
          type={tone === 'error' ? 'foreground' : 'background'}
          onOpenChange={(open) => !open && dismiss(id)}
        >
          <Icon name={toneIcons[tone]} />
          <Toast.Description className="toast-text">{sayCode(code, facts)}</Toast.Description>
          <Toast.Close asChild>
            <IconButton icon="close" label={say('noticeDismiss')} />
          </Toast.Close>
        </Toast.Root>
      ))}
      {/* No hotkey: function keys belong to commands. */}
      <Toast.Viewport className="toasts" hidden={isWaiting} hotkey={[]} label={say('toasts')} />
    </Toast.Provider>
  )
}

// While a handheld shows a held error there is no room for toasts: they appear afterwards, for their full
// time.
function useIsHeld(): boolean {
  const engine = useContext(InputContext)?.engine
  const held = useSyncExternalStore(engine?.subscribe ?? noChanges, () => engine?.state().held ?? false)
  return useIsHandheld() && held
}

const noChanges = () => () => undefined
