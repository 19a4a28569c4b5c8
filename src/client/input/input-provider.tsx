import { type ReactNode, useEffect, useMemo, useState } from 'react'
import type { NumberPatterns } from '#scan/classify.ts'
import type { AppShell, DocumentHit } from './app-shell.ts'
import { InputContext } from './input-context.ts'
import { Late } from './late.tsx'
import { createPageInput } from './page-input.ts'

export interface InputProviderProps {
  readonly shell: AppShell
  /** Whose scans these are: what waits survives a reload for the same person. undefined: nobody is signed in. */
  readonly owner: string | undefined
  /** Patterns of document numbers by kind, as the runtime configuration has them. */
  readonly numberPatterns?: Readonly<Record<string, string | undefined>> | undefined
  readonly children: ReactNode
}

interface Opened {
  readonly text: string
  readonly hits: readonly DocumentHit[]
  /** How many times it was opened: each time anew. */
  readonly times: number
}

const loadPalette = () => import('./palette.tsx')
const loadHelp = () => import('./help-sheet.tsx')
const loadChords = () => import('./chord-keys.tsx')

/**
 * Scanning and commands of the page; the app mounts it once, above its screens. It listens from its first moment. Only the
 * palette, the help sheet and the chords (Ctrl+K, F2) come a moment later, when the browser has nothing better to do; a key
 * pressed before that does nothing and is pressed again, a scan is never missed.
 */
export function InputProvider({ shell, owner, numberPatterns, children }: InputProviderProps) {
  const [opened, setOpened] = useState<Opened>()
  const [helped, setHelped] = useState(false)
  const patterns = useMemo(() => compile(numberPatterns), [numberPatterns])
  const facts = { shell, owner, patterns, covered: opened !== undefined || helped }
  const [input] = useState(() =>
    createPageInput(
      { ...facts, owner: undefined },
      {
        openPalette: (next) => {
          setHelped(false)
          setOpened((before) => ({ ...next, times: (before?.times ?? 0) + 1 }))
        },
        showHelp: () => {
          setOpened(undefined)
          setHelped(true)
        },
      },
    ),
  )
  useEffect(() => input.update(facts))
  useEffect(() => input.listen(), [input])

  const idle = useIdle()
  return (
    <InputContext.Provider value={input}>
      {children}
      <Late load={loadChords} wanted={idle} props={idle ? {} : undefined} />
      <Late
        load={loadPalette}
        wanted={idle}
        props={opened && { ...opened, key: opened.times, onClose: () => setOpened(undefined) }}
      />
      <Late load={loadHelp} wanted={idle} props={helped ? { onClose: () => setHelped(false) } : undefined} />
    </InputContext.Provider>
  )
}

/** True once the browser has had nothing better to do. */
const useIdle = (): boolean => {
  const [idle, setIdle] = useState(false)
  useEffect(() => {
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(() => setIdle(true), 300)
      return () => clearTimeout(timer)
    }
    const handle = window.requestIdleCallback(() => setIdle(true), { timeout: 2000 })
    return () => window.cancelIdleCallback(handle)
  }, [])
  return idle
}

/** The contract has checked that they are regular expressions; a whole number has to fit, not a part of it. */
const compile = (patterns: InputProviderProps['numberPatterns']): NumberPatterns =>
  Object.fromEntries(
    Object.entries(patterns ?? {}).flatMap(([name, source]) =>
      source === undefined ? [] : [[name, new RegExp(`^(?:${source})$`)]],
    ),
  )
