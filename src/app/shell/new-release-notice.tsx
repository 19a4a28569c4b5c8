// The notice about a newer release, with a button that loads it.
import { useAtomValue } from 'jotai'
import { newReleaseAtom } from '#app/state/release.ts'
import { Icon } from '#app/ui/icon.tsx'
import { CommandButton } from '#input/palette/command-button.tsx'
import { say } from '#text/say.ts'

/** Shown until the app is reloaded. */
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
