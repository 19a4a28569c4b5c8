// Notices that the first screen does not need: old or missing master data, a new release.
import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { initializedAtom } from '#app/state/master-data.ts'
import { storeRoute } from '#app/state/redirect-route.ts'
import { newReleaseAtom } from '#app/state/release.ts'
import { Button } from '#app/ui/button.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { DURATIONS } from '#core/wire/limits.ts'
import { ROUTES } from '#core/wire/routes.ts'
import { CommandButton } from '#input/palette/command-button.tsx'
import { say } from '#text/say.ts'
import { useMissingMasterData } from './missing-master-data.ts'

const MINUTE = 60_000

// The age of master data: fresh, stale (over 2 hours: warn) or outdated (over 9 hours: stop).
const ageOf = (loadedAt: number, now: number): 'fresh' | 'stale' | 'outdated' => {
  const age = now - loadedAt
  if (age > DURATIONS.masterDataOutdated) return 'outdated'
  return age > DURATIONS.masterDataStale ? 'stale' : 'fresh'
}

/** Warns about old master data, with a button that reloads it and returns to the screen. */
export function StaleNotice() {
  const loadedAt = useAtomValue(initializedAtom)?.at
  const [now, setNow] = useState(() => Date.now())
  const [location, navigate] = useLocation()
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE)
    return () => clearInterval(timer)
  }, [])
  const age = loadedAt === undefined ? 'fresh' : ageOf(loadedAt, Math.max(now, loadedAt))
  if (age === 'fresh' || location === ROUTES.initialize) return null
  const reload = () => {
    storeRoute(location)
    navigate(ROUTES.initialize)
  }
  return (
    <div className={`notice-bar tone-${age === 'outdated' ? 'error' : 'warning'}`} role="alert">
      <Icon name="clock" />
      <p>{say(age === 'outdated' ? 'masterDataOutdated' : 'masterDataStale')}</p>
      <Button icon="reload" onClick={reload}>
        {say('masterDataReload')}
      </Button>
    </div>
  )
}

/** Names the missing master data, with a button that loads it. */
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

/** Offers a newer release until the app is reloaded. */
export function NewReleaseNotice() {
  if (useAtomValue(newReleaseAtom) === null) return null
  return (
    <div className="notice-bar tone-ok" role="status">
      <Icon name="info" />
      <p>{say('newRelease')}</p>
      <CommandButton id="loadNewRelease" icon="reload" />
    </div>
  )
}
