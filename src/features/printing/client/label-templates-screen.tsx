// /Maintenance/Labels/: manages label templates. A file is drawn with a plant in stock, and its barcode is
// verified before it can be saved. Each location has a default template.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { type RefObject, useRef, useState } from 'react'
import { perform } from '#app/api/client.ts'
import { useLocations } from '#app/api/master-data.ts'
import type { ApiProblem } from '#app/api/problem.ts'
import { performOrThrow, problemOfError } from '#app/api/use-ask.ts'
import { placeAtom } from '#app/state/place.ts'
import { useSession } from '#app/state/session.ts'
import { FileField } from '#app/ui/file-field.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { reasonOf, refusalIn } from '#app/ui/reason.ts'
import { SelectField } from '#app/ui/select-field.tsx'
import { EmptyState, ErrorState, Skeleton } from '#app/ui/states.tsx'
import type { Cause, RunOutcome } from '#core/commands/command.ts'
import { refusalOutcome } from '#core/commands/dispatch.ts'
import { type Refusal, refuse, type Verdict } from '#core/wire/refusals.ts'
import {
  isZpl,
  prepareTemplateCall,
  TEMPLATE_FILE_LENGTH,
  type TemplatePreview,
} from '#features/printing/common/label-templates.ts'
import { DOTS_PER_INCH, type DotsPerInch } from '#features/printing/common/printing.ts'
import { failureOf, outcomeOf } from '#input/engine/outcomes.ts'
import { useCommandPorts } from '#input/engine/use-command-ports.ts'
import { useScanTarget } from '#input/engine/use-scan-target.tsx'
import { CommandButton } from '#input/palette/command-button.tsx'
import { questionOfIrreversible } from '#input/questions/question.ts'
import { useQuestions } from '#input/questions/questions.tsx'
import { say, sayCode } from '#text/say.ts'
import { DefaultTemplates } from './default-templates.tsx'
import { TemplateList } from './template-list.tsx'
import { sayTemplateSize } from './template-size.ts'
import { useRepeatableCall } from './use-repeatable-call.ts'
import './template.css'

const TEMPLATES = ['maintenance', 'labeltemplates'] as const

export function LabelTemplatesScreen() {
  const { admin } = useSession()
  return admin ? <LabelTemplates /> : <EmptyState heading icon="lock" title={say('notAdmin')} />
}

interface ChosenFile {
  readonly text: string
  readonly name: string
}

// Returns why the template is refused: the first density at which its barcode cannot be read.
const refusalOf = ({ Readings }: TemplatePreview): Refusal | undefined => {
  const refusal = Readings.find(({ Refusal: why }) => why)?.Refusal
  return refusal ? refuse(refusal.code, refusal.facts) : undefined
}

const LabelTemplates = () => {
  const locations = useLocations().items
  const queryClient = useQueryClient()
  const { ask: askPerson, dialog } = useQuestions()
  const query = useQuery({
    queryKey: TEMPLATES,
    queryFn: ({ signal }) =>
      performOrThrow(
        prepareTemplateCall('labelTemplates.list', {}, (answer) => answer),
        signal,
      ),
  })
  const reload = async () => {
    await queryClient.invalidateQueries({ queryKey: TEMPLATES })
    await queryClient.invalidateQueries({ queryKey: ['labeltemplates'] })
  }

  const input = useRef<HTMLInputElement>(null)
  const trial = useTrial()
  const { tried, chosen, dpi, setDpi, problem, busy, draw, readFile } = trial
  useTemplateCommands({ trial, input, reload })

  const { Templates = [], Usual = [] } = query.data ?? {}
  return (
    <section className="maintenance layout-stack" aria-labelledby="templates-title">
      {dialog}
      <h1 id="templates-title">{say('templates.title')}</h1>
      <p className="template-help">{say('templates.help')}</p>
      <div className="card layout-stack" aria-busy={busy}>
        <FileField
          ref={input}
          label={say('templates.file')}
          accept=".json,.zpl,.prn,.txt,application/json"
          onFile={(file) => void readFile(file)}
        />
        {busy && <p role="status">{say('templates.drawing')}</p>}
        {problem && <FileProblem problem={problem} />}
        {chosen && isZpl(chosen.text) && (
          <SelectField
            label={say('templates.zplDots')}
            hint={say('templates.zplHint')}
            value={String(dpi)}
            options={DOTS_PER_INCH.map((dots) => ({ value: String(dots), label: String(dots) }))}
            onValue={(value) => {
              const dots = DOTS_PER_INCH.find((known) => String(known) === value) ?? dpi
              setDpi(dots)
              void draw(chosen, dots)
            }}
          />
        )}
        {tried && <TemplateProofView proof={tried} />}
        <div className="actions">
          <CommandButton id="saveHeader" look="primary">
            {say(tried && tried.Template.Version > 0 ? 'templates.replace' : 'templates.add')}
          </CommandButton>
          {chosen && <CommandButton id="cancelHeader">{say('documents.cancel')}</CommandButton>}
        </div>
      </div>
      {query.isPending && <Skeleton lines={6} />}
      {query.isError && (
        <ErrorState problem={problemOfError(query.error)} onRetry={() => void query.refetch()} />
      )}
      {query.data && (
        <>
          <DefaultTemplates locations={locations} templates={Templates} usual={Usual} onChange={reload} />
          <TemplateList
            templates={Templates}
            onPreview={(source) => void draw({ text: source, name: '' })}
            onRemoved={reload}
            confirm={async (name) =>
              (await askPerson(questionOfIrreversible('templates.removeAsk', { name }))) === 'yes'
            }
          />
        </>
      )}
    </section>
  )
}

// Draws labels of a file that is not saved yet.
const useTrial = () => {
  const place = useAtomValue(placeAtom)
  const [tried, setTried] = useState<TemplatePreview | null>(null)
  const [chosen, setChosen] = useState<ChosenFile | null>(null)
  const [dpi, setDpi] = useState<DotsPerInch>(203)
  const [problem, setProblem] = useState<ApiProblem | null>(null)
  const [busy, setBusy] = useState(false)
  const drawing = useRef(0)

  // Draws a label of the file; only `save` stores the file.
  const draw = async (file: ChosenFile, dots = dpi): Promise<RunOutcome> => {
    drawing.current += 1
    const thisDrawing = drawing.current
    setBusy(true)
    setChosen(file)
    setProblem(null)
    setTried(null)
    const at = { Location: place?.location ?? '', Season: place?.season.id ?? '' }
    const result = await perform(
      prepareTemplateCall(
        'labelTemplates.try',
        { body: { Source: file.text, Name: file.name, Dpi: dots, ...at } },
        (answer) => answer,
      ),
    )
    // Another file or density was chosen in the meantime.
    if (thisDrawing !== drawing.current) return undefined
    setBusy(false)
    if (!result.ok) {
      setProblem(result.error)
      return failureOf('templates.notDrawn', reasonOf(result.error))
    }
    setTried(result.value)
    const refusal = refusalOf(result.value)
    return refusal
      ? refusalOutcome(refusal)
      : outcomeOf('ok', 'templates.read', { barcode: result.value.Barcode, name: result.value.Template.Name })
  }
  const readFile = async (file: File | undefined) => {
    if (!file) return
    const refuseFile = (code: string) => {
      clear()
      setProblem({ code, status: 0, detail: '', facts: { n: TEMPLATE_FILE_LENGTH } })
    }
    if (file.size > TEMPLATE_FILE_LENGTH) return refuseFile('templates.tooLong')
    // Until the file is read, Save would save the previous template.
    setBusy(true)
    // The file may have been moved or changed since it was chosen.
    const text = await file.text().catch(() => undefined)
    if (text === undefined) return refuseFile('import.unreadable')
    await draw({ text, name: file.name.slice(0, 100) })
  }
  const clear = () => {
    drawing.current += 1
    setBusy(false)
    setTried(null)
    setChosen(null)
    setProblem(null)
    return undefined
  }
  return { tried, chosen, dpi, setDpi, problem, setProblem, busy, setBusy, draw, readFile, clear }
}

const useTemplateCommands = ({
  trial: { tried, chosen, busy, setBusy, setProblem, draw, clear },
  input,
  reload,
}: {
  readonly trial: ReturnType<typeof useTrial>
  readonly input: RefObject<HTMLInputElement | null>
  readonly reload: () => Promise<void>
}) => {
  const performOnce = useRepeatableCall('template')
  const maySave = (): Verdict =>
    busy ? refuse('busy') : tried ? (refusalOf(tried) ?? true) : refuse('templateUntried')
  const save = async (cause: Cause): Promise<RunOutcome> => {
    if (!tried) return undefined
    const { Template, Source } = tried
    setBusy(true)
    const body = { Source, Version: Template.Version }
    const call = prepareTemplateCall('labelTemplates.save', { body }, (answer) => answer.Template)
    const result = await performOnce(call, cause)
    setBusy(false)
    if (!result.ok) {
      setProblem(result.error)
      return failureOf('templates.notSaved', reasonOf(result.error))
    }
    clear()
    await reload()
    return outcomeOf('ok', 'templates.saved', { name: result.value.Name })
  }
  useCommandPorts({
    header: { maySave, save, cancel: clear },
    import: {
      choose: () => {
        input.current?.click()
        input.current?.focus()
        return undefined
      },
      mayCheck: () => (busy ? refuse('busy') : chosen ? true : refuse('templateUntried')),
      check: () => (chosen ? draw(chosen) : undefined),
      mayImport: () => refuse('notOnThisScreen'),
      import: () => undefined,
      mayStop: () => refuse('noImport'),
      stop: () => undefined,
    },
  })
  useScanTarget({ level: 'screen', id: 'labelTemplates', accepts: () => undefined })
}

// The administrator must correct a refused file, so only the reason is shown.
const FileProblem = ({ problem }: { readonly problem: ApiProblem }) => {
  if (!refusalIn(problem.state)) return <ErrorState problem={problem} />
  return (
    <p className="template-refused" role="alert">
      <Icon name="error" />
      <span>{reasonOf(problem)}</span>
    </p>
  )
}

function TemplateProofView({ proof }: { readonly proof: TemplatePreview }) {
  const { Template, Picture, Barcode, Readings } = proof
  return (
    <figure className="layout-list">
      <div className="template-picture">
        <img
          src={`data:image/png;base64,${Picture}`}
          alt={say('templates.pictureOf', { name: Template.Name, barcode: Barcode })}
        />
      </div>
      <figcaption>
        <strong>{Template.Name}</strong> {sayTemplateSize(Template)}
      </figcaption>
      <ul className="template-readings layout-list">
        {Readings.map(({ Dpi, Bar, Read, Refusal }) => (
          <li key={Dpi} data-bad={Refusal ? true : undefined}>
            <Icon name={Refusal ? 'error' : 'check'} />
            <span>
              {Refusal
                ? sayCode(Refusal.code, Refusal.facts)
                : say('templates.reads', {
                    dpi: Dpi,
                    codes: Read.join(', '),
                    bar: Bar.toFixed(2),
                  })}
            </span>
          </li>
        ))}
      </ul>
    </figure>
  )
}
