import { Button } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/states.tsx'
import type { Refusal } from '#core/wire/refusals.ts'
import { say, sayCode } from '#text/say.ts'

// The missing part: keys, locations, groups, loaded rights, or what one screen requires.
type Why = 'keys' | 'locations' | 'groups' | 'unknown' | Refusal

/** Shows why a user has no access and where to get it, with a button to check again. */
export function NoAccess({
  why,
  name,
  onCheck,
}: {
  readonly why: Why
  readonly name: string
  readonly onCheck?: () => void
}) {
  return (
    <div className="page-narrow">
      <EmptyState heading icon="lock" title={say('noAccessTitle')}>
        <p>{sentenceOf(why, name)}</p>
        {onCheck && (
          <Button look="primary" icon="reload" onClick={onCheck}>
            {say('checkAgain')}
          </Button>
        )}
      </EmptyState>
    </div>
  )
}

const sentenceOf = (why: Why, name: string): string => {
  switch (why) {
    case 'keys':
      return say('noAccessKeys', { name })
    case 'locations':
      return say('noAccessLocations', { name })
    case 'groups':
      return say('noAccessGroups', { name })
    case 'unknown':
      return say('noAccessUnknown', { name })
    default:
      return sayCode(why.code, why.facts)
  }
}
