// Replays keys that were pressed before the input was loaded, with their original times, so that a scan
// during loading works. Keys in fields are not recorded.
import {
  createKeyRecorder,
  type KeyRecorder,
  maxKeyGapMs,
  minCodeLength,
  type RecordedKey,
} from './key-recorder.ts'

// Older single keys are ignored, in milliseconds: the person pressed them for an earlier screen.
const maxKeyAgeMs = 5000
// A scanned code is replayed up to this age, however long the app took to load. In milliseconds.
const maxCodeAgeMs = 120_000

let recorder: KeyRecorder | undefined

/** Starts to record keys, once per page. Includes the keys that the page's head has recorded. */
export function recordEarlyKeys(view: Window): void {
  recorder ??= view.earlyKeys ?? createKeyRecorder(view)
  delete view.earlyKeys
}

/** Stops recording, and replays the codes and the single keys of the last seconds. */
export function replayEarlyKeys(view: Window): void {
  const recorded = recorder?.recordedKeys() ?? []
  recorder?.stop()
  recorder = undefined
  const { document } = view
  const now = view.performance.now()
  for (const run of runsOf(recorded)) {
    const since = now - (isCode(run) ? maxCodeAgeMs : maxKeyAgeMs)
    for (const { type, at, ...rest } of run) {
      if (at < since) continue
      const event = new KeyboardEvent(type, { ...rest, bubbles: true, cancelable: true, composed: true })
      Object.defineProperty(event, 'timeStamp', { value: at })
      // The focused element has already handled these keys, so dispatch them on the body for the wedge. On
      // the focused element an Enter could press Done.
      document.body.dispatchEvent(event)
    }
  }
}

// Groups keys that follow each other closely. An Enter ends its run, which includes the key releases after
// it.
const runsOf = (recorded: readonly RecordedKey[]): readonly (readonly RecordedKey[])[] => {
  const runs: RecordedKey[][] = []
  let last: RecordedKey | undefined
  let ended = false
  for (const each of recorded) {
    const run = runs.at(-1)
    const follows =
      last !== undefined && each.at - last.at <= maxKeyGapMs && !(ended && each.type === 'keydown')
    if (run && follows) run.push(each)
    else {
      runs.push([each])
      ended = false
    }
    ended ||= each.type === 'keydown' && each.key === 'Enter'
    last = each
  }
  return runs
}

const isCode = (run: readonly RecordedKey[]): boolean => {
  const pressed = run.filter(({ type }) => type === 'keydown')
  return (
    pressed.filter(({ key }) => key.length === 1).length >= minCodeLength && pressed.at(-1)?.key === 'Enter'
  )
}
