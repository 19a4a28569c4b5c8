import { describe, expect, it } from 'vitest'
import { signalFor, type Tone } from './feedback.ts'

const tones = ['ok', 'warning', 'error', 'busy'] as const satisfies readonly Tone[]
const pitchesOf = (tone: Tone) => signalFor(tone).notes.map(({ hertz }) => hertz)
const pitches = [...new Set(tones.flatMap(pitchesOf))].toSorted((one, other) => one - other)

// The audible properties besides pitch: number of notes, falling or not, and length.
const shapeOf = (tone: Tone) => {
  const { notes } = signalFor(tone)
  const falls = notes.some(({ hertz }, at) => hertz < (notes[at - 1]?.hertz ?? 0))
  return `${notes.length} notes${falls ? ', falling' : ''}, ${notes[0]?.ms} ms`
}

describe('tones of outcomes', () => {
  it('lie between 500 and 3,000 Hz', () => {
    expect(pitches.filter((hertz) => hertz < 500 || hertz > 3000)).toEqual([])
  })

  it('have at most four pitches, which differ by at least 20 %', () => {
    expect(pitches.length).toBeLessThanOrEqual(4)
    const close = pitches.filter((hertz, at) => at > 0 && hertz < 1.2 * (pitches[at - 1] ?? 0))
    expect(close).toEqual([])
  })

  it('differ by more than their pitch', () => {
    expect(new Set(tones.map(shapeOf)).size).toBe(tones.length)
  })

  it('have the highest pitch for success, and falling pitches for an error', () => {
    expect(Math.max(...pitches)).toBe(pitchesOf('ok')[0])
    const error = pitchesOf('error')
    expect(error).toEqual(error.toSorted((one, other) => other - one))
    expect(error.length).toBe(3)
  })
})
