// Handles the server's reply to an outcome that was shown as saved on the device. The reply replaces that
// outcome if it is still shown; a refusal holds scanning.
import type { CommandOutcome } from '#core/commands/command.ts'
import type { CandidateKind } from '#core/scan/classify.ts'
import type { EngineEnvironment } from './engine-environment.ts'
import type { QueueRunner } from './queue-runner.ts'
import { type Entry, entryOf } from './scan-entry.ts'
import type { ShownOutcomes } from './shown-outcomes.ts'

// A reply within this time gets its own tone. A later one is silent: the 'busy' tone has played. In
// milliseconds.
const promptReplyMs = 700

export interface LaterReplies {
  /** Shows an outcome that is saved on the device, silently for now. Returns false for any other outcome. */
  readonly showSavedLocally: (entry: Entry, outcome: CommandOutcome) => boolean
  /** Reports a result for a barcode. An error waits for OK. */
  readonly report: (outcome: CommandOutcome, text: string) => void
}

/** Creates it for one engine. `changed` is called when the shown outcome changes. */
export function createLaterReplies(
  { now, newId, here, runAfter, onTone, onEntry }: EngineEnvironment,
  {
    turns,
    shown,
    show,
    changed,
  }: {
    readonly turns: () => QueueRunner
    readonly shown: ShownOutcomes
    readonly show: (entry: Entry, mustBeAcknowledged: boolean) => void
    readonly changed: () => void
  },
): LaterReplies {
  const showRefusal = (entry: Entry) => {
    const { id, text, raw, code, args } = entry
    const queue = turns().queue()
    const holds = queue.afterError === 'hold'
    const scan = { id, text, raw, at: now(), address: entry.address ?? here() }
    show(entry, holds)
    if (holds && queue.heldBy === undefined) turns().send({ type: 'hold', scan, why: { code, args } })
  }

  return {
    showSavedLocally: (entry, outcome) => {
      const { later: reply } = outcome
      if (!reply) return false
      const busyEntry: Entry = { ...entry, tone: 'busy' }
      const isShown = shown.show(busyEntry, false)
      onEntry(entry)
      changed()
      let hasSounded = !isShown
      runAfter(() => {
        if (!hasSounded) onTone('busy', false)
        hasSounded = true
      }, promptReplyMs)
      void reply.then((result) => {
        const { id, text, raw, kind, quantity, address, command } = entry
        const scanned = {
          id,
          text,
          raw,
          ...(quantity !== undefined && { quantity }),
          ...(address !== undefined && { address }),
        }
        const repliedEntry = entryOf(scanned, kind, result, now(), command)
        if (result.tone === 'error') {
          // No tone from here on: the error has its own.
          hasSounded = true
          showRefusal(raw === '' ? { ...repliedEntry, id: newId(), raw: text } : repliedEntry)
          return
        }
        shown.updateText(repliedEntry)
        onEntry(repliedEntry)
        if (!hasSounded) onTone(result.tone, false)
        hasSounded = true
        changed()
      })
      return true
    },
    report: (outcome, text) => {
      const kind: CandidateKind = 'barcode'
      const entry = entryOf({ id: newId(), text, raw: text, address: here() }, kind, outcome, now())
      if (outcome.tone === 'error') showRefusal(entry)
      else show(entry, false)
    },
  }
}
