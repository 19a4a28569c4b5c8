// Creates the page's input: `createInput` with the browser's clock, storage, sound and path.
import { isDisconnected, networkNoticeAtom } from '#app/state/online.ts'
import { preferencesAtom } from '#app/state/preferences.ts'
import { signInAtom } from '#app/state/session.ts'
import { store } from '#app/state/store.ts'
import { reportUnfinishedWork } from '#app/state/unfinished-work.ts'
import { keepFocus } from '#app/ui/focus-owner.ts'
import { LINE_BARCODE } from '#app/ui/line-barcode.ts'
import { registry } from '#core/commands/index.ts'
import type { NumberPatterns } from '#core/scan/classify.ts'
import { defaultProfile } from '#core/scan/default-profile.ts'
import { isCommandId } from '#core/wire/command-ids.ts'
import type { AppShell, DocumentHit } from './app-shell.ts'
import { type CreatedInput, createInput } from './create-input.ts'
import { createDevices } from './devices/devices.ts'
import { fetchScannerProfile } from './devices/scanner-profiles.ts'
import type { OutcomeSpeaker } from './devices/speak-outcomes.ts'
import { createTonePlayer, type TonePlayer } from './devices/tones.ts'
import type { EngineEnvironment } from './engine/engine-environment.ts'
import type { IncomingScan } from './engine/scan-entry.ts'
import { restoreWork } from './kept/restore-work.ts'
import { logScan, openScanLog } from './kept/scan-log.ts'
import { setWorkOwner, storeQueuedScans } from './kept/unfinished-work.ts'
import { loadWithRetries } from './load-with-retries.ts'
import type { ShownRefusal } from './palette/explain.ts'
import { followMoves } from './wedge/focus-moves.ts'
import { listenForScans, type WedgeListener } from './wedge/wedge.ts'
import { wedgeTap } from './wedge/wedge-tap.ts'

// Values that change while the page is open.
interface PageFacts {
  readonly shell: AppShell
  readonly owner: string | undefined
  readonly patterns: NumberPatterns
  /** The palette or the help sheet receives the keys. */
  readonly isCovered: boolean
}

export interface PageInput extends CreatedInput {
  readonly update: (facts: PageFacts) => void
  /** Starts to listen with the workstation's settings; returns a function that stops it. */
  readonly listen: () => () => void
}

interface Page {
  facts: PageFacts
  player: TonePlayer | undefined
  speaker: OutcomeSpeaker | undefined
  /** The last signed-in user: scans stay theirs after the sign-in ends. */
  owner: string | undefined
}

/** Creates the input. It does not listen yet, and has no user before the first `update`. */
export function createPageInput(
  facts: PageFacts,
  views: {
    readonly openPalette: (opened: { readonly text: string; readonly hits: readonly DocumentHit[] }) => void
    readonly showHelp: () => void
    readonly showWhy: (refusal: ShownRefusal) => void
  },
): PageInput {
  const page: Page = { facts, player: undefined, speaker: undefined, owner: undefined }
  const input = createInput({
    ...views,
    ...createEnvironment(page),
    shell: () => page.facts.shell,
    isCovered: () => page.facts.isCovered,
    focusedCommand: () => {
      const id = document.activeElement?.closest<HTMLElement>('[data-command]')?.dataset['command']
      return id !== undefined && isCommandId(id) ? id : undefined
    },
    after: (run, ms) => {
      const timer = setTimeout(run, ms)
      return () => clearTimeout(timer)
    },
  })
  return {
    ...input,
    listen: () => listen(page, input),
    update: (next) => update(page, input, next),
  }
}

const createEnvironment = (page: Page): Omit<EngineEnvironment, 'context'> => ({
  registry,
  numberPatterns: () => page.facts.patterns,
  afterError: store.get(preferencesAtom).afterError,
  isOutageActive: (outage) => (outage === 'network' ? isDisconnected() : store.get(signInAtom) === 'ended'),
  storeQueue: (queue) => {
    // A scan that runs while the page unloads fails only for that reason. The next page runs it again.
    if (!isUnloading()) storeQueuedScans(queue)
  },
  onTone: (tone) => {
    const { muted, volume, vibrate } = store.get(preferencesAtom)
    if (!muted) page.player?.play(tone, volume)
    if (vibrate) page.player?.vibrate(tone)
  },
  onEntry: (entry) => {
    logScan(entry)
    page.speaker?.speak(entry)
  },
  onBug: (error) => reportError(error),
  now: () => Date.now(),
  newId: () => crypto.randomUUID(),
  here: () => window.location.pathname,
  runAfter: (run, ms) => void setTimeout(run, ms),
})

function update(page: Page, { engine }: CreatedInput, facts: PageFacts): void {
  page.facts = facts
  const { owner } = facts
  if (owner === undefined || owner === page.owner) return
  if (page.owner !== undefined) engine.forget()
  page.owner = owner
  setWorkOwner(owner)
  void openScanLog(owner)
  void restoreWork(owner, engine)
}

function listen(page: Page, input: CreatedInput): () => void {
  const { engine, ports, shortcuts } = input
  const tones = createTonePlayer(window)
  page.player = tones
  // Registered before the wedge, which stops the keys of a scan.
  window.addEventListener('keydown', shortcuts.cancelPendingCommand, { capture: true })
  const endMoves = followPerson(input)
  const onScan = (scan: IncomingScan) => receiveScan(input, scan)
  const listener = listenForScans(window, {
    onScan,
    onShortcutKey: shortcuts.onKey,
    claimsKey: shortcuts.hasShortcut,
    redirectsKey: shortcuts.shouldRedirect,
    ...wedgeTap,
  })
  const deviceScanners = createDevices({ onScan, changed: ports.changed })
  const endPreferences = followPreferences(page, input, listener)
  const cleanups = [
    store.sub(networkNoticeAtom, engine.reevaluate),
    store.sub(signInAtom, engine.reevaluate),
    trackUnload(),
    engine.subscribe(() => reportUnfinishedWork('scans', engine.state().depth)),
    ports.add(() => ({ devices: deviceScanners.port })),
    keepFocus(window),
    deviceScanners.stop,
    listener,
    () => window.removeEventListener('keydown', shortcuts.cancelPendingCommand, { capture: true }),
    endMoves,
    shortcuts.cancelPendingCommand,
    tones.stop,
    endPreferences,
  ]
  return () => {
    for (const end of cleanups) end()
  }
}

// A scan of any device.
function receiveScan({ engine, shortcuts }: CreatedInput, scan: IncomingScan): void {
  shortcuts.onScan()
  engine.scan(scan)
}

// Follows the fields and lines that a person clicks or moves to; returns a function that stops it.
function followPerson({ engine, shortcuts }: CreatedInput): () => void {
  const lineOf = (target: Element | null) =>
    target?.closest(`[${LINE_BARCODE}]`)?.getAttribute(LINE_BARCODE) ?? undefined
  // In the field of the line that waits for a quantity, digits still belong to the scan: they replace the
  // field's text.
  const pointAt = (target: Element | null) => {
    const barcode = lineOf(target)
    shortcuts.setChosenField(barcode !== undefined && barcode === engine.state().quantityOf ? null : target)
  }
  const onPointerDown = ({ target }: Event) => pointAt(target instanceof Element ? target : null)
  window.addEventListener('pointerdown', onPointerDown, { capture: true, passive: true })
  const endMoves = followMoves(window, (target) => {
    pointAt(target)
    const barcode = lineOf(target)
    if (barcode !== undefined) engine.chooseLine(barcode)
  })
  return () => {
    window.removeEventListener('pointerdown', onPointerDown, { capture: true })
    endMoves()
  }
}

// Applies the workstation's settings now and after each change; returns a function that stops it.
function followPreferences(page: Page, { engine, ports }: CreatedInput, listener: WedgeListener): () => void {
  const keyPause = createKeyPause(window)
  let profile: string | null = null
  let endProfile: (() => void) | undefined
  let endLoading: (() => void) | undefined
  const stopSpeech = () => {
    endLoading?.()
    endLoading = undefined
    page.speaker?.stop()
    page.speaker = undefined
  }
  const apply = () => {
    const { scannerProfile, afterError, speak } = store.get(preferencesAtom)
    if (!speak) stopSpeech()
    else
      endLoading ??= loadWithRetries(loadSpeaker, ({ speakOutcomes }) => {
        page.speaker = speakOutcomes(window, () => ports.context())
      })
    engine.setAfterError(afterError)
    if (scannerProfile === profile) return
    profile = scannerProfile
    endProfile?.()
    endProfile = loadWithRetries(
      async () => (scannerProfile === null ? undefined : fetchScannerProfile(scannerProfile)),
      (chosen) =>
        keyPause.run(() => {
          if (profile === scannerProfile) listener.setProfile(chosen ?? defaultProfile)
        }),
    )
  }
  apply()
  const unsubscribe = store.sub(preferencesAtom, apply)
  return () => {
    unsubscribe()
    keyPause.stop()
    stopSpeech()
    endProfile?.()
  }
}

// Only for workstations with speech enabled. Outcomes are not spoken until it is loaded.
const loadSpeaker = () => import('./devices/speak-outcomes.ts')

// A longer pause ends a code, in milliseconds.
const codeEndMs = 300

// Delays work that would interrupt a code, such as a change of the profile, until no key has arrived for a
// while.
const createKeyPause = (view: Window) => {
  let keyAt = Number.NEGATIVE_INFINITY
  const note = () => {
    keyAt = performance.now()
  }
  view.addEventListener('keydown', note, { capture: true, passive: true })
  const run = (work: () => void): void => {
    const wait = keyAt + codeEndMs - performance.now()
    if (wait > 0) setTimeout(() => run(work), wait)
    else work()
  }
  return { run, stop: () => view.removeEventListener('keydown', note, { capture: true }) }
}

// A page that is still open after this time was not unloaded, in milliseconds.
const unloadTimeoutMs = 5000
let unloadStartedAt = Number.NEGATIVE_INFINITY

const isUnloading = () => performance.now() - unloadStartedAt < unloadTimeoutMs

// Records when the page begins to unload; returns a function that stops it.
const trackUnload = (): (() => void) => {
  const note = () => {
    unloadStartedAt = performance.now()
  }
  window.addEventListener('beforeunload', note)
  window.addEventListener('pagehide', note)
  return () => {
    window.removeEventListener('beforeunload', note)
    window.removeEventListener('pagehide', note)
  }
}
