// The list of findings before a document ends: each finding has a digit, and is settled here or on its line.
import { type KeyboardEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { FIRST_FOCUS } from '#app/ui/focus-owner.ts'
import { Icon } from '#app/ui/icon.tsx'
import type { DialogPort } from '#core/commands/context.ts'
import { type Finding, type Resolution, signatureOf } from '#core/kinds/findings.ts'
import type { DialogAnswer } from '#core/wire/command-ids.ts'
import { useDialogAnswers } from '#input/engine/use-command-ports.ts'
import { useInput } from '#input/input-context.ts'
import { writeKeys } from '#input/palette/key-hint.ts'
import { say, sayCode } from '#text/say.ts'
import type { FindingsReply, FindingsSheet, FindingsView } from './session/findings-sheet.ts'
import { codeOf, sayFinding } from './session/wording.ts'
import './findings.css'

// Limit of shown findings; the list shows how many more there are.
const maxShown = 60

/** `sheet` shows the list and resolves with the person's action. The caller must render `dialog`. */
export function useFindingsSheet(): {
  readonly sheet: FindingsSheet<AbortSignal>
  readonly dialog: React.ReactNode
} {
  const [view, setView] = useState<FindingsView | null>(null)
  const answer = useRef<(reply: FindingsReply) => void>(undefined)
  const close = useCallback(() => {
    // Another run may have opened the list since.
    answer.current?.({ type: 'leave' })
    answer.current = undefined
    setView(null)
  }, [])
  // Leaving the screen ends the step, even before the list shows: a waiting scan blocks all later ones.
  const isMounted = useRef(true)
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
      answer.current?.({ type: 'leave' })
    }
  }, [])
  const sheet = useMemo(
    (): FindingsSheet<AbortSignal> => ({
      ask: (asked, signal) =>
        new Promise((resolve) => {
          if (!isMounted.current) return resolve({ type: 'leave' })
          answer.current?.({ type: 'leave' })
          answer.current = resolve
          signal.addEventListener('abort', () => answer.current === resolve && resolve({ type: 'leave' }))
          setView(asked)
        }),
      // Render only a changed view: rendering triggers listeners that call this again.
      show: (now) => setView((open) => (open && JSON.stringify(open) !== JSON.stringify(now) ? now : open)),
      close,
    }),
    [close],
  )
  return {
    sheet,
    dialog: view && <FindingsDialog view={view} answer={(reply) => answer.current?.(reply)} />,
  }
}

// The command that settles a finding this way.
const commandOf: Readonly<Record<Resolution, DialogAnswer>> = {
  keep: 'asItIs',
  fill: 'fillUp',
  delete: 'delete',
  discard: 'delete',
}

const FindingsDialog = ({
  view: { kind, step, findings, mayGoOn, maySave },
  answer,
}: {
  readonly view: FindingsView
  readonly answer: (reply: FindingsReply) => void
}) => {
  const { registry } = useInput()
  const rows = useRef<HTMLDivElement>(null)
  const [current, setCurrent] = useState('')
  const sentence = (moment: string) => sayCode(codeOf(kind, step, moment))
  const hintOf = (id: DialogAnswer) => {
    const [hint] = writeKeys(registry.byId(id))
    return hint === undefined ? {} : { hint }
  }

  // Blocking findings come before warnings.
  const sortedFindings = [...findings.filter(({ stops }) => stops), ...findings.filter(({ stops }) => !stops)]
  const shown = sortedFindings.slice(0, maxShown)
  const here = shown.find((each) => signatureOf(each) === current) ?? shown[0]

  const reply = (given: FindingsReply) => () => {
    answer(given)
    return undefined
  }
  const settlings = here
    ? here.settles.map((how) => [commandOf[how], reply({ type: how, finding: here })] as const)
    : []
  const answers: DialogPort['answers'] = {
    ...Object.fromEntries(settlings),
    ...(maySave && { save: reply({ type: 'save' }) }),
    ...(mayGoOn && { anyway: reply({ type: 'goOn' }) }),
    no: reply({ type: 'leave' }),
  }
  useDialogAnswers(answers, {
    choose: (number) => {
      const finding = shown[number - 1]
      if (finding) answer({ type: 'lead', finding })
      return undefined
    },
    // A scan of a barcode on the list is for the document: close the list.
    onQueuedScan: (candidate) => {
      if (candidate.kind === 'barcode' && sortedFindings.some(({ barcode }) => barcode === candidate.barcode))
        answer({ type: 'leave' })
    },
  })

  // A settled finding disappears with the focus: focus the first remaining one.
  useEffect(() => {
    const { activeElement: active } = document
    const isLost = active === null || active === document.body || active.matches('[role="dialog"]')
    if (!isLost) return
    const dialog = rows.current?.closest('[role="dialog"]')
    const next = ['.findings-point', '.button.primary'].map((each) =>
      dialog?.querySelector<HTMLElement>(each),
    )
    next.find((each) => each)?.focus()
  })

  const move = (event: KeyboardEvent) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (by === undefined) return
    event.preventDefault()
    const all = [...(rows.current?.querySelectorAll<HTMLElement>('.findings-point') ?? [])]
    const at = here ? shown.indexOf(here) : 0
    all[Math.max(0, Math.min(all.length - 1, at + by))]?.focus()
  }

  const listOf = (stops: boolean, label: string) => {
    const group = shown.filter((each) => each.stops === stops)
    return group.length === 0 ? null : (
      <section aria-label={label}>
        <h3 className="findings-heading">
          <Icon name={stops ? 'warning' : 'info'} />
          {label}
        </h3>
        <ul>
          {group.map((finding) => (
            <FindingRow
              key={signatureOf(finding)}
              number={shown.indexOf(finding) + 1}
              finding={finding}
              words={sayFinding(kind, step, finding)}
              current={finding === here}
              onCurrent={() => setCurrent(signatureOf(finding))}
              onLead={reply({ type: 'lead', finding })}
            >
              {finding.settles.map((how) => (
                <Button
                  key={how}
                  {...(how === 'delete' && { look: 'danger' })}
                  {...hintOf(commandOf[how])}
                  onClick={reply({ type: how, finding })}
                >
                  {sayCode(codeOf(kind, step, 'settle', how), finding.facts)}
                </Button>
              ))}
            </FindingRow>
          ))}
        </ul>
      </section>
    )
  }

  return (
    <Dialog
      open
      kind="sheet"
      title={sentence('before')}
      onClose={reply({ type: 'leave' })}
      actions={
        <>
          <Button size="large" {...hintOf('no')} onClick={reply({ type: 'leave' })}>
            {say('findings.back')}
          </Button>
          {maySave && (
            <Button size="large" look="primary" {...hintOf('save')} onClick={reply({ type: 'save' })}>
              {say('findings.save')}
            </Button>
          )}
          {mayGoOn && (
            <Button
              size="large"
              look={sortedFindings.length === 0 ? 'primary' : 'danger'}
              {...hintOf('anyway')}
              onClick={reply({ type: 'goOn' })}
            >
              {sortedFindings.length === 0 ? sayCode(codeOf(kind, step)) : sentence('anyway')}
            </Button>
          )}
        </>
      }
    >
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- arrows move among the buttons within */}
      <div ref={rows} className="layout-stack" onKeyDown={move}>
        {sortedFindings.length === 0 && <p role="status">{say('documents.nothingLeft')}</p>}
        {listOf(true, say('findings.mustBeSettled'))}
        {listOf(false, say('findings.mayStay'))}
        {sortedFindings.length > shown.length && (
          <p>{say('findings.more', { n: sortedFindings.length - shown.length })}</p>
        )}
      </div>
    </Dialog>
  )
}

// A finding in the list; the current one shows buttons to settle it.
const FindingRow = ({
  number,
  finding: { barcode, elsewhere },
  words,
  current,
  onCurrent,
  onLead,
  children,
}: {
  readonly number: number
  readonly finding: Finding
  readonly words: string
  readonly current: boolean
  readonly onCurrent: () => void
  readonly onLead: () => void
  readonly children: React.ReactNode[]
}) => (
  <li className="findings-row" data-current={current || undefined}>
    <button
      type="button"
      className="findings-point"
      onFocus={onCurrent}
      onClick={onLead}
      {...(number === 1 && FIRST_FOCUS)}
    >
      {number < 10 && (
        <kbd className="key-hint">
          <span>{number}</span>
        </kbd>
      )}{' '}
      {barcode !== '' && <span className="findings-barcode">{barcode}</span>}{' '}
      <span className="findings-words">
        {words}
        {elsewhere && ` ${say(elsewhere === 'edit' ? 'findings.inEditor' : 'findings.onDetail')}`}
      </span>
      <Icon name="right" />
    </button>
    {current && children.length > 0 && <span className="findings-ways layout-buttons">{children}</span>}
  </li>
)
