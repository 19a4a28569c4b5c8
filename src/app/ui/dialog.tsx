// A dialog on Radix, which traps the focus; focus-owner.ts sets the initial focus. Loaded by React.lazy or
// with a screen's chunk: not part of the first screen.
import * as Radix from '@radix-ui/react-dialog'
import type { ReactNode } from 'react'
import { say } from '#text/say.ts'
import { IconButton } from './button.tsx'
import { classNames } from './class-names.ts'
import { enterDialog, leaveDialog } from './focus-owner.ts'
import './dialog.css'

// The library adds a style element while a dialog is open. The page's CSP allows it by a nonce, which the
// library reads from a global name.
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce
if (nonce) Object.assign(globalThis, { __webpack_nonce__: nonce })

interface DialogProps {
  readonly open: boolean
  /** Called for Escape, the close button or a click outside. */
  readonly onClose: () => void
  readonly title: string
  readonly children?: ReactNode
  /** The buttons, safest first. */
  readonly actions?: ReactNode
  /**
   * sheet: fills a handheld's screen, for lists; page: the same, as wide as the screen; alert: must be
   * answered, so a click outside is ignored.
   */
  readonly kind?: 'plain' | 'sheet' | 'page' | 'alert'
}

/**
 * A dialog over the screen. The control marked with `FIRST_FOCUS` gets the focus, otherwise the first one.
 */
export function Dialog({ open, onClose, title, children, actions, kind = 'plain' }: DialogProps) {
  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="dialog-cover" />
        <Radix.Content
          className={classNames('dialog', kind, kind === 'page' && 'sheet')}
          role={kind === 'alert' ? 'alertdialog' : 'dialog'}
          aria-describedby={undefined}
          onOpenAutoFocus={(event) => {
            if (event.currentTarget instanceof HTMLElement && enterDialog(event.currentTarget))
              event.preventDefault()
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            leaveDialog()
          }}
          // Handled below: Radix sends Escape to the layer that opened last, which may be a notification.
          onEscapeKeyDown={(event) => event.preventDefault()}
          onKeyDown={({ key, target, currentTarget }) => {
            if (key === 'Escape' && target instanceof Node && currentTarget.contains(target)) onClose()
          }}
          onPointerDownOutside={(event) => kind === 'alert' && event.preventDefault()}
        >
          <div className="dialog-head">
            <Radix.Title className="dialog-title">{title}</Radix.Title>
            {(kind === 'sheet' || kind === 'page') && (
              <IconButton icon="close" label={say('close')} onClick={onClose} />
            )}
          </div>
          {children !== undefined && <div className="dialog-body">{children}</div>}
          {actions !== undefined && <div className="dialog-actions">{actions}</div>}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
