// On Radix, which keeps a toast while somebody reads or hovers it. Loaded with the first toast or when idle.
import * as Toast from '@radix-ui/react-toast'
import { useAtomValue } from 'jotai'
import { dismiss, noticesAtom } from '#client/state/notices.ts'
import { IconButton } from '#client/ui/button.tsx'
import { Icon, type IconName } from '#client/ui/icon.tsx'
import { say, sayCode } from '#text/say.ts'
import './styles/toast.css'

const signs = { info: 'info', ok: 'check', warning: 'warning', error: 'error' } as const satisfies Record<
  string,
  IconName
>

export function Toasts() {
  const notices = useAtomValue(noticesAtom)
  return (
    <Toast.Provider label={say('toasts')} swipeDirection="down">
      {notices.map(({ id, code, facts, tone, lasts }) => (
        <Toast.Root
          key={id}
          className={`toast ${tone}`}
          duration={lasts}
          type={tone === 'error' ? 'foreground' : 'background'}
          onOpenChange={(open) => !open && dismiss(id)}
        >
          <Icon name={signs[tone]} />
          <Toast.Description className="toast-text">{sayCode(code, facts)}</Toast.Description>
          <Toast.Close asChild>
            <IconButton icon="close" label={say('noticeDismiss')} />
          </Toast.Close>
        </Toast.Root>
      ))}
      {/* No hotkey: function keys belong to commands. */}
      <Toast.Viewport className="toasts" hotkey={[]} label={say('toasts')} />
    </Toast.Provider>
  )
}
