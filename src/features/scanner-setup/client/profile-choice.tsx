import { SelectField } from '#app/ui/select-field.tsx'
import { defaultProfile } from '#core/scan/default-profile.ts'
import type { ScannerProfile } from '#core/wire/scanner-profile.ts'
import { deviceProfileId, measuredProfileId } from '#input/devices/scanner-profiles.ts'
import { CommandButton } from '#input/palette/command-button.tsx'
import { say } from '#text/say.ts'
import { profileWords } from './profile-words.ts'
import type { Profiles } from './use-profiles.ts'

/** Chooses the workstation's scanner profile, and shows the device's setup steps. */
export function ProfileChoice({ profiles }: { readonly profiles: Profiles }) {
  const { known, measured, ofDevice, chosen, choose } = profiles
  const stored = [measured, ofDevice].filter((profile) => profile !== undefined)
  const { deviceSetup } = profileWords(chosen)
  const list = [...stored, ...(known ?? [defaultProfile])]
  return (
    <div className="card scanner-part layout-list">
      <SelectField
        label={say('scanner.profile')}
        value={chosen.id}
        onValue={choose}
        options={list.map((profile) => ({ value: profile.id, label: labelOf(profile) }))}
        hint={known ? undefined : say('scanner.loading')}
      />
      {deviceSetup.length > 0 && (
        <>
          <h2>{say('scanner.steps')}</h2>
          <ol className="scanner-steps">
            {deviceSetup.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        </>
      )}
      <details className="scanner-sources">
        <summary>
          {say('scanner.sources')}{' '}
          <span className="chip">{say(`scanner.confidence.${chosen.confidence}`)}</span>
        </summary>
        <ul>
          {chosen.sources.map((source) => (
            <li key={source}>{source}</li>
          ))}
        </ul>
      </details>
      <CommandButton id="goToScannerSheet" wide />
    </div>
  )
}

// Returns a profile's label; stored profiles get a label in the current language.
const labelOf = (profile: ScannerProfile): string => {
  const { id } = profile
  const { label } = profileWords(profile)
  if (id === measuredProfileId) return say('scanner.profileOwn')
  return id === deviceProfileId ? say('scanner.profileOfDevice', { label }) : label
}
