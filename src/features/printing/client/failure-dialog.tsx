// Explains why a job stopped: the cause, the printed count, and the next steps.

import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { FIRST_FOCUS } from '#app/ui/focus-owner.ts'
import { useDialogAnswers } from '#input/engine/use-command-ports.ts'
import { say, sayCode } from '#text/say.ts'
import type { FailureReply, PrintFailure } from './print-job.ts'
import './print.css'

export function FailureDialog({
  failure,
  onReply,
}: {
  readonly failure: PrintFailure
  readonly onReply: (reply: FailureReply) => void
}) {
  const { code, facts, page, done, total } = failure
  const reply = (answer: FailureReply) => () => {
    onReply(answer)
    return undefined
  }
  useDialogAnswers({
    no: reply('dismissed'),
    printAgain: reply('printAgain'),
    openPdf: reply('openPdf'),
  })
  return (
    <Dialog
      open
      kind="alert"
      title={say('print.unable')}
      onClose={reply('dismissed')}
      actions={
        <>
          <Button size="large" onClick={reply('dismissed')}>
            {say('documents.cancel')}
          </Button>
          <Button size="large" icon="reload" onClick={reply('printAgain')}>
            {say('retry')}
          </Button>
          <Button size="large" look="primary" {...FIRST_FOCUS} onClick={reply('openPdf')}>
            {say('print.openPdf')}
          </Button>
        </>
      }
    >
      <p className={facts.message === undefined ? undefined : 'print-cause'}>{sayCode(code, facts)}</p>
      {page !== undefined && (
        <p>
          <a className="print-link" href={page} target="_blank" rel="noopener noreferrer">
            {say('print.agentPage')}
          </a>
        </p>
      )}
      <p className="text-quiet text-strong">
        {done > 0 ? say('print.doneBefore', { n: done, total }) : say('print.nothingSent')}
      </p>
    </Dialog>
  )
}
