// Shows the header fields that two people have changed, with both values to choose from.
import { Button } from '#app/ui/button.tsx'
import { say } from '#text/say.ts'

export interface HeaderConflict {
  readonly name: string
  readonly label: string
  readonly mine: string
  readonly theirs: string
}

export function HeaderConflicts({
  conflicts,
  onChoose,
}: {
  readonly conflicts: readonly HeaderConflict[]
  readonly onChoose: (name: string, value: 'mine' | 'theirs') => void
}) {
  return conflicts.map(({ name, label, mine, theirs }) => {
    const facts = { field: label, mine: shown(mine), theirs: shown(theirs) }
    return (
      <div key={name} className="header-form-conflict note tone-error layout-row" role="alert">
        <p>{say('documents.headerConflict', facts)}</p>
        <Button onClick={() => onChoose(name, 'mine')}>{say('documents.keepMine', facts)}</Button>
        <Button onClick={() => onChoose(name, 'theirs')}>{say('documents.takeTheirs', facts)}</Button>
      </div>
    )
  })
}

const shown = (value: string) => (value === '' ? say('documents.emptyField') : value)
