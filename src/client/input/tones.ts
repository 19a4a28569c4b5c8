// The sound and the vibration of outcomes, played from their signals (src/scan/feedback.ts).
import { signalFor, type Tone } from '#scan/feedback.ts'

export interface TonePlayer {
  /** Plays a tone at a volume of 0 to 1. A new tone cuts the one before it short: the last word counts. */
  readonly play: (tone: Tone, volume: number) => void
  readonly vibrate: (tone: Tone) => void
  readonly stop: () => void
}

/**
 * A player for a page. Browsers let a page sound only after a person's first key or touch, so the audio device is opened
 * then; tones before that are shown and not heard. A device that cannot sound or vibrate is no failure.
 */
export function createTonePlayer(view: Window & { readonly AudioContext?: typeof AudioContext }): TonePlayer {
  let audio: AudioContext | undefined
  let playing: { readonly oscillator: OscillatorNode; readonly gain: GainNode } | undefined
  const unlock = () => {
    try {
      audio ??= view.AudioContext && new view.AudioContext()
      if (audio?.state === 'suspended') audio.resume().catch(() => undefined)
    } catch {
      audio = undefined
    }
  }
  const events = ['keydown', 'pointerdown'] as const
  for (const event of events) view.addEventListener(event, unlock, { capture: true, passive: true })

  // A person was here before this player was.
  if (view.navigator.userActivation?.hasBeenActive) unlock()

  const silence = () => {
    playing?.oscillator.stop()
    playing = undefined
  }

  const play: TonePlayer['play'] = (tone, volume) => {
    if (!audio || audio.state !== 'running' || volume <= 0) return
    silence()
    const { notes, wave } = signalFor(tone)
    const oscillator = audio.createOscillator()
    const gain = audio.createGain()
    oscillator.type = wave
    oscillator.connect(gain).connect(audio.destination)
    // A square wave of the same height sounds several times as loud.
    const height = volume * (wave === 'square' ? 0.25 : 0.6)
    let at = audio.currentTime
    gain.gain.setValueAtTime(0, at)
    for (const { hertz, ms, restMs } of notes) {
      const end = at + ms / 1000
      oscillator.frequency.setValueAtTime(hertz, at)
      // Ramps of 5 ms, or the loudspeaker clicks.
      gain.gain.linearRampToValueAtTime(height, at + 0.005)
      gain.gain.setValueAtTime(height, end - 0.005)
      gain.gain.linearRampToValueAtTime(0, end)
      at = end + restMs / 1000
      gain.gain.setValueAtTime(0, at)
    }
    oscillator.start()
    oscillator.stop(at)
    playing = { oscillator, gain }
  }

  return {
    play,
    vibrate: (tone) => {
      // Refused without a touch before, and absent on most computers.
      if ('vibrate' in view.navigator) view.navigator.vibrate([...signalFor(tone).vibration])
    },
    stop: () => {
      for (const event of events) view.removeEventListener(event, unlock, { capture: true })
      silence()
      audio?.close().catch(() => undefined)
    },
  }
}
