import { useAtom } from 'jotai'
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { fetchLater } from '#app/state/fetch-later.ts'
import type { NumberPatterns } from '#core/scan/classify.ts'
import type { AppShell, DocumentHit } from './app-shell.ts'
import { cameraOpenAtom } from './devices/direct-state.ts'
import { useDeliverInput } from './input-provider.tsx'
import { loadWithRetries } from './load-with-retries.ts'
import { OnDemand } from './on-demand.tsx'
import { createPageInput, type PageInput } from './page-input.ts'
import type { ShownRefusal } from './palette/explain.ts'
import { useIdle } from './use-idle.ts'
import { runEarlyChords } from './wedge/early-chords.ts'
import { recordEarlyKeys, replayEarlyKeys } from './wedge/early-keys.ts'

interface InputListenerProps {
  readonly shell: AppShell
  /** The signed-in user, who owns the scans: queued scans survive a reload for the same user. */
  readonly owner: string | undefined
  /** Patterns of document numbers by kind, from the runtime configuration. */
  readonly numberPatterns?: Readonly<Record<string, string | undefined>> | undefined
}

interface PaletteOpening {
  readonly text: string
  readonly hits: readonly DocumentHit[]
  /** Counts the openings: used as the key, so that each opening mounts a new palette. */
  readonly openCount: number
}

const loadPalette = () => fetchLater(import('./palette/palette.tsx'))
const loadHelp = () => fetchLater(import('./palette/help-sheet.tsx'))
const loadWhy = () => fetchLater(import('./palette/why-not.tsx'))
const loadCamera = () => fetchLater(import('./devices/camera-dialog.tsx'))
const loadChords = () => import('./wedge/chord-keys.tsx')

/**
 * Mounts scanning and commands, once per app, inside an `InputProvider` and after the screens. Earlier keys
 * are recorded and replayed. Palette and help sheet load when idle or on first use; no key or scan is lost.
 */
export function InputListener({ shell, owner, numberPatterns }: InputListenerProps) {
  const [openedPalette, setOpenedPalette] = useState<PaletteOpening>()
  const [isHelpOpen, setHelpOpen] = useState(false)
  const [refusal, setRefusal] = useState<ShownRefusal>()
  const [input, setInput] = useState<PageInput>()
  const endEarlyChords = useRef<() => void>(undefined)
  const [camera, setCamera] = useAtom(cameraOpenAtom)
  const deliver = useDeliverInput()
  const patterns = useMemo(() => compile(numberPatterns), [numberPatterns])
  const facts = { shell, owner, patterns, isCovered: openedPalette !== undefined || isHelpOpen }

  const close = useMemo(
    () => ({
      palette: () => setOpenedPalette(undefined),
      help: () => setHelpOpen(false),
      why: () => setRefusal(undefined),
      camera: () => setCamera(false),
    }),
    [setCamera],
  )

  const latest = useRef(facts)
  useLayoutEffect(() => {
    latest.current = facts
  })
  // A layout effect, so that a chord has a listener when the first screen is painted.
  useLayoutEffect(() => {
    recordEarlyKeys(window)
    const created = createPageInput(latest.current, {
      openPalette: (next) => {
        setHelpOpen(false)
        setOpenedPalette((before) => ({ ...next, openCount: (before?.openCount ?? 0) + 1 }))
      },
      showHelp: () => {
        setOpenedPalette(undefined)
        setHelpOpen(true)
      },
      showWhy: setRefusal,
    })
    setInput(created)
    deliver(created)
  }, [deliver])
  // Before paint, so that a key finds the command of what has just appeared.
  useLayoutEffect(() => input?.update(facts))
  useLayoutEffect(() => {
    if (!input) return undefined
    const end = runEarlyChords(window, input)
    endEarlyChords.current = end
    return end
  }, [input])
  useEffect(() => {
    if (!input) return undefined
    const end = input.listen()
    replayEarlyKeys(window)
    return end
  }, [input])

  const idle = useIdle()
  const chordsReady = useCallback(() => endEarlyChords.current?.(), [])
  const Chords = useChordKeys(idle)
  if (!input) return null
  return (
    <>
      {Chords && <Chords onReady={chordsReady} />}
      <OnDemand
        load={loadPalette}
        preload={idle}
        props={openedPalette && { ...openedPalette, key: openedPalette.openCount }}
        onClose={close.palette}
      />
      <OnDemand
        load={loadWhy}
        preload={idle}
        props={refusal && { refusal, findHolders: shell.findHolders }}
        onClose={close.why}
      />
      <OnDemand load={loadCamera} preload={false} props={camera ? {} : undefined} onClose={close.camera} />
      <OnDemand load={loadHelp} preload={idle} props={isHelpOpen ? {} : undefined} onClose={close.help} />
    </>
  )
}

const useChordKeys = (wanted: boolean) => {
  const [loaded, setLoaded] = useState<Awaited<ReturnType<typeof loadChords>>>()
  useEffect(() => (wanted ? loadWithRetries(loadChords, setLoaded) : undefined), [wanted])
  return loaded?.default
}

// The contract has validated the regular expressions. They must match the whole number.
const compile = (patterns: InputListenerProps['numberPatterns']): NumberPatterns =>
  Object.fromEntries(
    Object.entries(patterns ?? {}).flatMap(([name, source]) =>
      source === undefined ? [] : [[name, new RegExp(`^(?:${source})$`)]],
    ),
  )
