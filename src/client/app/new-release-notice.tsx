// The strip above the screen about a newer release, with a button that loads it.
import { useAtomValue } from 'jotai'
import { CommandButton } from '#client/input/palette/command-button.tsx'
import { newReleaseAtom } from '#client/state/release.ts'
import { Icon } from '#client/ui/icon.tsx'
import { say } from '#text/say.ts'

/** Shown until the app is reloaded. */
export function NewReleaseNotice() {
  if (useAtomValue(newReleaseAtom) === null) return null
  return (
    <div className="notice-bar ok" role="status">
      <Icon name="info" />
      <p>{say('newRelease')}</p>
      <CommandButton id="loadNewRelease" icon="reload" />
    </div>
  )
}
