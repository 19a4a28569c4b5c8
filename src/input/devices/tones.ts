// Plays the sound and vibration of outcomes (src/core/scan/feedback.ts).
import { signalFor, type Tone } from '#core/scan/feedback.ts'

export interface TonePlayer {
  /**
   * Plays a tone; volume 0 to 1. It interrupts the current tone, except an error: after an error only the
   * latest tone follows.
   */
  readonly play: (tone: Tone, volume: number) => void
  readonly vibrate: (tone: Tone) => void
  readonly stop: () => void
}

// The silence after an error, in seconds.
const afterErrorSeconds = 0.06

/**
 * Creates a player. Opens the audio device at the first key or touch, because browsers block sound before it.
 * Does nothing on a device without sound or vibration.
 */
export function createTonePlayer(view: Window & { readonly AudioContext?: typeof AudioContext }): TonePlayer {
  let audio: AudioContext | undefined
  let playing: OscillatorNode | undefined
  // The current error tone, and its end on the device's clock, in seconds.
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

  // The person has already used the page.
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
    // A square wave of equal amplitude sounds several times louder.
    const amplitude = volume * (wave === 'square' ? 0.25 : 0.6)
    let at = begin
    gain.gain.setValueAtTime(0, at)
    for (const { hertz, ms, restMs } of notes) {
      const end = at + ms / 1000
      oscillator.frequency.setValueAtTime(hertz, at)
      // Ramps of 5 ms prevent clicks.
      gain.gain.linearRampToValueAtTime(amplitude, at + 0.005)
      gain.gain.setValueAtTime(amplitude, end - 0.005)
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
      // Browsers ignore it before the first touch; most computers do not support it.
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
