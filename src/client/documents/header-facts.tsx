// A document's header, read-only.
import { formatMoment } from '#client/ui/format-moment.ts'
import type { Document } from '#kinds/document.ts'
import type { Mode } from '#kinds/kind.ts'
import { say, sayCode } from '#text/say.ts'
import { shownValue, useEntities } from './entities.ts'
import './header-facts.css'

/** The fields of the header form with their values, without empty ones. */
export function HeaderFacts({ mode, document }: { readonly mode: Mode; readonly document: Document }) {
  const entities = useEntities()
  const facts = mode.form.fields
    .map((field) => ({
      name: field.name,
      label: sayCode(field.label),
      value: shownValue(entities, field, document.header),
    }))
    .filter(({ value }) => value !== '')
  const { LastChangedBy: by, LastChangedDateTime: at } = document.header
  return (
    <dl className="header-facts">
      {facts.map(({ name, label, value }) => (
        <div key={name} className="header-facts-item">
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
      {by !== undefined && by !== '' && (
        <div className="header-facts-item">
          <dt>{say('documents.changedBy')}</dt>
          <dd>{[by, formatMoment(at)].filter((part) => part !== '').join(', ')}</dd>
        </div>
      )}
    </dl>
  )
}
