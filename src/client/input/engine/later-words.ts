// What was told as saved here gets its word later: it is told in place of 'saved here' where that still stands, and a refusal holds
// scanning as any refusal does.
import type { CommandOutcome } from '#commands/command.ts'
import type { CandidateKind } from '#scan/classify.ts'
import { type Entry, entryOf } from './scan-entry.ts'
import type { ScanTurns } from './scan-turns.ts'
import type { ShownOutcomes } from './shown-outcomes.ts'
import type { Surroundings } from './surroundings.ts'

// So long the server’s word has the tone of the outcome; after it the short one has said "saved here". In milliseconds.
const WORD_IN_TIME = 700

export interface LaterWords {
  /** Shows an outcome that is saved here, silently for now; true where it is none. */
  readonly shows: (entry: Entry, outcome: CommandOutcome) => boolean
  /** Says what has come of something about a barcode; an error waits for OK. */
  readonly tell: (outcome: CommandOutcome, text: string) => void
}

/** Over the parts of one engine. `show` is how it shows any outcome; `changed`: what is shown is another one. */
export function createLaterWords(
  { now, newId, here, later, onTone, onEntry }: Surroundings,
  {
    turns,
    shown,
    show,
    changed,
  }: {
    readonly turns: () => ScanTurns
    readonly shown: ShownOutcomes
    readonly show: (entry: Entry, mustBeAcknowledged: boolean) => void
    readonly changed: () => void
  },
): LaterWords {
  const refuse = (entry: Entry) => {
    const { id, text, raw, code, args } = entry
    const queue = turns().queue()
    const holds = queue.afterError === 'hold'
    const scan = { id, text, raw, at: now(), address: entry.address ?? here() }
    show(entry, holds)
    if (holds && queue.heldBy === undefined) turns().send({ type: 'hold', scan, why: { code, args } })
  }

  return {
    shows: (entry, outcome) => {
      const { later: word } = outcome
      if (!word) return false
      const waits: Entry = { ...entry, tone: 'busy' }
      const taken = shown.show(waits, false)
      onEntry(entry)
      changed()
      let spoken = !taken
      later(() => {
        if (!spoken) onTone('busy', false)
        spoken = true
      }, WORD_IN_TIME)
      void word.then((said) => {
        const { id, text, raw, kind, quantity, address, command } = entry
        const scanned = {
          id,
          text,
          raw,
          ...(quantity !== undefined && { quantity }),
          ...(address !== undefined && { address }),
        }
        const worded = entryOf(scanned, kind, said, now(), command)
        if (said.tone === 'error') {
          // Silent from here on: the error has its own tone.
          spoken = true
          refuse(raw === '' ? { ...worded, id: newId(), raw: text } : worded)
          return
        }
        shown.reword(worded)
        onEntry(worded)
        if (!spoken) onTone(said.tone, false)
        spoken = true
        changed()
      })
      return true
    },
    tell: (outcome, text) => {
      const kind: CandidateKind = 'barcode'
      const entry = entryOf({ id: newId(), text, raw: text, address: here() }, kind, outcome, now())
      if (outcome.tone === 'error') refuse(entry)
      else show(entry, false)
    },
  }
}
