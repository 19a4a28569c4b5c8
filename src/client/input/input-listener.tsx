import { useAtom } from 'jotai'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { NumberPatterns } from '#scan/classify.ts'
import type { AppShell, DocumentHit } from './app-shell.ts'
import { cameraOpenAtom } from './devices/direct-state.ts'
import { useArrive } from './input-place.tsx'
import { insist, useIdle } from './insist.ts'
import { Late } from './late.tsx'
import type { PageInput } from './page-input.ts'
import type { Explanation } from './palette/explain.ts'
import { keepEarlyChords } from './wedge/early-chords.ts'
import { keepEarlyKeys, playEarlyKeys } from './wedge/early-keys.ts'

export interface InputListenerProps {
  readonly shell: AppShell
  /** Whose scans these are: what waits survives a reload for the same person. undefined: nobody is signed in. */
  readonly owner: string | undefined
  /** Patterns of document numbers by kind, as the runtime configuration has them. */
  readonly numberPatterns?: Readonly<Record<string, string | undefined>> | undefined
}

interface Opened {
  readonly text: string
  readonly hits: readonly DocumentHit[]
  /** How many times it was opened: each time anew. */
  readonly times: number
}

const loadPageInput = () => import('./page-input.ts')
const loadPalette = () => import('./palette/palette.tsx')
const loadHelp = () => import('./palette/help-sheet.tsx')
const loadWhy = () => import('./palette/why-not.tsx')
const loadCamera = () => import('./devices/camera-dialog.tsx')
const loadChords = () => import('./wedge/chord-keys.tsx')

/**
 * Scanning and commands of the page; the app mounts it once, inside an `InputPlace` and behind its screens. Its code is fetched
 * right after the first paint, so that the first screen need not wait for it; keys that come earlier are kept and heard then,
 * by the screens that are there. The palette, the help sheet and the chords (Ctrl+K, F2) follow when the browser has nothing
 * better to do, or at once when they are asked for: neither a chord nor a scan is missed.
 */
export function InputListener({ shell, owner, numberPatterns }: InputListenerProps) {
  const [opened, setOpened] = useState<Opened>()
  const [helped, setHelped] = useState(false)
  const [explained, setExplained] = useState<Explanation>()
  const endExplaining = useCallback(() => setExplained(undefined), [])
  const [input, setInput] = useState<PageInput>()
  /** A chord was pressed before its code was there. */
  const [hurried, setHurried] = useState(false)
  const playChords = useRef<() => void>(undefined)
  const [camera, setCamera] = useAtom(cameraOpenAtom)
  const arrive = useArrive()
  const patterns = useMemo(() => compile(numberPatterns), [numberPatterns])
  const facts = { shell, owner, patterns, covered: opened !== undefined || helped }

  const latest = useRef(facts)
  useEffect(() => {
    latest.current = facts
  })
  useEffect(() => {
    keepEarlyKeys(window)
    return insist(loadPageInput, ({ createPageInput }) => {
      const created = createPageInput(latest.current, {
        openPalette: (next) => {
          setHelped(false)
          setOpened((before) => ({ ...next, times: (before?.times ?? 0) + 1 }))
        },
        showHelp: () => {
          setOpened(undefined)
          setHelped(true)
        },
        showWhy: setExplained,
      })
      setInput(created)
      arrive(created)
    })
  }, [arrive])
  useEffect(() => input?.update(facts))
  useEffect(() => {
    if (!input) return undefined
    const end = input.listen()
    const chords = keepEarlyChords(window, input.registry, () => setHurried(true))
    playChords.current = chords.play
    playEarlyKeys(window)
    return () => {
      chords.end()
      end()
    }
  }, [input])

  const idle = useIdle()
  const chordsReady = useCallback(() => playChords.current?.(), [])
  if (!input) return null
  return (
    <>
      <Late load={loadChords} wanted={idle} props={idle || hurried ? { onReady: chordsReady } : undefined} />
      <Late
        load={loadPalette}
        wanted={idle}
        props={opened && { ...opened, key: opened.times, onClose: () => setOpened(undefined) }}
      />
      <Late
        load={loadWhy}
        wanted={idle}
        props={
          explained && {
            explanation: explained,
            findHolders: shell.findHolders,
            onClose: endExplaining,
          }
        }
      />
      <Late
        load={loadCamera}
        wanted={false}
        props={camera ? { onClose: () => setCamera(false) } : undefined}
      />
      <Late load={loadHelp} wanted={idle} props={helped ? { onClose: () => setHelped(false) } : undefined} />
    </>
  )
}

// The contract has checked that they are regular expressions; a whole number has to fit, not a part of it.
const compile = (patterns: InputListenerProps['numberPatterns']): NumberPatterns =>
  Object.fromEntries(
    Object.entries(patterns ?? {}).flatMap(([name, source]) =>
      source === undefined ? [] : [[name, new RegExp(`^(?:${source})$`)]],
    ),
  )
