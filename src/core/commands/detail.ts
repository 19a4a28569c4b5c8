// Commands of a document's detail screen, for all verbs.
import type { Command } from './command.ts'
import { defineCommands, defineCommandsOn } from './define.ts'

export const detailCommands: readonly Command[] = [
  // The barcode works on every screen of the document.
  ...defineCommandsOn('detail', ({ document }) => document, [
    {
      id: 'cancelDocument',
      keys: 'c',
      barcode: 'CANCEL',
      closed: 'noDocument',
      when: (document) => document.may('cancel'),
      run: (document, _, cause) => document.takeStep('cancel', cause),
    },
  ]),
  ...defineCommands('detail', [
    {
      id: 'goToEdit',
      opensOtherScreen: true,
      keys: 'v',
      barcode: 'EDIT',
      when: (document) => document.maySwitchStage(),
      run: (document) => document.switchStage(),
    },
  ]),
]
