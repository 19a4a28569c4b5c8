import { describe, expect, it } from 'vitest'
import { createTonePlayer } from './tones.ts'

// Records a page's sound: each tone's first note, start and stop, in seconds.
const listen = () => {
  const tones: { note: number; from: number; until: number }[] = []
  const clock = { now: 0 }
  class Speaker {
    readonly state = 'running'
    get currentTime() {
      return clock.now
    }
    readonly destination = {}
    createGain() {
      return {
        gain: { setValueAtTime: () => undefined, linearRampToValueAtTime: () => undefined },
        connect: () => undefined,
      }
    }
    createOscillator() {
      const tone = { note: 0, from: 0, until: Number.POSITIVE_INFINITY }
      tones.push(tone)
      const gain = { connect: () => undefined }
      return {
        type: 'sine',
        connect: () => gain,
        frequency: {
          setValueAtTime: (hertz: number) => {
            tone.note ||= hertz
          },
        },
        start: (at: number) => {
          tone.from = at
        },
        stop: (at = clock.now) => {
          tone.until = Math.min(tone.until, at)
        },
      }
    }
    close() {
      return Promise.resolve()
    }
  }
  // The parts of a window that the player uses. Real audio hardware does not report what it played.
  const view = Object.assign(Object.create(window), {
    AudioContext: Speaker,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    navigator: { userActivation: { hasBeenActive: true } },
  })
  return { player: createTonePlayer(view), tones, clock }
}

describe('consecutive tones', () => {
  it('interrupt each other: the last one is heard', () => {
    const { player, tones, clock } = listen()
    player.play('warning', 1)
    clock.now = 0.05
    player.play('ok', 1)
    expect(tones[0]?.until).toBe(0.05)
    expect(tones[1]?.from).toBe(0.05)
  })

  it('never interrupt an error: later tones follow it', () => {
    const { player, tones, clock } = listen()
    player.play('error', 1)
    const end = tones[0]?.until ?? 0
    expect(end).toBeGreaterThan(0.5)
    clock.now = 0.1
    player.play('ok', 1)
    expect(tones[0]?.until).toBe(end)
    expect(tones[1]?.from).toBeGreaterThan(end)
    clock.now = end + 1
    player.play('ok', 1)
    expect(tones[2]?.from).toBe(clock.now)
  })

  it('never interrupt an error with another one: both are played completely', () => {
    const { player, tones, clock } = listen()
    player.play('error', 1)
    const end = tones[0]?.until ?? 0
    clock.now = 0.1
    player.play('error', 1)
    const last = tones[1]?.until ?? 0
    clock.now = end + 0.2
    player.play('busy', 1)
    expect(tones[0]?.until).toBe(end)
    expect(tones[1]?.from).toBeGreaterThan(end)
    expect(tones[1]?.until).toBe(last)
    expect(tones[2]?.from).toBeGreaterThan(last)
  })
})
