// /Setup/: chooses one location and one season (part 1 section 2).
import { useQueryClient } from '@tanstack/react-query'
import { useAtom } from 'jotai'
import { type FormEvent, type KeyboardEvent, useMemo, useState } from 'react'
import { useLocation } from 'wouter'
import { useLocations, useSeasons } from '#app/api/master-data.ts'
import { showError, whileWaiting } from '#app/state/notices.ts'
import { type Place, placeAtom } from '#app/state/place.ts'
import { clearRoute, storedRoute } from '#app/state/redirect-route.ts'
import { useSession } from '#app/state/session.ts'
import { BerryIcon } from '#app/ui/berry-icon.tsx'
import { Button } from '#app/ui/button.tsx'
import { RadioGroup } from '#app/ui/radio-group.tsx'
import { SelectField } from '#app/ui/select-field.tsx'
import { EmptyState, ErrorState, Skeleton } from '#app/ui/states.tsx'
import type { Location, TrimSeason } from '#core/wire/master-data.ts'
import { say } from '#text/say.ts'
import { finishSetup } from './finish-setup.ts'

/** `next` is the first screen that the user may open; undefined if there is none. */
export function SetupScreen({ next }: { readonly next: string | undefined }) {
  const session = useSession()
  const locations = useLocations()
  const seasons = useSeasons()
  const allowed = useMemo(
    () => locations.items.filter(({ Code }) => session.locations.includes(Code)),
    [locations.items, session.locations],
  )
  const failed = [locations, seasons].find(({ state }) => state === 'failed')
  if (failed?.problem) return <ErrorState problem={failed.problem} onRetry={() => void failed.reload()} />
  if (locations.state === 'loading' || seasons.state === 'loading') return <Skeleton lines={6} />
  if (allowed.length === 0) {
    return (
      <EmptyState heading icon="location" title={say('noAccessLocations', { name: session.displayName })} />
    )
  }
  return <SetupForm locations={allowed} seasons={seasons.items} next={next} />
}

const SetupForm = ({
  locations,
  seasons,
  next,
}: {
  readonly locations: readonly Location[]
  readonly seasons: readonly TrimSeason[]
  readonly next: string | undefined
}) => {
  const queryClient = useQueryClient()
  const [, navigate] = useLocation()
  const [place, setPlace] = useAtom(placeAtom)
  const [busy, setBusy] = useState(false)
  const [pending, setPending] = useState<{ readonly location?: string; readonly seasonId?: string }>({})
  const preferred = {
    location: pending.location ?? place?.location,
    seasonId: pending.seasonId ?? place?.season.id,
  }
  const location = (locations.find(({ Code }) => Code === preferred.location) ?? locations[0])?.Code ?? ''
  const seasonId = (seasons.find(({ Id }) => Id === preferred.seasonId) ?? seasons[0])?.Id ?? ''
  const season = seasons.find(({ Id }) => Id === seasonId)
  const complete = location !== '' && season !== undefined

  const finish = async (chosen: Place) => {
    setBusy(true)
    const result = await whileWaiting('settingUp', () => finishSetup(queryClient, chosen))
    setBusy(false)
    if (!result.ok) {
      showError('anErrorOccurred')
      return
    }
    setPlace(chosen)
    const requestedRoute = storedRoute()
    clearRoute()
    if (requestedRoute !== undefined) navigate(requestedRoute)
    else if (next !== undefined) navigate(next)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (busy || !season || location === '') return
    void finish({ location, season: { id: season.Id, name: season.TrimSeason, commodity: season.Commodity } })
  }
  // Enter means Done everywhere on this screen, because browsers differ for selects and radio buttons.
  const press = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key !== 'Enter' || event.target instanceof HTMLButtonElement) return
    event.preventDefault()
    event.currentTarget.requestSubmit()
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Enter in its fields
    <form className="page-narrow setup" aria-labelledby="setup-title" onSubmit={submit} onKeyDown={press}>
      <h1 id="setup-title">{say('screen.setup')}</h1>
      <SelectField
        label={say('warehouseLocation')}
        required
        value={location}
        onValue={(value) => setPending({ ...pending, location: value })}
        {...(location === '' && { placeholder: say('setupChoose') })}
        options={locations.map(({ Code, Descript }) => ({ value: Code, label: labelOf(Code, Descript) }))}
      />
      <RadioGroup
        legend={say('trimSeason')}
        value={seasonId}
        onValue={(value) => setPending({ ...pending, seasonId: value })}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the first thing to do on this screen
        autoFocus
        options={seasons.map(({ Id, TrimSeason: name, Commodity }) => ({
          value: Id,
          label: (
            <span className="setup-season layout-row">
              <BerryIcon commodity={Commodity} />
              <span className="setup-season-name">{name}</span>
              <span className="setup-season-berry">{say(`commodity.${Commodity}`)}</span>
            </span>
          ),
        }))}
      />
      {next === undefined && <p className="callout tone-warning">{say('noScreens')}</p>}
      <div className="page-actions">
        <Button
          type="submit"
          look="primary"
          size="large"
          wide
          icon="check"
          busy={busy}
          reason={complete ? undefined : say('setupIncomplete')}
        >
          {busy ? say('settingUp') : say('done')}
        </Button>
      </div>
    </form>
  )
}

const labelOf = (code: string, description: string) =>
  description === '' || description === code ? code : `${code} · ${description}`
