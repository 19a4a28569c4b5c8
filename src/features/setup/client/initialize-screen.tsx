// Loads the master data (part 1 section 2, /InitializeApplication/).
import { useQueryClient } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { copyRightsToSession, initializedFromCache, markInitialized } from '#app/api/rights.ts'
import { placeAtom } from '#app/state/place.ts'
import { clearRoute, storedRoute } from '#app/state/redirect-route.ts'
import { useSession } from '#app/state/session.ts'
import { Button } from '#app/ui/button.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { Progress as Bar } from '#app/ui/progress.tsx'
import { Spinner } from '#app/ui/spinner.tsx'
import { LANDING } from '#core/wire/limits.ts'
import { say, sayCode } from '#text/say.ts'
import {
  COMPONENTS,
  type ComponentState,
  canWorkFromCache,
  countProgress,
  loadMasterData,
  type Progress,
} from './load-master-data.ts'

/** Loads everything with a progress display, then opens the requested screen. */
export function InitializeScreen() {
  const queryClient = useQueryClient()
  const { userName } = useSession()
  const commodity = useAtomValue(placeAtom)?.season.commodity
  const [, navigate] = useLocation()
  const [progress, setProgress] = useState<Progress>({})
  const [done, setDone] = useState(false)
  const started = useRef(false)
  const isMounted = useRef(false)

  const proceed = useCallback(() => {
    copyRightsToSession(queryClient, userName)
    markInitialized(initializedFromCache(queryClient, userName)?.at ?? Date.now(), userName)
    const route = storedRoute() ?? LANDING.default
    clearRoute()
    navigate(route, { replace: true })
  }, [queryClient, userName, navigate])

  const load = useCallback(async () => {
    setDone(false)
    const owner = { userName, commodity }
    const result = await loadMasterData(queryClient, owner, setProgress)
    // The screen that is open now goes on to the wanted route.
    if (!isMounted.current) return
    if (canWorkFromCache(queryClient, owner, result)) proceed()
    else setDone(true)
  }, [queryClient, userName, commodity, proceed])

  useEffect(() => {
    isMounted.current = true
    if (!started.current) void load()
    started.current = true
    return () => {
      isMounted.current = false
    }
  }, [load])

  const { all, loaded, ended, failed } = countProgress(progress)
  return (
    <section className="page-narrow" aria-labelledby="initialize-title">
      <h1 id="initialize-title">{say('initializing')}</h1>
      <Bar value={ended} most={all} label={say('initializing')} />
      <output className="text-quiet text-strong">{say('initializeProgress', { done: loaded, all })}</output>
      {done && failed > 0 && (
        <div className="callout tone-warning" role="alert">
          <Icon name="warning" />
          <p>{say('initializeFailed', { n: failed, m: all })}</p>
          <div className="actions">
            {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- Enter tries again: the person waits for nothing else */}
            <Button look="primary" size="large" icon="reload" autoFocus onClick={() => void load()}>
              {say('initializeAgain')}
            </Button>
            <Button size="large" onClick={proceed}>
              {say('initializeProceed')}
            </Button>
          </div>
        </div>
      )}
      <ul className="initialize-list card-plain">
        {COMPONENTS.map((name) => {
          const state = progress[name]
          return state ? (
            <li key={name} data-state={state.type}>
              <Sign state={state} />
              <span>{say(`component.${name}`)}</span>
              <span className="initialize-state">{stateText(state)}</span>
            </li>
          ) : null
        })}
      </ul>
    </section>
  )
}

const Sign = ({ state }: { readonly state: ComponentState }) =>
  state.type === 'loading' ? <Spinner /> : <Icon name={state.type === 'loaded' ? 'check' : 'error'} />

const stateText = (state: ComponentState): string => {
  if (state.type === 'loading') return say('componentWaiting')
  if (state.type === 'loaded') return say('componentLoaded', { n: state.count })
  return `${say('componentFailed')}: ${sayCode(state.problem.code, state.problem.facts)}`
}
