import type { DocumentPort } from '#core/commands/context.ts'
import { refuse } from '#core/wire/refusals.ts'

const nothing = () => undefined
const may = () => true as const

/** A document port for commands of the detail screen: all actions are allowed, and none has an effect. */
export function documentPort(changes: Partial<DocumentPort> = {}): DocumentPort {
  return {
    kind: 'issuance',
    stage: 'detail',
    verb: 'pick',
    number: '10000123',
    may,
    takeStep: nothing,
    resolveBlockers: nothing,
    mayListOpenPoints: may,
    listOpenPoints: nothing,
    mayTakeOwnership: may,
    takeOwnership: nothing,
    currentBarcode: nothing,
    barcodes: () => [],
    mayActOnLine: may,
    actOnLine: nothing,
    mayAddLine: may,
    addLine: nothing,
    mayDeleteLine: may,
    deleteLine: nothing,
    mayPickRemainder: may,
    pickRemainder: nothing,
    typeBarcode: nothing,
    openSearch: nothing,
    mayEditHeader: may,
    editHeader: nothing,
    mayUpdateHeader: may,
    updateHeader: nothing,
    mayUndo: () => refuse('nothingToUndo'),
    undo: nothing,
    describe: () => ({}),
    nextLine: nothing,
    otherVerb: undefined,
    maySwitchStage: may,
    switchStage: nothing,
    hasReasons: false,
    reasons: {
      may,
      keep: nothing,
      isKept: () => false,
      end: nothing,
      mayChange: may,
      change: nothing,
    },
    quantities: { may, keep: nothing, isKept: () => false, end: nothing },
    ...changes,
  }
}
