/** Text without keys: Android input methods, soft keyboards and pastes, as browser events. */
import type { Random } from '../random.ts'
import type { TraceEvent } from '../traces.ts'

const plain = { code: '', shift: false, repeat: false }
type By = TraceEvent['by']

const inputMethodKey = (type: 'down' | 'up', at: number, by: By): TraceEvent => ({
  ...plain,
  type,
  key: 'Unidentified',
  at,
  by,
})

/** The input method enters a final text, with or without a key event of unknown key. */
export function enters(text: string, at: number, by: By, withKey = true): readonly TraceEvent[] {
  return [{ ...plain, type: withKey ? 'text' : 'composed', key: text, at, by }]
}

/** The input method shows these steps of a changing text, and then makes the last one final. */
export function composes(steps: readonly string[], at: number, stepMs: () => number, by: By): Timed {
  let time = at
  const events = steps.flatMap((text): readonly TraceEvent[] => {
    const stepEvents: readonly TraceEvent[] = [
      inputMethodKey('down', time, by),
      { ...plain, type: 'composing', key: text, at: time, by },
      inputMethodKey('up', time + 0.5, by),
    ]
    time += stepMs()
    return stepEvents
  })
  return {
    events: [...events, { ...plain, type: 'composition end', key: steps.at(-1) ?? '', at: time, by }],
    end: time,
  }
}

interface Timed {
  readonly events: readonly TraceEvent[]
  readonly end: number
}

export function pressOf(key: string, at: number, holdMs: number, by: By): readonly TraceEvent[] {
  const event = { ...plain, key, code: key, by }
  return [
    { ...event, type: 'down', at },
    { ...event, type: 'up', at: at + holdMs },
  ]
}

/** Cuts a text into pieces. */
export function cut(random: Random, text: string, maxCuts: number): readonly string[] {
  const cutPositions = new Set(
    Array.from({ length: random.whole(1, maxCuts) }, () => random.whole(1, text.length - 1)),
  )
  const pieces: string[] = ['']
  for (const [index, character] of [...text].entries()) {
    if (cutPositions.has(index)) pieces.push('')
    pieces[pieces.length - 1] += character
  }
  return pieces
}

const words = [
  'hold',
  'for',
  'friday',
  'strawberry',
  'damaged',
  'Lavandula',
  'tray',
  'checked',
  'Acer',
] as const

/**
 * A soft keyboard: letters compose a word, or a suggestion, swipe or dictation enters it. Digits come singly.
 */
export function softKeyboardTypes(random: Random, start: number): Timed & { readonly text: string } {
  let at = start
  let text = ''
  const events: TraceEvent[] = []
  for (let count = random.whole(1, 4); count > 0; count -= 1) {
    const kind = random.next()
    const word = random.pick(words)
    if (kind < 0.4) {
      const steps = [...word].map((_, index) => word.slice(0, index + 1))
      const shownSteps = random.chance(0.3) ? [...steps.slice(0, 3), word] : steps
      const composition = composes(shownSteps, at, () => random.between(90, 260), 'person')
      events.push(...composition.events)
      text += word
      at = composition.end + random.between(1, 60)
    } else if (kind < 0.6) {
      const composition = composes([word], at, () => random.between(1, 300), 'person')
      events.push(...composition.events)
      text += word
      at = composition.end + random.between(1, 60)
    } else if (kind < 0.7) {
      const dictated = `${word} until week ${random.whole(1, 52)}`
      events.push(...enters(dictated, at, 'person'))
      text += dictated
    } else {
      for (const digit of String(random.whole(1, 99999))) {
        events.push(...enters(digit, at, 'person'))
        text += digit
        at += random.between(110, 350)
      }
    }
    events.push(...enters(' ', at + random.between(60, 200), 'person'))
    text += ' '
    at += random.between(260, 600)
  }
  return { events, text, end: at }
}

const pasted = [
  'see note',
  'Lavandula angustifolia',
  'row 12',
  '12',
  'A long remark, with 3 parts',
  'ORDER-77',
] as const

/** A person pastes with Ctrl+V. */
export function pastes(random: Random, start: number): Timed & { readonly text: string } {
  const text = random.pick(pasted)
  const key = { ...plain, ctrl: true, repeat: false, by: 'person' as const }
  const events: readonly TraceEvent[] = [
    { ...key, type: 'down', key: 'Control', code: 'ControlLeft', at: start },
    { ...key, type: 'down', key: 'v', code: 'KeyV', at: start + 60 },
    { ...plain, type: 'paste', key: text, at: start + 61, by: 'person' },
    { ...key, type: 'up', key: 'v', code: 'KeyV', at: start + 130 },
    { ...key, type: 'up', key: 'Control', code: 'ControlLeft', at: start + 150, ctrl: false },
  ]
  return { events, text, end: start + 160 }
}
