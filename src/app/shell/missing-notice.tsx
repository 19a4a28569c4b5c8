// The notice about missing master data, with a button that loads it.
import { useLocation } from 'wouter'
import { Icon } from '#app/ui/icon.tsx'
import { ROUTES } from '#core/wire/routes.ts'
import { CommandButton } from '#input/palette/command-button.tsx'
import { say } from '#text/say.ts'
import { useMissingMasterData } from './missing-master-data.ts'

export function MissingNotice() {
  const { missingNames } = useMissingMasterData()
  const [location] = useLocation()
  if (missingNames === '' || location === ROUTES.initialize) return null
  return (
    <div className="notice-bar tone-warning" role="alert">
      <Icon name="warning" />
      <p>{say('masterDataMissing', { what: missingNames })}</p>
      <CommandButton id="loadMissingData" icon="reload" />
    </div>
  )
}
