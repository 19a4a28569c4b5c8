// The sound and the vibration of outcomes, played from their signals (src/scan/feedback.ts).
import { signalFor, type Tone } from '#scan/feedback.ts'

export interface TonePlayer {
  /**
   * Plays a tone at a volume of 0 to 1. A new tone cuts the one before it short: the last word counts. An error is never cut:
   * what comes meanwhile is heard after it, the last of it alone.
   */
  readonly play: (tone: Tone, volume: number) => void
  readonly vibrate: (tone: Tone) => void
  readonly stop: () => void
}

// The silence after an error, in seconds.
const afterErrorSeconds = 0.06

/**
 * A player for a page. Browsers let a page sound only after a person's first key or touch, so the audio device is opened
 * then; tones before that are shown and not heard. A device that cannot sound or vibrate is no failure.
 */
export function createTonePlayer(view: Window & { readonly AudioContext?: typeof AudioContext }): TonePlayer {
  let audio: AudioContext | undefined
  let playing: OscillatorNode | undefined
  /** The error that sounds, until so many seconds of the device's clock. */
  let error: { readonly oscillator: OscillatorNode; readonly until: number } | undefined
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
    if (playing !== error?.oscillator) playing?.stop()
    playing = undefined
  }

  const play: TonePlayer['play'] = (tone, volume) => {
    if (!audio || audio.state !== 'running' || volume <= 0) return
    const begin =
      error && error.until > audio.currentTime ? error.until + afterErrorSeconds : audio.currentTime
    silence()
    const { notes, wave } = signalFor(tone)
    const oscillator = audio.createOscillator()
    const gain = audio.createGain()
    oscillator.type = wave
    oscillator.connect(gain).connect(audio.destination)
    // A square wave of the same height sounds several times as loud.
    const height = volume * (wave === 'square' ? 0.25 : 0.6)
    let at = begin
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
    oscillator.start(begin)
    oscillator.stop(at)
    playing = oscillator
    if (tone === 'error') error = { oscillator, until: at }
  }

  return {
    play,
    vibrate: (tone) => {
      // Refused without a touch before, and absent on most computers.
      if ('vibrate' in view.navigator) view.navigator.vibrate([...signalFor(tone).vibration])
    },
    stop: () => {
      for (const event of events) view.removeEventListener(event, unlock, { capture: true })
      error = undefined
      silence()
      audio?.close().catch(() => undefined)
    },
  }
}
