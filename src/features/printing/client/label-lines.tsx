// Lists the barcodes of a document for label printing; each can be excluded and has its own count.

import { Button } from '#app/ui/button.tsx'
import { Checkbox } from '#app/ui/checkbox.tsx'
import { readCount } from '#app/ui/count.ts'
import { QuantityField } from '#app/ui/quantity-field.tsx'
import { readBarcodes } from '#core/wire/label-barcodes.ts'
import { say } from '#text/say.ts'

/** Maximum number of labels of one barcode in a job; they are sent to a printer in parts. */
export const MAX_LABELS = 9_999

// A barcode of the list; `text` is the count as typed.
interface LabelLine {
  readonly barcode: string
  readonly chosen: boolean
  readonly text: string
}

/** Returns the lines in an address, all chosen; undefined if there are none. */
export function linesIn(text: string | null): readonly LabelLine[] | undefined {
  return readBarcodes(text ?? '')?.map(({ barcode, labels }) => ({
    barcode,
    chosen: true,
    text: String(labels ?? 1),
  }))
}

/** Returns the chosen lines; `labels` is undefined if the count is invalid. */
export function chosenLines(lines: readonly LabelLine[]) {
  return lines.flatMap(({ barcode, chosen, text }) =>
    chosen ? [{ barcode, labels: readCount(text, MAX_LABELS) }] : [],
  )
}

export function LabelLines({
  title,
  lines,
  onLines,
}: {
  /** The document's name. */
  readonly title: string
  readonly lines: readonly LabelLine[]
  readonly onLines: (lines: readonly LabelLine[]) => void
}) {
  const change = (barcode: string, to: Partial<LabelLine>) =>
    onLines(lines.map((line) => (line.barcode === barcode ? { ...line, ...to } : line)))
  const chooseAll = (chosen: boolean) => onLines(lines.map((line) => ({ ...line, chosen })))
  const n = lines.filter(({ chosen }) => chosen).length
  return (
    <fieldset className="print-lines layout-list">
      <legend className="print-lines-title">
        {title} · {say('labels.lines', { n })}
      </legend>
      <div className="layout-buttons">
        <Button onClick={() => chooseAll(true)}>{say('labels.all')}</Button>
        <Button onClick={() => chooseAll(false)}>{say('labels.noneChosen')}</Button>
      </div>
      <ul className="print-line-rows">
        {lines.map(({ barcode, chosen, text }) => (
          <li key={barcode} className="print-line">
            <Checkbox label={barcode} checked={chosen} onValue={(to) => change(barcode, { chosen: to })} />
            <QuantityField
              label={say('labels.ofLine', { barcode })}
              hideLabel
              className="print-line-count"
              error={
                chosen && readCount(text, MAX_LABELS) === undefined
                  ? say('print.copiesWrong', { most: MAX_LABELS })
                  : undefined
              }
              value={text}
              disabled={!chosen}
              onValue={(to) => change(barcode, { text: to })}
            />
          </li>
        ))}
      </ul>
    </fieldset>
  )
}
