// /Workstation/: display, sound, vibration, and the behaviour after an error. The settings are stored in
// the browser.
import { useAtom } from 'jotai'
import { useEffect, useId, useState } from 'react'
import { type Preferences, preferencesAtom } from '#app/state/preferences.ts'
import { Button } from '#app/ui/button.tsx'
import { Checkbox } from '#app/ui/checkbox.tsx'
import { RadioGroup } from '#app/ui/radio-group.tsx'
import { createTonePlayer, type TonePlayer } from '#input/devices/tones.ts'
import { useInput } from '#input/input-context.ts'
import { CommandButton } from '#input/palette/command-button.tsx'
import { say } from '#text/say.ts'
import { DisplaySettings } from './display-settings.tsx'
import { SpokenOutcomes } from './spoken-outcomes.tsx'
import './workstation.css'

const tones = ['ok', 'warning', 'error', 'busy'] as const

export function WorkstationScreen() {
  // Input loading also loads the texts and ports of this screen.
  useInput()
  const [preferences, change] = useAtom(preferencesAtom)
  const player = useTonePlayer()
  const vibrates = 'vibrate' in navigator
  const { muted, volume, vibrate, speak, afterError } = preferences
  const playTone = (tone: (typeof tones)[number]) => {
    if (!muted) player.play(tone, volume)
    if (vibrate) player.vibrate(tone)
  }
  return (
    <section className="page-narrow workstation" aria-labelledby="workstation-title">
      <h1 id="workstation-title">{say('screen.workstation')}</h1>
      <p>{say('workstation.help')}</p>
      <DisplaySettings />
      <section className="card workstation-part layout-list" aria-labelledby="workstation-sound">
        <h2 id="workstation-sound">{say('workstation.sound')}</h2>
        <Checkbox
          label={say('workstation.soundOn')}
          checked={!muted}
          onValue={(on) => change({ muted: !on })}
        />
        <Volume
          volume={volume}
          onValue={(next) => {
            change({ volume: next })
            // Play the chosen volume.
            if (!muted) player.play('ok', next)
          }}
        />
        <p>{say('workstation.hear')}</p>
        <div className="workstation-tones layout-list">
          {tones.map((tone) => (
            <Button key={tone} icon={muted ? 'mute' : 'sound'} wide onClick={() => playTone(tone)}>
              {say(`workstation.tone.${tone}`)}
            </Button>
          ))}
        </div>
        <Checkbox
          label={say('workstation.vibration')}
          checked={vibrate && vibrates}
          disabled={!vibrates}
          onValue={(on) => change({ vibrate: on })}
        />
        {!vibrates && <p className="text-quiet">{say('workstation.noVibration')}</p>}
        <SpokenOutcomes checked={speak} onValue={(on) => change({ speak: on })} />
      </section>
      <section className="card workstation-part layout-list">
        <RadioGroup
          legend={say('workstation.afterError')}
          value={afterError}
          options={[
            { value: 'hold', label: say('workstation.hold') },
            { value: 'continue', label: say('workstation.continue') },
          ]}
          onValue={(value) => change({ afterError: value === 'hold' ? 'hold' : 'continue' })}
        />
      </section>
      <section className="card workstation-part layout-list" aria-labelledby="workstation-more">
        <h2 id="workstation-more">{say('workstation.more')}</h2>
        <div className="workstation-tones layout-list">
          <CommandButton id="goToScannerSetup" wide />
          <CommandButton id="goToScanLog" wide />
          <CommandButton id="goToCommandSheet" wide />
        </div>
      </section>
    </section>
  )
}

const Volume = ({
  volume,
  onValue,
}: {
  readonly volume: Preferences['volume']
  readonly onValue: (volume: number) => void
}) => {
  const id = useId()
  const percent = Math.round(volume * 100)
  return (
    <p className="workstation-volume">
      <label htmlFor={id}>{say('workstation.volume')}</label>
      <input
        id={id}
        type="range"
        min={0}
        max={100}
        step={10}
        value={percent}
        aria-valuetext={say('workstation.volumeOf', { percent })}
        onChange={(event) => onValue(Number(event.target.value) / 100)}
      />
      <output htmlFor={id}>{say('workstation.volumeOf', { percent })}</output>
    </p>
  )
}

// Creates a tone player for this screen.
const useTonePlayer = (): TonePlayer => {
  const [player] = useState(() => createTonePlayer(window))
  useEffect(() => player.stop, [player])
  return player
}
