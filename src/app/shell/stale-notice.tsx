// The notice about old master data above the screen (part 1 section 4).
import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { initializedAtom } from '#app/state/master-data.ts'
import { storeRoute } from '#app/state/redirect-route.ts'
import { Button } from '#app/ui/button.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { DURATIONS } from '#core/wire/limits.ts'
import { ROUTES } from '#core/wire/routes.ts'
import { say } from '#text/say.ts'

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
