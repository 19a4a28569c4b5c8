// Handles the server's reply to an outcome that was shown as saved on the device. The reply replaces that
// outcome if it is still shown; a refusal holds scanning.
import type { CommandOutcome } from '#core/commands/command.ts'
import type { EngineEnvironment } from './engine-environment.ts'
import { type Entry, entryOf } from './scan-entry.ts'
import type { ShownOutcomes } from './shown-outcomes.ts'

// A reply within this time gets its own tone. A later one is silent: the 'busy' tone has played. In
// milliseconds.
const promptReplyMs = 700

/** Shows an outcome that is saved on the device, silently for now, until the server replies. */
export function showSavedLocally(
  { now, newId, runAfter, onTone, onEntry }: EngineEnvironment,
  shown: ShownOutcomes,
  entry: Entry,
  reply: Promise<CommandOutcome>,
  {
    onRefused,
    changed,
  }: {
    /** Shows a refusal, which has its own tone. */
    readonly onRefused: (entry: Entry) => void
    /** The shown outcome has changed. */
    readonly changed: () => void
  },
): void {
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
      onRefused(raw === '' ? { ...repliedEntry, id: newId(), raw: text } : repliedEntry)
      return
    }
    shown.updateText(repliedEntry)
    onEntry(repliedEntry)
    if (!hasSounded) onTone(result.tone, false)
    hasSounded = true
    changed()
  })
}
