// The form that prints labels of a barcode, or of the lines of a document.
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { usePlace } from '#app/state/place.ts'
import { lastPrinter, requestPrint, storeLastPrinter } from '#app/state/printing.ts'
import { BarcodeInput } from '#app/ui/barcode-input.tsx'
import { readCount } from '#app/ui/count.ts'
import { Counter } from '#app/ui/counter.tsx'
import { SelectField } from '#app/ui/select-field.tsx'
import { refusalOutcome } from '#core/commands/dispatch.ts'
import { BARCODE_PATTERN } from '#core/wire/codes.ts'
import { MAX_COPIES } from '#core/wire/label-barcodes.ts'
import { LIMITS } from '#core/wire/limits.ts'
import { refuse, type Verdict } from '#core/wire/refusals.ts'
import type { LabelTemplateEntry } from '#features/printing/common/printing.ts'
import { outcomeOf } from '#input/engine/outcomes.ts'
import { useCommandPorts } from '#input/engine/use-command-ports.ts'
import { useScanTarget } from '#input/engine/use-scan-target.tsx'
import { useRun } from '#input/input-context.ts'
import { CommandButton } from '#input/palette/command-button.tsx'
import { isTextCode, say, sayCode } from '#text/say.ts'
import { chosenLines, LabelLines, linesIn, MAX_LABELS } from './label-lines.tsx'
import { LabelPreview } from './label-preview.tsx'
import { useTemplates } from './label-templates.ts'
import {
  defaultPrinter,
  type PrintServers,
  printerOptions,
  rememberPrinter,
  serversFor,
} from './print-servers.ts'
import { usePrinterSetups } from './printer-setup.ts'
import './print.css'

const LABEL_WORK = 'labels'
const KIND_OF_LABEL = 'labels.template'
// Labels per message on a roll: few enough to lose, enough for speed.
const ROLL_LABELS_PER_MESSAGE = 10

interface LabelFormProps {
  /** From the URL: a barcode and a count, or the lines of a document. */
  readonly given: URLSearchParams
  readonly servers: PrintServers
  readonly mayChange: Verdict
}

/** Prints labels: of a barcode and a count, or of the lines of a document. */
export function LabelForm({ given, servers, mayChange }: LabelFormProps) {
  const { location } = usePlace()
  const run = useRun()
  const input = useLabelInput(given)
  const { field, count, typed, type, labels, setLabels, copies, setCopies, lines, setLines, items, barcode } =
    input
  const { labelCount, copyCount } = input
  const choice = useLabelPrinter(given, servers)
  const { usable, chosenPrinter, templates, printableTemplates, chosenTemplate } = choice
  useLabelCommands({ given, mayChange, servers, input, choice })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void run('print', {}, 'key')
  }
  return (
    <div className="print-columns layout-stack">
      <form className="card layout-stack" aria-label={say('labels.title')} onSubmit={submit}>
        {lines ? (
          <LabelLines title={documentIn(given)} lines={lines} onLines={setLines} />
        ) : (
          <BarcodeInput ref={field} value={typed} enterKeyHint="next" onValue={type} />
        )}
        <div className="print-counts">
          {!lines && (
            <Counter
              ref={count}
              label={say('labels.count')}
              text={labels}
              max={MAX_LABELS}
              onText={setLabels}
              onCommit={() => void run('print', {}, 'key')}
            />
          )}
          <Counter
            label={say('labels.copies')}
            text={copies}
            max={MAX_COPIES}
            onText={setCopies}
            onCommit={() => void run('print', {}, 'key')}
          />
        </div>
        {templates.state === 'failed' && (
          <p className="text-quiet text-strong" role="alert">
            {say('labels.templatesFailed')}
          </p>
        )}
        {printableTemplates.length > 1 && (
          <SelectField
            label={say('labels.template')}
            value={chosenTemplate?.Id ?? ''}
            options={printableTemplates.map(({ Id, Name }) => ({ value: Id, label: Name }))}
            onValue={choice.setTemplate}
          />
        )}
        {usable.length > 0 ? (
          <SelectField
            label={say('print.printer')}
            value={chosenPrinter}
            options={printerOptions(usable)}
            onValue={choice.setPrinter}
          />
        ) : (
          servers.state === 'ready' && (
            <p className="text-quiet text-strong">{say('print.noServer', { location })}</p>
          )
        )}
        <CommandButton id="print" look="primary" size="large" wide icon="print">
          {say('labels.print', { n: (labelCount ?? 0) * (copyCount ?? 0) })}
        </CommandButton>
      </form>
      <section className="card layout-stack" aria-labelledby="label-preview-title">
        <h2 id="label-preview-title">{say('labels.preview')}</h2>
        <LabelPreview
          barcode={templates.state === 'loading' ? '' : barcode}
          template={chosenTemplate?.Id ?? ''}
          labels={Math.max(1, Math.min(items?.[0]?.labels ?? labelCount ?? 1, perMessageOf(chosenTemplate)))}
        />
        <div className="print-licence">
          <h3>{say('labels.licenceTitle')}</h3>
          <p>{say('labels.licence')}</p>
        </div>
      </section>
    </div>
  )
}

type LabelInput = ReturnType<typeof useLabelInput>
type LabelPrinter = ReturnType<typeof useLabelPrinter>

// What is to be printed: labels of one barcode, or of the lines of a document.
const useLabelInput = (given: URLSearchParams) => {
  const [typed, setTyped] = useState(
    (given.get('barcode') ?? '').toUpperCase().slice(0, LIMITS.barcodeLength),
  )
  const [labels, setLabels] = useState(countIn(given.get('count')))
  const [lines, setLines] = useState(() => linesIn(given.get('barcodes')))
  const [copies, setCopies] = useState(String(LIMITS.copiesDefault))
  const [focusRequest, setFocusRequest] = useState(0)
  const field = useRef<HTMLInputElement>(null)
  const count = useRef<HTMLInputElement>(null)
  const items = lines && chosenLines(lines)
  const barcode = items ? (items[0]?.barcode ?? '') : BARCODE_PATTERN.test(typed) ? typed : ''

  // With a barcode given, focus the count so that Enter prints. Run once per barcode: data that loads later
  // must not move the focus.
  const hasBarcode = BARCODE_PATTERN.test(given.get('barcode') ?? '')
  useEffect(() => {
    const target = focusRequest > 0 || hasBarcode ? count : field
    target.current?.focus()
    target.current?.select()
  }, [focusRequest, hasBarcode])

  const labelCount = items
    ? items.reduce<number | undefined>(
        (sum, each) => (sum === undefined || each.labels === undefined ? undefined : sum + each.labels),
        0,
      )
    : readCount(labels, MAX_LABELS)
  const copyCount = readCount(copies, MAX_COPIES)
  const choose = (code: string | undefined, quantity: number | undefined) => {
    if (code === undefined) {
      field.current?.focus()
      field.current?.select()
      return undefined
    }
    const n = quantity ?? 1
    if (lines) {
      // Choose another barcode of the document, and set its count if the scan had a quantity.
      const known = lines.find((line) => line.barcode === code)
      if (!known) return outcomeOf('error', 'labels.notOfDocument', { barcode: code })
      const text = quantity === undefined ? known.text : String(quantity)
      setLines(lines.map((line) => (line === known ? { ...line, chosen: true, text } : line)))
      return outcomeOf('ok', 'labels.lineChosen', { barcode: code })
    }
    setTyped(code)
    setLabels(String(n))
    setFocusRequest((now) => now + 1)
    return readCount(String(n), MAX_LABELS) === undefined
      ? refusalOutcome(refuse('countWrong', { value: n, most: MAX_LABELS }))
      : outcomeOf('ok', 'labels.chosen', { barcode: code, n })
  }
  const type = (text: string, whole: boolean) => {
    setTyped(text)
    if (whole) setFocusRequest((now) => now + 1)
  }
  return {
    field,
    count,
    typed,
    type,
    labels,
    setLabels,
    labelCount,
    copies,
    setCopies,
    copyCount,
    lines,
    setLines,
    items,
    barcode,
    choose,
  }
}

// The printer and the template: chosen here, else the usual ones.
const useLabelPrinter = (given: URLSearchParams, servers: PrintServers) => {
  const { location } = usePlace()
  const [template, setTemplate] = useState<string>()
  const [printer, setPrinter] = useState<string>()
  const templates = useTemplates(location)
  const usable = serversFor(servers.items, ['PDF', 'ZPL'])
  const setups = usePrinterSetups()
  const proposal = setups.proposalFor('Labels')
  const proposed = proposal?.PrintServer
  const chosenPrinter = printer ?? defaultPrinter(usable, location, LABEL_WORK, proposed)
  const server = usable.find(({ ID }) => ID === chosenPrinter) ?? null
  // Label printers have rolls, so sheets are for PDF printers only.
  const printableTemplates = templates.items.filter(
    ({ PerPage }) => server?.PrintFormat !== 'ZPL' || PerPage === 1,
  )
  const passports = given.get('passports') === 'yes'
  // Template order: chosen now, then, within the requested kind, remembered, proposed, or loaded in the
  // printer.
  const ofRequestedKind = printableTemplates.filter(({ Passport }) => Passport === passports)
  const preferredIds = [
    lastPrinter(location, KIND_OF_LABEL),
    proposal?.Template,
    setups.of(server?.ID ?? null)?.Stock,
  ]
  const chosenTemplate =
    printableTemplates.find(({ Id }) => Id === template) ??
    preferredIds.flatMap((id) => ofRequestedKind.find(({ Id }) => Id === id) ?? [])[0] ??
    ofRequestedKind[0] ??
    printableTemplates[0]
  const otherTemplate = firstOf(printableTemplates, chosenTemplate?.Passport !== true)
  return {
    usable,
    server,
    chosenPrinter,
    setPrinter,
    templates,
    printableTemplates,
    chosenTemplate,
    otherTemplate,
    setTemplate,
    isLoading: servers.state === 'loading' || templates.state === 'loading' || !setups.ready,
    remember: () => {
      rememberPrinter(location, LABEL_WORK, chosenPrinter, { chosen: printer !== undefined, proposed })
      if (template !== undefined && template === chosenTemplate?.Id && !chosenTemplate.Passport)
        storeLastPrinter(location, KIND_OF_LABEL, template)
    },
  }
}

const useLabelCommands = ({
  given,
  mayChange,
  input,
  choice: { isLoading, server, chosenTemplate, otherTemplate, setTemplate, remember },
}: LabelFormProps & { readonly input: LabelInput; readonly choice: LabelPrinter }) => {
  const { location } = usePlace()
  const { barcode, items, labels, labelCount, copies, copyCount } = input
  const may = (): Verdict => {
    if (barcode === '') return refuse('barcodeMissing')
    if (labelCount === undefined) return refuse('countWrong', { value: labels.trim(), most: MAX_LABELS })
    if (copyCount === undefined) return refuse('countWrong', { value: copies.trim(), most: MAX_COPIES })
    if (isLoading) return refuse('busy')
    const n = labelCount * copyCount
    return n > MAX_LABELS ? refuse('countWrong', { value: n, most: MAX_LABELS }) : true
  }
  const print = () => {
    if (labelCount === undefined || copyCount === undefined) return undefined
    remember()
    requestPrint({
      kind: 'labels',
      items: items
        ? items.map((each) => ({ barcode: each.barcode, labels: each.labels ?? 0 }))
        : [{ barcode, labels: labelCount }],
      copies: copyCount,
      of: documentIn(given),
      template: chosenTemplate?.Id ?? '',
      perMessage: perMessageOf(chosenTemplate),
      server,
    })
    return undefined
  }
  useCommandPorts({
    labels: {
      choose: input.choose,
      mayAddServer: () => mayChange,
      maySwitchPassport: () => (otherTemplate ? true : refuse('notOnThisScreen')),
      switchPassport: () => {
        setTemplate(otherTemplate?.Id)
        return outcomeOf('ok', 'labels.templateChosen', { name: otherTemplate?.Name ?? '' })
      },
    },
    printing: { may: () => may(), print },
  })
  useScanTarget({
    level: 'screen',
    id: `print.${location}`,
    accepts: (candidate) =>
      candidate.kind === 'barcode'
        ? { type: 'intent', command: 'labelsOf', arguments: { barcode: candidate.barcode } }
        : undefined,
  })
}

// Returns the first template for plant passports, or for labels.
const firstOf = (templates: readonly LabelTemplateEntry[], passports: boolean) =>
  templates.find(({ Passport }) => Passport === passports)

// A sheet holds several labels per message; a roll has a fixed number.
const perMessageOf = (template: LabelTemplateEntry | undefined): number =>
  template && template.PerPage > 1 ? template.PerPage : ROLL_LABELS_PER_MESSAGE

// Returns the document named in the URL, such as 'Issuance 10000123'; '' for none.
const documentIn = (given: URLSearchParams): string => {
  const code = `${given.get('kind')}.one`
  return isTextCode(code) ? sayCode(code, { number: given.get('number') ?? '' }) : ''
}

// Returns the count in the URL. A count that is too large is shown and refused.
const countIn = (text: string | null): string => (/^[1-9]\d{0,8}$/.test(text ?? '') ? (text ?? '') : '1')
