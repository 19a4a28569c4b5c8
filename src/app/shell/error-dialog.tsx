import { useAtom } from 'jotai'
import { errorDialogAtom } from '#app/state/notices.ts'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { say, sayCode } from '#text/say.ts'

/** The global error dialog: one sentence and OK (part 1 section 2, shell). */
export function ErrorDialog() {
  const [error, setError] = useAtom(errorDialogAtom)
  const close = () => setError(null)
  return (
    <Dialog
      open={error !== null}
      onClose={close}
      kind="alert"
      title={say('errorTitle')}
      actions={
        <Button look="primary" size="large" onClick={close}>
          {say('ok')}
        </Button>
      }
    >
      {error && <p>{sayCode(error.code, error.facts)}</p>}
    </Dialog>
  )
}
