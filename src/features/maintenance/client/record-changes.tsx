// Shows the change log of a record: before and after, field by field.
import {
  type RecordChange,
  type RecordKind,
  type RecordValues,
  rulesOf,
  setOf,
  textOf,
} from '#features/maintenance/common/maintenance.ts'
import { sayMoment } from '#text/dates.ts'
import { say, sayCode } from '#text/say.ts'

const valueText = (values: RecordValues, field: string): string =>
  textOf(values, field) || setOf(values, field).join(', ')

export function RecordChanges({
  kind,
  changes,
}: {
  readonly kind: RecordKind
  readonly changes: readonly RecordChange[]
}) {
  return (
    <section className="record-changes layout-stack" aria-labelledby="changes-title">
      <h2 id="changes-title">{say('records.changes')}</h2>
      {changes.length === 0 && <p>{say('records.changesNone')}</p>}
      <ol>
        {changes.map((change) => (
          <li key={change.Version} className="card">
            <p className="record-change-head">
              <strong>{sayCode(`records.action.${change.Action}`)}</strong>{' '}
              {say('records.changedBy', { by: change.By, at: sayMoment(change.At) })}
            </p>
            <dl>
              {rulesOf(kind)
                .fields.map(({ name }) => ({
                  name,
                  before: valueText(change.Before, name),
                  after: valueText(change.After, name),
                }))
                .filter(({ before, after }) => before !== after)
                .map(({ name, before, after }) => (
                  <div key={name}>
                    <dt>{sayCode(`record.${name}`)}</dt>
                    <dd>
                      {before !== '' && <del>{before}</del>} {after !== '' && <ins>{after}</ins>}
                    </dd>
                  </div>
                ))}
            </dl>
          </li>
        ))}
      </ol>
    </section>
  )
}
