// Lists all label templates: added ones first, then the built-in ones.
import { perform } from '#app/api/client.ts'
import { downloadFile } from '#app/api/read-answer.ts'
import { reportResult } from '#app/state/results.ts'
import { Button } from '#app/ui/button.tsx'
import { reasonOf } from '#app/ui/reason.ts'
import { type ListedTemplate, prepareTemplateCall } from '#features/printing/common/label-templates.ts'
import { sayMoment } from '#text/dates.ts'
import { say } from '#text/say.ts'
import { sayTemplateSize } from './template-size.ts'

interface TemplateActions {
  /** Draws the label of a file. */
  readonly onPreview: (source: string) => void
  readonly onRemoved: () => Promise<void>
  /** Asks whether to remove the template with this name. */
  readonly confirm: (name: string) => Promise<boolean>
}

export function TemplateList({
  templates,
  ...actions
}: TemplateActions & { readonly templates: readonly ListedTemplate[] }) {
  return (
    <section aria-labelledby="templates-all">
      <h2 id="templates-all">{say('templates.all')}</h2>
      <ul className="template-rows layout-list">
        {templates.map((template) => (
          <li key={`${template.Id} ${template.Own}`}>
            <TemplateRow template={template} {...actions} />
          </li>
        ))}
      </ul>
    </section>
  )
}

const TemplateRow = ({
  template,
  onPreview,
  onRemoved,
  confirm,
}: TemplateActions & { readonly template: ListedTemplate }) => {
  const { Id, Name, Own, Sound, Version, ChangedBy, ChangedAt } = template
  const failed = (what: string, problem: Parameters<typeof reasonOf>[0]) =>
    reportResult('error', 'withReason', { what, reason: reasonOf(problem) })
  const read = async (then: (source: string) => void) => {
    const result = await perform(
      prepareTemplateCall('labelTemplates.read', { params: { id: Id } }, ({ Source }) => Source),
    )
    if (result.ok) then(result.value)
    else failed(say('templates.notFetched', { name: Name }), result.error)
  }
  const remove = async () => {
    if (!(await confirm(Name))) return
    const result = await perform(
      prepareTemplateCall(
        'labelTemplates.remove',
        { params: { id: Id }, query: { version: String(Version) } },
        ({ Message }) => Message,
      ),
    )
    if (result.ok) reportResult('ok', 'templates.removed', { name: Name })
    else failed(say('templates.notRemoved', { name: Name }), result.error)
    await onRemoved()
  }
  return (
    <article className="card template-row layout-row layout-apart" aria-label={Name}>
      <div>
        <p className="text-bold">{Name}</p>
        <p className="text-note">
          {Sound ? sayTemplateSize(template) : say('templates.unsound')}
          {Own && ` · ${say('records.changedBy', { by: ChangedBy, at: sayMoment(ChangedAt) })}`}
        </p>
      </div>
      <div className="actions">
        {Sound && (
          <Button
            aria-label={say('templates.previewOf', { name: Name })}
            onClick={() => void read(onPreview)}
          >
            {say('templates.preview')}
          </Button>
        )}
        <Button
          aria-label={say('templates.downloadOf', { name: Name })}
          onClick={() =>
            void read((source) => {
              downloadFile(new Blob([source], { type: 'application/json' }), `${Id}.json`)
              reportResult('ok', 'downloads.done', { name: `${Id}.json` })
            })
          }
        >
          {say('templates.download')}
        </Button>
        {Own && (
          <Button
            look="danger"
            icon="trash"
            aria-label={say('templates.removeOf', { name: Name })}
            onClick={() => void remove()}
          >
            {say('printers.remove')}
          </Button>
        )}
      </div>
    </article>
  )
}
