// Selects the statuses that a list shows: the usual ones, all, or one of them.
import { isForeignServer } from '#app/api/wire-text.ts'
import { SelectField } from '#app/ui/select-field.tsx'
import { type Kind, type ListView, type StatusFilter, statusesOf } from '#core/kinds/kind.ts'
import { statusChoices } from '#core/kinds/screens.ts'
import { say, sayCode, sayValue } from '#text/say.ts'
import { codeOf } from './session/wording.ts'

/** Offers all statuses that the list's call accepts; renders nothing if the list has only its usual ones. */
export function ListStatus({
  kind,
  view,
  shown,
  onShown,
}: {
  readonly kind: Kind
  readonly view: ListView
  readonly shown: StatusFilter
  readonly onShown: (shown: StatusFilter) => void
}) {
  const choices: readonly { readonly value: StatusFilter; readonly label: string }[] = [
    { value: 'usual', label: sayValue(statusesOf(view, 'usual').split(',').join(', ')) },
    { value: 'all', label: sayCode(codeOf(kind.kind, 'all')) },
    ...statusChoices(kind, view).map((status) => ({ value: status, label: sayValue(status) })),
  ]
  const isFilter = !isForeignServer() || !kind.calls.list.extensionOnly?.includes('status')
  if (!view.all || !isFilter) return null
  return (
    <SelectField
      label={say('status')}
      options={choices}
      value={shown}
      onValue={(chosen) => onShown(choices.find(({ value }) => value === chosen)?.value ?? 'usual')}
    />
  )
}
