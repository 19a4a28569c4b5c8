// Places that take scans, as components declare them.
import { useContext, useEffect, useRef } from 'react'
import type { Candidate } from '#scan/classify.ts'
import { type Input, InputContext, useInput } from '../input-context.ts'
import type { EngineTarget } from './scan-entry.ts'

/**
 * Registers a place that takes scans for as long as the component is mounted.
 *
 * A screen registers exactly one target of level `screen`, also while it is still loading (`ready: false`), under an id
 * that names what it shows (`issuance.detail.10000123`): scans are bound to that id when they are made, wait while it is
 * not ready, and are never run on a screen with another id. `accepts` is asked when a scan's turn comes and must not
 * change anything itself: it names a command and its arguments, refuses with a reason, or leaves the scan to what is below.
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
  const { anywhere } = target
  useEffect(
    () =>
      engine?.addTarget({
        level,
        id,
        ready,
        accepts: (candidate: Candidate) => latest.current.accepts(candidate),
        take: (candidate: Candidate) => latest.current.take?.(candidate),
        ...(anywhere && { anywhere }),
        ...(hasLines && {
          lines: {
            wants: (barcode) => latest.current.lines?.wants(barcode) === true,
            has: (barcode) => latest.current.lines?.has(barcode) === true,
            show: (barcode, text) => latest.current.lines?.show(barcode, text),
            lead: (barcode) => latest.current.lines?.lead(barcode),
            leave: () => latest.current.lines?.leave(),
          },
        }),
        ...(blocks !== undefined && { blocks: { code: blocks } }),
      }),
    [engine, level, id, ready, blocks, hasLines, anywhere],
  )
}

// Holds scans back while something that they may be meant for is on its way: a screen's code, say.
function useScansWait(): void {
  const engine = useContext(InputContext)?.engine
  useEffect(() => engine?.pause(), [engine])
}

/**
 * Put first inside a route's Suspense boundary, with the address as its id: says that a screen is there, for screens that
 * take no scans of their own. A screen's own target covers it.
 */
export function ScanScreen({ id }: { readonly id: string }) {
  // Stands in the first screen, so it does not wait for the input's code.
  useTarget(useContext(InputContext), { level: 'screen', id, accepts: () => undefined })
  return null
}

/** Put into a Suspense fallback: scans wait for the screen whose code is being loaded. */
export function ScansWait() {
  useScansWait()
  return null
}
