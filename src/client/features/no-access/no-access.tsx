import { Button } from '#client/ui/button.tsx'
import { EmptyState } from '#client/ui/states.tsx'
import { say } from '#text/say.ts'

/** Why somebody sees nothing here, whom to ask, and a way to look again once it has been mended. */
export const NoAccess = ({
  why,
  name,
  onCheck,
}: {
  readonly why: 'keys' | 'locations' | 'groups' | 'screen'
  readonly name: string
  readonly onCheck?: () => void
}) => (
  <div className="narrow">
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

const sentenceOf = (why: 'keys' | 'locations' | 'groups' | 'screen', name: string): string => {
  switch (why) {
    case 'keys':
      return say('noAccessKeys', { name })
    case 'locations':
      return say('noAccessLocations', { name })
    case 'groups':
      return say('noAccessGroups', { name })
    case 'screen':
      return say('noAccessScreen')
  }
}
