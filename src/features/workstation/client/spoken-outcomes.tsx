import { useEffect, useState, useSyncExternalStore } from 'react'
import { Button } from '#app/ui/button.tsx'
import { Checkbox } from '#app/ui/checkbox.tsx'
import { createSpeaker } from '#input/devices/speech.ts'
import { currentLanguage, say } from '#text/say.ts'

/**
 * The setting of spoken outcomes, with the reason if nothing can be spoken. Voices may load after the page.
 */
export function SpokenOutcomes({
  checked,
  onValue,
}: {
  readonly checked: boolean
  readonly onValue: (on: boolean) => void
}) {
  const [speaker] = useState(() => createSpeaker(window, () => currentLanguage().locale))
  const voice = useSyncExternalStore(speaker.onVoice, speaker.voice)
  useEffect(() => speaker.stop, [speaker])
  const supported = voice !== 'unsupported'
  return (
    <>
      <Checkbox
        label={say('workstation.speech')}
        checked={checked && supported}
        disabled={!supported}
        onValue={onValue}
      />
      <p className="text-quiet" role="status">
        {supported
          ? say(voice === 'ready' ? 'workstation.speechHelp' : 'workstation.noVoice')
          : say('workstation.noSpeech')}
      </p>
      {voice === 'ready' && (
        <Button icon="sound" wide onClick={() => speaker.say(say('workstation.speechSample'), false)}>
          {say('workstation.hearSpeech')}
        </Button>
      )}
    </>
  )
}
