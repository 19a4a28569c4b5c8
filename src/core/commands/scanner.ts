// Scanner commands: the quantity of the next barcode, the held error, the last scan.
import { refuse } from '#core/wire/refusals.ts'
import type { Command } from './command.ts'
import { defineCommands } from './define.ts'

export const scannerCommands: readonly Command[] = [
  ...defineCommands('offer', [
    {
      // Runs only on request: F9, Escape and the next scan reject the proposed barcode.
      id: 'takeOffered',
      keys: 'enter',
      barcode: 'TAKE',
      turn: 'at-once',
      run: (scanner) => scanner.acceptProposal(),
    },
  ]),
  ...defineCommands('scanner', [
    {
      id: 'setQuantity',
      barcode: 'Q',
      turn: 'at-once',
      arguments: [{ name: 'quantity', type: 'quantity', required: true }],
      // The number goes to a dialog that needs one, or else to the next barcode.
      run: (scanner, { quantity = '' }, _, { dialog }) =>
        dialog?.setQuantity?.(Number(quantity)) ?? scanner.setQuantity(quantity),
    },
    {
      id: 'clearQuantity',
      barcode: 'CLEAR',
      turn: 'at-once',
      quiet: true,
      when: (scanner) => scanner.mayClear(),
      run: (scanner) => scanner.clear(),
    },
    {
      // F9 also works in a field. Enter works only where it has no other use: not on a button or in a field.
      id: 'acknowledge',
      keys: 'f9, enter',
      barcode: 'OK',
      turn: 'at-once',
      quiet: true,
      when: (scanner) => scanner.mayAcknowledge(),
      run: (scanner) => scanner.acknowledge(),
    },
    {
      // One key clears: first the held error, then the input, then the message.
      id: 'dismiss',
      keys: 'escape',
      turn: 'at-once',
      quiet: true,
      when: (scanner) => scanner.mayClear(),
      run: (scanner) => scanner.clear(),
    },
    {
      // Undoes the last scan: removes a queued scan from the queue; the screen undoes a finished one.
      id: 'undo',
      keys: 'u, f8',
      barcode: 'UNDO',
      turn: 'at-once',
      when: (scanner, _, { document }) => {
        if (scanner.mayRemoveQueuedScan() === true) return true
        // While a scan runs, the screen's last change is an earlier one: undo would undo the wrong change.
        if (scanner.isBusy()) return refuse('busy')
        return document ? document.mayUndo() : refuse('nothingToUndo')
      },
      run: (scanner, _, cause, { document }) =>
        scanner.mayRemoveQueuedScan() === true ? scanner.removeQueuedScan() : document?.undo(cause),
    },
    {
      // A digit as a barcode: part of the quantity of the next barcode, or the number of an answer.
      id: 'typeDigit',
      barcode: 'D',
      turn: 'at-once',
      arguments: [{ name: 'digit', type: 'digit', required: true }],
      when: (_scanner, _given, { dialog }) => (dialog && !dialog.choose ? refuse('dialogOpen') : true),
      run: (scanner, { digit }, _, { dialog }) =>
        dialog ? dialog.choose?.(Number(digit)) : scanner.typeDigit(String(digit)),
    },
    {
      // The chord also works in a field: after most refusals the focus is in one.
      id: 'whyNot',
      keys: 'y, mod+i',
      barcode: 'WHY',
      turn: 'at-once',
      run: (_scanner, _given, _cause, { shell }) => shell.explain(),
    },
  ]),
]
