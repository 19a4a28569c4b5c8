// /CommandSheet/: every command as a printable barcode.
import { useMemo, useState } from 'react'
import { useReasonCodes } from '#app/api/master-data.ts'
import { Barcode } from '#app/ui/barcode.tsx'
import { Button } from '#app/ui/button.tsx'
import { RadioGroup } from '#app/ui/radio-group.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import type { ReasonCode } from '#core/wire/master-data.ts'
import { useInput } from '#input/input-context.ts'
import { say } from '#text/say.ts'
import {
  KEPT_QUANTITIES,
  readKeptQuantities,
  type SheetGroup,
  type SheetReason,
  type SheetWords,
  sheetGroups,
} from './sheet-groups.ts'
import '#app/ui/paper.css'
import './command-sheet.css'

type Paper = 'a4' | 'letter'

// Maximum number of characters in a third of the sheet, at a bar width of 0.25 mm that every scanner reads.
const MAX_SHORT_LENGTH = 15

export function CommandSheetScreen() {
  const { registry } = useInput()
  const adjustments = useReasonCodes('INVENTORY')
  const dumps = useReasonCodes('DUMP')
  const [paper, setPaper] = useState<Paper>(usualPaper)
  const [quantityText, setQuantityText] = useState(KEPT_QUANTITIES.join(', '))
  const groups = useMemo(
    () =>
      sheetGroups(
        registry,
        { INVENTORY: reasonsOf(adjustments.items), DUMP: reasonsOf(dumps.items) },
        readKeptQuantities(quantityText),
      ),
    [registry, adjustments.items, dumps.items, quantityText],
  )
  return (
    <section
      className="command-sheet paper layout-stack"
      data-paper={paper}
      aria-labelledby="command-sheet-title"
    >
      <h1 id="command-sheet-title">{say('screen.commandSheet')}</h1>
      <div className="command-sheet-actions paper-hidden">
        <p>{say('sheet.help')}</p>
        <RadioGroup
          legend={say('sheet.paper')}
          value={paper}
          options={[
            { value: 'a4', label: 'A4' },
            { value: 'letter', label: 'Letter' },
          ]}
          onValue={(value) => setPaper(value === 'letter' ? 'letter' : 'a4')}
        />
        <TextField
          label={say('sheet.keeps')}
          hint={say('sheet.keepsHint')}
          value={quantityText}
          onValue={setQuantityText}
        />
        <Button look="primary" size="large" icon="print" onClick={() => window.print()}>
          {say('sheet.print')}
        </Button>
      </div>
      {(adjustments.problem ?? dumps.problem) && (
        <p className="command-sheet-lacks tone-warning text-strong" role="alert">
          {say('sheet.reasonsFailed')}
        </p>
      )}
      {groups.map((group) => (
        <Group key={group.id} {...group} />
      ))}
    </section>
  )
}

const Group = ({ id, items }: SheetGroup) => (
  <section className="command-sheet-group layout-list" aria-labelledby={`sheet-${id}`}>
    <h2 id={`sheet-${id}`}>{say(`sheet.group.${id}`)}</h2>
    <ul className="command-sheet-items">
      {items.map(({ text, words }) => (
        <li key={text} className="command-sheet-item" data-long={text.length > MAX_SHORT_LENGTH || undefined}>
          <span className="command-sheet-words">{labelOf(words)}</span>
          <Barcode text={text} />
          <code>{text}</code>
        </li>
      ))}
    </ul>
  </section>
)

const labelOf = (words: SheetWords): string => {
  switch (words.type) {
    case 'command':
      return say(`command.${words.id}`)
    case 'digit':
      return say('sheet.digit', { digit: words.digit })
    case 'quantity':
      return say('sheet.quantity', { quantity: words.quantity })
    case 'kept':
      return say('sheet.kept', { quantity: words.quantity })
    case 'reason':
      return words.name
  }
}

const reasonsOf = (reasons: readonly ReasonCode[]): readonly SheetReason[] =>
  reasons.map(({ ReasonCode: code, ReasonDescript: name }) => ({ code, name: name || code }))

// Letter paper in countries that use it, by the browser's language.
const usualPaper = (): Paper => (/-(US|CA|MX|PH|CL|CO)$/.test(navigator.language) ? 'letter' : 'a4')
