// 'Why not?': shows the rule behind a refusal, its facts, and numbered next steps.
import { useEffect, useMemo, useState } from 'react'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { Spinner } from '#app/ui/spinner.tsx'
import { sayCount } from '#text/numbers.ts'
import { say, sayCode, sayValue } from '#text/say.ts'
import type { AppShell, ReservingDocument } from '../app-shell.ts'
import { useDialogAnswers } from '../engine/use-command-ports.ts'
import { useInput } from '../input-context.ts'
import { explain, type NextStep, type ShownRefusal } from './explain.ts'
import './why.css'

interface WhyNotProps {
  readonly refusal: ShownRefusal
  readonly findHolders: AppShell['findHolders']
  readonly onClose: () => void
}

export default function WhyNot({ refusal, findHolders, onClose }: WhyNotProps) {
  const { run } = useInput()
  const { refused, why, facts, barcode, steps } = useMemo(() => explain(refusal), [refusal])
  const [chosenStep, setChosenStep] = useState<NextStep>()
  useDialogAnswers(
    {
      continue: () => {
        onClose()
        return undefined
      },
    },
    {
      open: chosenStep === undefined,
      choose: (number) => {
        const step = steps[number - 1]
        if (step) setChosenStep(step)
        return undefined
      },
    },
  )
  // Run the step after this dialog has closed, so that it runs on the screen below.
  useEffect(() => {
    if (!chosenStep) return
    onClose()
    void run(chosenStep.command.id, chosenStep.given, 'key')
  }, [chosenStep, onClose, run])

  return (
    <Dialog open onClose={onClose} title={say('why.title')} kind="sheet">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be in reach of the keyboard */}
      <div className="why layout-list" role="region" aria-label={say('why.title')} tabIndex={0}>
        <p className="why-what">
          {refused.command && <span>{say(`command.${refused.command}`)}</span>}
          {refused.raw !== '' && <code>{refused.raw}</code>}
        </p>
        <p className="why-words">{sayCode(refused.code, refused.args)}</p>
        <h3>{say('why.rule')}</h3>
        <p>{say(`rule.${why}`)}</p>
        <h3>{say('why.facts')}</h3>
        <dl className="why-facts">
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{say(`fact.${name}`)}</dt>
              <dd>{typeof value === 'number' ? sayCount(value) : sayValue(value)}</dd>
            </div>
          ))}
        </dl>
        {barcode !== undefined && findHolders && <Holders barcode={barcode} find={findHolders} />}
        <h3>{say('why.next')}</h3>
        {steps.length === 0 ? (
          <p>{say('why.nothingHelps')}</p>
        ) : (
          <ol className="layout-list">
            {steps.map((step, index) => (
              <li key={step.command.id}>
                <Button wide hint={String(index + 1)} onClick={() => setChosenStep(step)}>
                  {[say(`command.${step.command.id}`), ...Object.values(step.given)].join(' ')}
                </Button>
              </li>
            ))}
          </ol>
        )}
      </div>
    </Dialog>
  )
}

// The documents that reserve a barcode; renders nothing if the server does not report them.
const Holders = ({
  barcode,
  find,
}: {
  readonly barcode: string
  readonly find: NonNullable<AppShell['findHolders']>
}) => {
  const [holders, setHolders] = useState<readonly ReservingDocument[] | 'looking' | 'unknown'>('looking')
  useEffect(() => {
    let isCancelled = false
    void find(barcode).then((found) => {
      if (!isCancelled) setHolders(found ?? 'unknown')
    })
    return () => {
      isCancelled = true
    }
  }, [find, barcode])
  if (holders === 'unknown') return null
  return (
    <>
      <h3>{say('why.holders')}</h3>
      {holders === 'looking' ? (
        <output>
          <Spinner /> {say('why.looking')}
        </output>
      ) : holders.length === 0 ? (
        <p>{say('why.noHolders')}</p>
      ) : (
        <ul className="why-holders">
          {holders.map(({ document, status, n, by }) => (
            <li key={document}>{say('why.holder', { document, status, n, by })}</li>
          ))}
        </ul>
      )}
    </>
  )
}
