// Hooks that register scan targets.
import { useContext, useEffect, useRef } from 'react'
import type { Candidate } from '#core/scan/classify.ts'
import { type Input, InputContext, useInput } from '../input-context.ts'
import type { EngineTarget } from './scan-entry.ts'

/**
 * Registers a scan target while the component is mounted.
 *
 * A screen registers exactly one target of level `screen`, also while it loads (`ready: false`). Its id names
 * its content (`issuance.detail.10000123`). A scan is bound to that id when it is made. It waits while the
 * screen is not ready, and never runs on a screen with another id. `accepts` is called when a scan runs and
 * must not change anything: it returns a command with arguments, a refusal, or undefined for the targets
 * below.
 */
export function useScanTarget(target: EngineTarget): void {
  useTarget(useInput(), target)
}

const useTarget = (input: Input | undefined, target: EngineTarget): void => {
  const engine = input?.engine
  const latest = useRef(target)
  useEffect(() => {
    latest.current = target
  })
  const { level, id, ready = true } = target
  const blocks = target.blocks?.code
  const hasLines = target.lines !== undefined
  const { ignoresFocus } = target
  useEffect(
    () =>
      engine?.addTarget({
        level,
        id,
        ready,
        accepts: (candidate: Candidate) => latest.current.accepts(candidate),
        handleScan: (candidate: Candidate) => latest.current.handleScan?.(candidate),
        ...(ignoresFocus && { ignoresFocus }),
        ...(hasLines && {
          lines: {
            waitsForQuantity: (barcode) => latest.current.lines?.waitsForQuantity(barcode) === true,
            has: (barcode) => latest.current.lines?.has(barcode) === true,
            savedQuantity: (barcode) => latest.current.lines?.savedQuantity?.(barcode),
            keptQuantity: () => latest.current.lines?.keptQuantity?.(),
            takesKeptQuantity: (barcode) => latest.current.lines?.takesKeptQuantity?.(barcode) === true,
            showUnsaved: (barcode, text) => latest.current.lines?.showUnsaved(barcode, text),
            focusLine: (barcode) => latest.current.lines?.focusLine(barcode),
            blurOthers: (barcode) => latest.current.lines?.blurOthers?.(barcode),
            blur: () => latest.current.lines?.blur(),
          },
        }),
        ...(blocks !== undefined && { blocks: { code: blocks } }),
      }),
    [engine, level, id, ready, blocks, hasLines, ignoresFocus],
  )
}

// Holds scans while their possible target loads, such as a screen's code.
function useScansWait(): void {
  const engine = useContext(InputContext)?.engine
  useEffect(() => engine?.pause(), [engine])
}

/**
 * Registers a screen that takes no scans. Render it first inside a route's Suspense boundary, with the path
 * as id. A screen's own target covers it.
 */
export function ScanScreen({ id }: { readonly id: string }) {
  // Part of the first screen, so it must not suspend for the input's code.
  useTarget(useContext(InputContext), { level: 'screen', id, accepts: () => undefined })
  return null
}

/** For a Suspense fallback: scans wait for the screen whose code is loading. */
export function ScansWait() {
  useScansWait()
  return null
}
