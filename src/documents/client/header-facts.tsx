// A document's header, read-only.
import { memo, type ReactNode } from 'react'
import { formatMoment, formatWhen } from '#app/ui/format-moment.ts'
import { useIsTerminal } from '#app/ui/terminal.ts'
import type { Document } from '#core/kinds/document.ts'
import type { Mode } from '#core/kinds/kind.ts'
import { say, sayCode } from '#text/say.ts'
import { shownValue, useEntities } from './entities.ts'
import { documentLabel } from './party-label.ts'
import './header-facts.css'

// Maximum length of a value that is never cut off (numbers and days), in characters.
const maxShortLength = 12
// Number of facts that fit in one row of a terminal; fewer fit beside the edit button.
const capacityOfRow = 5
const capacityBesideButton = 3

/**
 * The header on a document's screen: one plain row on a terminal, else a collapsed card. `children`: the
 * button to edit it.
 */
export function HeaderCard({
  mode,
  document,
  children,
}: {
  readonly mode: Mode
  readonly document: Document
  readonly children?: ReactNode
}) {
  if (useIsTerminal()) {
    return (
      <section className="header-facts-row" aria-label={say('documents.facts')}>
        <HeaderFacts
          mode={mode}
          document={document}
          rowCapacity={children === undefined ? capacityOfRow : capacityBesideButton}
        />
        {children}
      </section>
    )
  }
  return (
    <details className="card header-facts-card">
      <summary>
        {say('documents.facts')}
        <span>{documentLabel(document)}</span>
      </summary>
      <HeaderFacts mode={mode} document={document} />
      {children}
    </details>
  )
}

interface HeaderFactsProps {
  readonly mode: Mode
  readonly document: Document
  readonly rowCapacity?: number
}

// Skip the render after a scan: it changes only lines.
const isSameHeader = (one: HeaderFactsProps, other: HeaderFactsProps): boolean =>
  one.document.header === other.document.header &&
  one.document.number === other.document.number &&
  one.mode === other.mode &&
  one.rowCapacity === other.rowCapacity

/**
 * The fields of the header form with their values, without empty ones. `rowCapacity`: show them in one row,
 * in which long values shrink; more facts than this number take two rows.
 */
export const HeaderFacts = memo(({ mode, document, rowCapacity }: HeaderFactsProps) => {
  const entities = useEntities()
  const facts = mode.form.fields
    .map((field) => ({
      name: field.name,
      label: sayCode(field.label),
      value: shownValue(entities, field, document.header),
    }))
    .filter(({ value }) => value !== '' && (rowCapacity === undefined || value !== document.number))
  const { LastChangedBy: by, LastChangedDateTime: at } = document.header
  const changed = (format: (at: string | undefined) => string) =>
    [by, format(at)].filter((part) => part !== '').join(', ')
  return (
    <dl
      className="header-facts"
      data-many={(rowCapacity !== undefined && facts.length > rowCapacity) || undefined}
    >
      {facts.map(({ name, label, value }) => (
        <div
          key={name}
          className="header-facts-item"
          data-short={value.length <= maxShortLength || undefined}
        >
          <dt>{label}</dt>
          <dd title={value}>{value}</dd>
        </div>
      ))}
      {by !== undefined && by !== '' && (
        <div className="header-facts-item">
          <dt>{say('documents.changedBy')}</dt>
          <dd title={changed(formatMoment)}>
            {changed(rowCapacity === undefined ? formatMoment : formatWhen)}
          </dd>
        </div>
      )}
    </dl>
  )
}, isSameHeader)
