// What is spoken of an outcome: the shelf and quantity of the next line, and why something was refused.
import type { CommandContext } from '#core/commands/context.ts'
import { say, sayCode, spoken } from '#text/say.ts'
import type { Entry } from '../engine/scan-entry.ts'
import { createSpeaker, type SpeechView } from './speech.ts'

export interface OutcomeSpeaker {
  readonly hear: (entry: Entry) => void
  readonly stop: () => void
}

/** Speaks the outcomes of a page, in the language of its sentences. */
export function speakOutcomes(
  view: SpeechView,
  context: () => Pick<CommandContext, 'document'>,
): OutcomeSpeaker {
  const speaker = createSpeaker(view, () => spoken().locale)
  // A scan is heard of twice: when it is saved here, and when the server has answered.
  let told = ''
  return {
    hear: (entry) => {
      const words = wordsOf(entry, context())
      if (words === undefined || told === entry.id + words) return
      told = entry.id + words
      speaker.say(words, entry.tone === 'error')
    },
    stop: speaker.stop,
  }
}

/** The words for an outcome; undefined: nothing to say. */
export function wordsOf(
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

// The last four characters of a barcode, one by one, as people tell barcodes apart; a voice would read ten
// digits as a number. Numbers are plain: a voice may stop at a separator.
const spellCodes = (args: Entry['args']): Entry['args'] =>
  Object.fromEntries(
    Object.entries(args).map(([name, value]) => [
      name,
      typeof value === 'string' && /^[A-Z0-9%.]{8,}$/i.test(value) ? spell(value) : String(value),
    ]),
  )
const spell = (code: string): string => [...code.slice(-4)].join(' ')
