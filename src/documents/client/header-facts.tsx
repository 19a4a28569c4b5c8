// A document's header, read-only.
import { memo, type ReactNode } from 'react'
import { formatMoment, formatWhen } from '#app/ui/format-moment.ts'
import { useIsTerminal } from '#app/ui/terminal.ts'
import type { Document } from '#core/kinds/document.ts'
import type { Mode } from '#core/kinds/kind.ts'
import { say, sayCode } from '#text/say.ts'
import { shownValue, useEntities } from './entities.ts'
import { documentLabel } from './entity-label.ts'
import './header-facts.css'

// Maximum length of a value that is never cut off (numbers and days), in characters.
const shortLength = 12
// Number of facts that fit in one row of a terminal; fewer fit beside the edit button.
const factsPerRow = 5
const factsBesideButton = 3

/** A document's header: one plain row on a terminal, else a collapsed card. `children`: its edit button. */
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
          perRow={children === undefined ? factsPerRow : factsBesideButton}
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
  readonly perRow?: number
}

// Skip the render after a scan: it changes only lines.
const isSameHeader = (one: HeaderFactsProps, other: HeaderFactsProps): boolean =>
  one.document.header === other.document.header &&
  one.document.number === other.document.number &&
  one.mode === other.mode &&
  one.perRow === other.perRow

/**
 * The fields of the header form with their values, without empty ones. `perRow`: show them in one row,
 * in which long values shrink; more facts than this number take two rows.
 */
export const HeaderFacts = memo(({ mode, document, perRow }: HeaderFactsProps) => {
  const entities = useEntities()
  const facts = mode.form.fields
    .map((field) => ({
      name: field.name,
      label: sayCode(field.label),
      value: shownValue(entities, field, document.header),
    }))
    .filter(({ value }) => value !== '' && (perRow === undefined || value !== document.number))
  const { LastChangedBy: by, LastChangedDateTime: at } = document.header
  const changed = (format: (at: string | undefined) => string) =>
    [by, format(at)].filter((part) => part !== '').join(', ')
  return (
    <dl className="header-facts" data-many={(perRow !== undefined && facts.length > perRow) || undefined}>
      {facts.map(({ name, label, value }) => (
        <div key={name} className="header-facts-item" data-short={value.length <= shortLength || undefined}>
          <dt>{label}</dt>
          <dd title={value}>{value}</dd>
        </div>
      ))}
      {by !== undefined && by !== '' && (
        <div className="header-facts-item">
          <dt>{say('documents.changedBy')}</dt>
          <dd title={changed(formatMoment)}>{changed(perRow === undefined ? formatMoment : formatWhen)}</dd>
        </div>
      )}
    </dl>
  )
}, isSameHeader)
