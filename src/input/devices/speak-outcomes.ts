// Speaks outcomes: the shelf and quantity of the next line, or the reason for a refusal.
import type { CommandContext } from '#core/commands/context.ts'
import { currentLanguage, say, sayCode } from '#text/say.ts'
import type { Entry } from '../engine/scan-entry.ts'
import { createSpeaker, type SpeechView } from './speech.ts'

export interface OutcomeSpeaker {
  readonly speak: (entry: Entry) => void
  readonly stop: () => void
}

/** Speaks the outcomes of a page in the language of the app. */
export function speakOutcomes(
  view: SpeechView,
  context: () => Pick<CommandContext, 'document'>,
): OutcomeSpeaker {
  const speaker = createSpeaker(view, () => currentLanguage().locale)
  // A scan has two entries: when it is saved on the device, and when the server replies. Equal words are
  // spoken once.
  let lastSpoken = ''
  return {
    speak: (entry) => {
      const words = spokenTextOf(entry, context())
      if (words === undefined || lastSpoken === entry.id + words) return
      lastSpoken = entry.id + words
      speaker.say(words, entry.tone === 'error')
    },
    stop: speaker.stop,
  }
}

/** The words for an outcome; undefined if nothing is spoken. */
export function spokenTextOf(
  { tone, code, args, kind }: Pick<Entry, 'tone' | 'code' | 'args' | 'kind'>,
  { document }: Pick<CommandContext, 'document'>,
): string | undefined {
  if (tone === 'error') return `${say('scan-tone-error')}. ${sayCode(code, spellCodes(args))}`
  if (kind !== 'barcode' || tone === 'warning') return undefined
  const next = document?.nextLine()
  if (next === undefined) return undefined
  const { shelf, quantity, barcode } = next
  const where = shelf === '' ? spell(barcode) : shelf
  return quantity === null
    ? say('speech.nextPlace', { where })
    : say('speech.next', { where, quantity: String(quantity) })
}

// Spells the last four characters of a barcode: a voice would read ten digits as one number.
// Numbers have no separators, because a voice may stop at them.
const spellCodes = (args: Entry['args']): Entry['args'] =>
  Object.fromEntries(
    Object.entries(args).map(([name, value]) => [
      name,
      typeof value === 'string' && /^[A-Z0-9%.]{8,}$/i.test(value) ? spell(value) : String(value),
    ]),
  )
const spell = (code: string): string => [...code.slice(-4)].join(' ')
