// Hooks that register the ports of screens and dialogs for commands.
import { useEffect, useLayoutEffect, useRef } from 'react'
import { readCommandBarcode } from '#core/commands/command-barcode.ts'
import type { DialogPort, ScreenPorts } from '#core/commands/context.ts'
import type { CommandId } from '#core/wire/command-ids.ts'
import { useInput } from '../input-context.ts'
import type { EngineTarget } from './scan-entry.ts'

/**
 * Provides a screen's ports while the component is mounted. Ports may be new objects at each render: each
 * render updates buttons and queued scans. For each port the top screen wins.
 */
export function useCommandPorts(ports: ScreenPorts): void {
  const input = useInput()
  const latest = useRef(ports)
  // A layout effect, so that a key between render and paint never uses the ports of the previous render.
  useLayoutEffect(() => {
    latest.current = ports
  })
  useLayoutEffect(() => input.ports.add(() => latest.current), [input])
  useEffect(() => {
    input.ports.changed()
    input.engine.reevaluate()
  })
}

interface DialogOptions {
  /** Is the dialog open? Default: true while mounted. */
  readonly open?: boolean
  /** Handles the dialog's own scans, such as a reason code or a barcode to search. */
  readonly handleScan?: EngineTarget['handleScan']
  /** Takes a reason scanned as `%T.R.{reason}`. */
  readonly chooseReason?: NonNullable<DialogPort['chooseReason']>
  /** Takes a number scanned as `%T.Q.{quantity}`. */
  readonly setQuantity?: NonNullable<DialogPort['setQuantity']>
  /** Unconfirmed digits in the dialog: the next barcode takes them as its quantity. */
  readonly takeDigits?: NonNullable<EngineTarget['takeDigits']>
  /** Called for a scan that is queued behind the dialog. */
  readonly onQueuedScan?: NonNullable<EngineTarget['onQueuedScan']>
  /** Takes the number of an answer, typed or scanned as `%T.D.{digit}`. */
  readonly choose?: NonNullable<DialogPort['choose']>
}

/**
 * Registers an open dialog's answers. With `useDialogAnswers({ yes, no })` the keys `y`, `n` and the barcodes
 * `%T.YES`, `%T.NO` answer it; other scans wait.
 * Keys: y yes, n no, s save, d delete, a chooseAnother, c continue. Enter presses the focused button; the
 * dialog handles Escape.
 */
export function useDialogAnswers(
  answers: DialogPort['answers'],
  {
    open = true,
    handleScan,
    onQueuedScan,
    chooseReason,
    setQuantity,
    choose,
    takeDigits,
  }: DialogOptions = {},
): void {
  const { engine, ports, registry } = useInput()
  const latest = useRef({
    answers,
    take: handleScan,
    heard: onQueuedScan,
    chooseReason,
    setQuantity,
    choose,
    takeDigits,
  })
  // A layout effect, because an earlier key would be a number for the next scan or a command of the screen
  // below.
  useLayoutEffect(() => {
    latest.current = {
      answers,
      take: handleScan,
      heard: onQueuedScan,
      chooseReason,
      setQuantity,
      choose,
      takeDigits,
    }
  })
  useLayoutEffect(() => {
    if (!open) return undefined
    const has = (id: CommandId) =>
      Object.hasOwn(latest.current.answers, id) ||
      (id === 'chooseReason' && latest.current.chooseReason !== undefined)
    const removePort = ports.addDialog(() => ({
      answers: latest.current.answers,
      ...(latest.current.chooseReason && { chooseReason: latest.current.chooseReason }),
      ...(latest.current.setQuantity && { setQuantity: latest.current.setQuantity }),
      ...(latest.current.choose && { choose: latest.current.choose }),
    }))
    const removeTarget = engine.addTarget({
      id: 'dialog',
      level: 'dialog',
      accepts: (candidate) => {
        if (candidate.kind !== 'command') return undefined
        const read = readCommandBarcode(registry, candidate.command)
        return read.ok && has(read.command.id)
          ? { type: 'intent', command: read.command.id, arguments: read.given }
          : undefined
      },
      handleScan: (candidate) => latest.current.take?.(candidate),
      onQueuedScan: (candidate) => latest.current.heard?.(candidate),
      takeDigits: () => latest.current.takeDigits?.() ?? '',
    })
    return () => {
      removePort()
      // Wait one task: a follow-up question registers before a scan can run.
      setTimeout(removeTarget, 0)
    }
  }, [engine, ports, registry, open])
}
