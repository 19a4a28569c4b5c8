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

// Numbers and days, in characters: cut off, they would say something else.
const SHORT = 12
// As many facts as have room in one row of a terminal; fewer beside the button that edits them.
const ONE_ROW = 5
const BESIDE_BUTTON = 3

/**
 * The header on a document's screen: one quiet row on a terminal, else folded away. `children`: the way to
 * edit it.
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
          below={children === undefined ? ONE_ROW : BESIDE_BUTTON}
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
  readonly below?: number
}

// Scans change the lines only.
const isSameHeader = (one: HeaderFactsProps, other: HeaderFactsProps): boolean =>
  one.document.header === other.document.header &&
  one.document.number === other.document.number &&
  one.mode === other.mode &&
  one.below === other.below

/**
 * The fields of the header form with their values, without empty ones. `below`: they stand in one row below
 * the document's title, which has its number; the only values that give way are the long ones. More facts
 * than this number take two rows.
 */
export const HeaderFacts = memo(({ mode, document, below }: HeaderFactsProps) => {
  const entities = useEntities()
  const facts = mode.form.fields
    .map((field) => ({
      name: field.name,
      label: sayCode(field.label),
      value: shownValue(entities, field, document.header),
    }))
    .filter(({ value }) => value !== '' && (below === undefined || value !== document.number))
  const { LastChangedBy: by, LastChangedDateTime: at } = document.header
  const changed = (format: (at: string | undefined) => string) =>
    [by, format(at)].filter((part) => part !== '').join(', ')
  return (
    <dl className="header-facts" data-many={(below !== undefined && facts.length > below) || undefined}>
      {facts.map(({ name, label, value }) => (
        <div key={name} className="header-facts-item" data-short={value.length <= SHORT || undefined}>
          <dt>{label}</dt>
          <dd title={value}>{value}</dd>
        </div>
      ))}
      {by !== undefined && by !== '' && (
        <div className="header-facts-item">
          <dt>{say('documents.changedBy')}</dt>
          <dd title={changed(formatMoment)}>{changed(below === undefined ? formatMoment : formatWhen)}</dd>
        </div>
      )}
    </dl>
  )
}, isSameHeader)
