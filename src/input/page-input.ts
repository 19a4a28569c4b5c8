// The page's input: `createInput` with the browser's clock, storage, sound and path.
import { isCutOff, networkNoticeAtom } from '#app/state/online.ts'
import { preferencesAtom } from '#app/state/preferences.ts'
import { signInAtom } from '#app/state/session.ts'
import { store } from '#app/state/store.ts'
import { noteWaitingWork } from '#app/state/waiting-work.ts'
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
import { keepScans, workFor } from './kept/kept-work.ts'
import { restoreWork } from './kept/restore-work.ts'
import { logScan, openScanLog } from './kept/scan-log.ts'
import { loadWithRetries } from './load-with-retries.ts'
import type { Explanation } from './palette/explain.ts'
import { followMoves } from './wedge/person-moves.ts'
import { wedgeTap } from './wedge/tap.ts'
import { listenForScans } from './wedge/wedge.ts'

/** What may change while the page is open. */
export interface PageFacts {
  readonly shell: AppShell
  readonly owner: string | undefined
  readonly patterns: NumberPatterns
  /** The palette or the help sheet gets the keys. */
  readonly covered: boolean
}

export interface PageInput extends CreatedInput {
  readonly update: (facts: PageFacts) => void
  /** Starts listening with the workstation's settings; returns a function that stops it. */
  readonly listen: () => () => void
}

/** Creates it; not listening yet, and without a user until the first `update`. */
export function createPageInput(
  first: PageFacts,
  views: {
    readonly openPalette: (opened: { readonly text: string; readonly hits: readonly DocumentHit[] }) => void
    readonly showHelp: () => void
    readonly showWhy: (explanation: Explanation) => void
  },
): PageInput {
  let facts = first
  let player: TonePlayer | undefined
  let speaker: OutcomeSpeaker | undefined
  /** The last signed-in user: after the sign-in has ended its scans stay for them. */
  let owner: string | undefined
  const input = createInput({
    ...views,
    registry,
    shell: () => facts.shell,
    isCovered: () => facts.covered,
    focusedCommand: () => {
      const id = document.activeElement?.closest<HTMLElement>('[data-command]')?.dataset['command']
      return id !== undefined && isCommandId(id) ? id : undefined
    },
    numberPatterns: () => facts.patterns,
    afterError: store.get(preferencesAtom).afterError,
    isOut: (outage) => (outage === 'network' ? isCutOff() : store.get(signInAtom) === 'ended'),
    keep: (queue) => {
      // A scan that runs while the page is unloading fails only for that reason: it runs again on the next
      // page.
      if (!isLeaving()) keepScans(queue)
    },
    onTone: (tone) => {
      const { muted, volume, vibrate } = store.get(preferencesAtom)
      if (!muted) player?.play(tone, volume)
      if (vibrate) player?.vibrate(tone)
    },
    onEntry: (entry) => {
      logScan(entry)
      speaker?.hear(entry)
    },
    onBug: (error) => reportError(error),
    now: () => Date.now(),
    newId: () => crypto.randomUUID(),
    here: () => window.location.pathname,
    later: (run, ms) => void setTimeout(run, ms),
    after: (run, ms) => {
      const timer = setTimeout(run, ms)
      return () => clearTimeout(timer)
    },
  })
  const { engine, shortcuts } = input

  const listen = () => {
    const tones = createTonePlayer(window)
    player = tones
    // Before the wedge, which stops a scan's keys.
    window.addEventListener('keydown', shortcuts.interrupt, { capture: true })
    const lineOf = (target: Element | null) =>
      target?.closest(`[${LINE_BARCODE}]`)?.getAttribute(LINE_BARCODE) ?? undefined
    // In the waiting line's own field the digits stay its scan's: they replace what is there, wherever the
    // caret is.
    const pointAt = (target: Element | null) => {
      const barcode = lineOf(target)
      shortcuts.pointAt(barcode !== undefined && barcode === engine.state().quantityOf ? null : target)
    }
    const point = ({ target }: Event) => pointAt(target instanceof Element ? target : null)
    window.addEventListener('pointerdown', point, { capture: true, passive: true })
    const endMoves = followMoves(window, (target) => {
      pointAt(target)
      const barcode = lineOf(target)
      if (barcode !== undefined) engine.chooseLine(barcode)
    })
    const onScan: typeof engine.scan = (scan) => {
      shortcuts.heardScan()
      engine.scan(scan)
    }
    const listener = listenForScans(window, {
      onScan,
      onShortcutKey: shortcuts.onKey,
      claimsKey: shortcuts.claims,
      redirectsKey: shortcuts.redirects,
      ...wedgeTap,
    })
    const direct = createDevices({ onScan, changed: input.ports.changed })
    let profile: string | null = null
    let endProfile: (() => void) | undefined
    const quiet = betweenCodes(window)
    let endLoading: (() => void) | undefined
    const stopSpeaking = () => {
      endLoading?.()
      endLoading = undefined
      speaker?.stop()
      speaker = undefined
    }
    const follow = () => {
      const { scannerProfile, afterError, speak } = store.get(preferencesAtom)
      if (!speak) stopSpeaking()
      else
        endLoading ??= loadWithRetries(loadSpeaker, ({ speakOutcomes }) => {
          speaker = speakOutcomes(window, () => input.ports.context())
        })
      engine.setAfterError(afterError)
      if (scannerProfile === profile) return
      profile = scannerProfile
      endProfile?.()
      endProfile = loadWithRetries(
        async () => (scannerProfile === null ? undefined : fetchScannerProfile(scannerProfile)),
        (chosen) =>
          quiet.run(() => {
            if (profile === scannerProfile) listener.setProfile(chosen ?? defaultProfile)
          }),
      )
    }
    follow()
    const ends = [
      store.sub(preferencesAtom, follow),
      store.sub(networkNoticeAtom, engine.reevaluate),
      store.sub(signInAtom, engine.reevaluate),
      followLeaving(),
      engine.subscribe(() => noteWaitingWork('scans', engine.state().depth)),
      input.ports.add(() => ({ devices: direct.port })),
      keepFocus(window),
      direct.stop,
      listener,
      () => window.removeEventListener('keydown', shortcuts.interrupt, { capture: true }),
      () => window.removeEventListener('pointerdown', point, { capture: true }),
      endMoves,
      shortcuts.interrupt,
      tones.stop,
      quiet.stop,
      stopSpeaking,
      () => endProfile?.(),
    ]
    return () => {
      for (const end of ends) end()
    }
  }
  return {
    ...input,
    listen,
    update: (next) => {
      facts = next
      if (next.owner === undefined || next.owner === owner) return
      if (owner !== undefined) engine.forget()
      owner = next.owner
      workFor(owner)
      void openScanLog(owner)
      void restoreWork(owner, engine)
    },
  }
}

// On workstations that want it. Without it (no network) nothing is spoken until it is there.
const loadSpeaker = () => import('./devices/speak-outcomes.ts')

// Keys of a code follow each other faster, in milliseconds.
const codeIsOver = 300

// Runs what would cut a code in two, such as a change of the profile, once no key has come for a while.
const betweenCodes = (view: Window) => {
  let keyAt = Number.NEGATIVE_INFINITY
  const note = () => {
    keyAt = performance.now()
  }
  view.addEventListener('keydown', note, { capture: true, passive: true })
  const run = (work: () => void): void => {
    const wait = keyAt + codeIsOver - performance.now()
    if (wait > 0) setTimeout(() => run(work), wait)
    else work()
  }
  return { run, stop: () => view.removeEventListener('keydown', note, { capture: true }) }
}

// After this time a page that was about to unload has stayed, in milliseconds.
const leavesWithin = 5000
let leftAt = Number.NEGATIVE_INFINITY

const isLeaving = () => performance.now() - leftAt < leavesWithin

// Records when the page is about to unload; returns a function that stops it.
const followLeaving = (): (() => void) => {
  const note = () => {
    leftAt = performance.now()
  }
  window.addEventListener('beforeunload', note)
  window.addEventListener('pagehide', note)
  return () => {
    window.removeEventListener('beforeunload', note)
    window.removeEventListener('pagehide', note)
  }
}
