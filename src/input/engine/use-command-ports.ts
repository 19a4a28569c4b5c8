// Ports of screens and dialogs for commands, as hooks.
import { useEffect, useLayoutEffect, useRef } from 'react'
import { readCommandBarcode } from '#core/commands/command-barcode.ts'
import type { DialogPort, ScreenPorts } from '#core/commands/context.ts'
import type { CommandId } from '#core/wire/command-ids.ts'
import { useInput } from '../input-context.ts'
import type { EngineTarget } from './scan-entry.ts'

/**
 * Provides a screen's ports while the component is mounted. Ports may be new objects at each render; every
 * render updates buttons and queued scans. For each port the uppermost screen wins.
 */
export function useCommandPorts(ports: ScreenPorts): void {
  const input = useInput()
  const latest = useRef(ports)
  // Not after it is drawn: a key that comes between would meet the ports of the picture before.
  useLayoutEffect(() => {
    latest.current = ports
  })
  useLayoutEffect(() => input.ports.add(() => latest.current), [input])
  useEffect(() => {
    input.ports.changed()
    input.engine.reevaluate()
  })
}

export interface DialogOptions {
  /** Whether the dialog is open; default: true while mounted. */
  readonly open?: boolean
  /** Takes the dialog's own scans: a reason code, a barcode to search. */
  readonly take?: EngineTarget['take']
  /** Takes a reason scanned as `%T.R.{reason}`. */
  readonly chooseReason?: NonNullable<DialogPort['chooseReason']>
  /** Takes a number scanned as `%T.Q.{quantity}`. */
  readonly setQuantity?: NonNullable<DialogPort['setQuantity']>
  /** Digits in the dialog that are not confirmed: a following barcode takes them as its quantity. */
  readonly takeDigits?: NonNullable<EngineTarget['takeDigits']>
  /** Called for a scan that waits behind the dialog. */
  readonly heard?: NonNullable<EngineTarget['heard']>
  /** Takes the number of an answer, typed or scanned as `%T.D.{digit}`. */
  readonly choose?: NonNullable<DialogPort['choose']>
}

/**
 * Registers an open dialog's answers: with `useDialogAnswers({ yes, no })`, `y`, `n`, `%T.YES` and `%T.NO`
 * answer it. Other scans wait until it is answered. Keys: y yes, n no, s save, d delete, a chooseAnother, c
 * continue; Enter presses the focused button, Escape is handled by the dialog.
 */
export function useDialogAnswers(
  answers: DialogPort['answers'],
  { open = true, take, heard, chooseReason, setQuantity, choose, takeDigits }: DialogOptions = {},
): void {
  const { engine, ports, registry } = useInput()
  const latest = useRef({ answers, take, heard, chooseReason, setQuantity, choose, takeDigits })
  // Not after it is drawn: a key that comes between would be a number for the next scan, or the screen's
  // below.
  useLayoutEffect(() => {
    latest.current = { answers, take, heard, chooseReason, setQuantity, choose, takeDigits }
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
      take: (candidate) => latest.current.take?.(candidate),
      heard: (candidate) => latest.current.heard?.(candidate),
      takeDigits: () => latest.current.takeDigits?.() ?? '',
    })
    return () => {
      removePort()
      // A question that follows at once registers before a scan can run.
      setTimeout(removeTarget, 0)
    }
  }, [engine, ports, registry, open])
}
