// Builds the command sheet from the registry: every command that can run from its barcode alone, with
// digits, quantities and reasons.
import type { Command } from '#core/commands/command.ts'
import { COMMAND_PREFIX, type Registry, writeBarcode } from '#core/commands/registry.ts'
import type { Scope } from '#core/commands/scopes.ts'
import { VERBS, type Verb, verbOf } from '#core/kinds/verbs.ts'
import { commandPattern } from '#core/scan/formats.ts'
import type { CommandId } from '#core/wire/command-ids.ts'
import { LIMITS } from '#core/wire/limits.ts'

const SHEET_GROUPS = [
  'scanner',
  'answers',
  'digits',
  'quantities',
  'kept',
  'issuance',
  'receiving',
  'dump',
  'trim',
  'printing',
  'lists',
  'screens',
  'workstation',
  'maintenance',
  'reasons.INVENTORY',
  'reasons.DUMP',
] as const
type SheetGroupId = (typeof SHEET_GROUPS)[number]

/** The label of a barcode: a command, a digit, a quantity, or a reason's own text. */
export type SheetWords =
  | { readonly type: 'command'; readonly id: CommandId }
  | { readonly type: 'digit'; readonly digit: number }
  | { readonly type: 'quantity' | 'kept'; readonly quantity: number }
  | { readonly type: 'reason'; readonly name: string }

interface SheetItem {
  /** The text of the barcode, such as `%T.SHIP`. */
  readonly text: string
  readonly words: SheetWords
}

export interface SheetGroup {
  readonly id: SheetGroupId
  readonly items: readonly SheetItem[]
}

/** A reason code of the master data. */
export interface SheetReason {
  readonly code: string
  readonly name: string
}

const groupOfScope: Readonly<Record<Exclude<Scope, Verb>, SheetGroupId>> = {
  dialog: 'answers',
  scanner: 'scanner',
  offer: 'scanner',
  detail: 'issuance',
  document: 'issuance',
  lines: 'lists',
  edit: 'issuance',
  header: 'issuance',
  grower: 'issuance',
  reasons: 'dump',
  trim: 'trim',
  request: 'trim',
  labels: 'printing',
  list: 'lists',
  tabs: 'lists',
  log: 'lists',
  outbox: 'lists',
  record: 'maintenance',
  import: 'maintenance',
  trace: 'lists',
  anywhere: 'screens',
}

// Commands of the scope `anywhere` that do not open a screen.
const workstationCommands = new Set<CommandId>([
  'mute',
  'louder',
  'quieter',
  'switchVibration',
  'switchSpeech',
  'switchHold',
  'switchTheme',
  'switchSun',
  'switchContrast',
  'largerText',
  'smallerText',
  'switchLanguage',
  'readAgain',
  'reloadMasterData',
  'loadMissingData',
  'loadNewRelease',
  'signInAgain',
])

const printingCommands = new Set<CommandId>(['print', 'commandSheet', 'goToPrint'])

// The most common order quantities, in whole plants.
const quantities = [5, 10, 20, 25, 30, 40, 50, 100, 150, 200, 250, 500, 1000]
const digits = [1, 2, 3, 4, 5, 6, 7, 8, 9, 0]

/** The default quantities for a series of scans, in whole plants. */
export const KEPT_QUANTITIES: readonly number[] = [5, 10, 20, 25, 50, 100]

/** Reads the quantities of the sheet's field: distinct whole numbers from 1; other text is ignored. */
export function readKeptQuantities(text: string): readonly number[] {
  const words = text.split(/[^0-9]+/).filter((word) => word.length <= LIMITS.quantityDigits)
  return [...new Set(words.map(Number))].filter((quantity) => quantity > 0).slice(0, 30)
}

/** Returns the groups in order, without empty ones. `keeps` are the quantities for a series of scans. */
export function sheetGroups(
  registry: Registry,
  reasons: Readonly<Record<'INVENTORY' | 'DUMP', readonly SheetReason[]>>,
  keeps: readonly number[] = KEPT_QUANTITIES,
): readonly SheetGroup[] {
  const commandsOf = (group: SheetGroupId) =>
    registry.commands.flatMap((command) => (groupOf(command) === group ? itemOf(command) : []))
  const barcodeOf = (id: CommandId, argument: string | number) =>
    COMMAND_PREFIX + writeBarcode(registry.byId(id), argument)
  const reasonsOf = (type: 'INVENTORY' | 'DUMP') =>
    reasons[type].map(({ code, name }, index): SheetItem => {
      const byCode = barcodeOf('chooseReason', code)
      // A code with unsupported characters is replaced by its number in the list, which the dialog accepts
      // too.
      const text = commandPattern.test(byCode) ? byCode : barcodeOf('chooseReason', index + 1)
      return { text, words: { type: 'reason', name } }
    })
  const items: Readonly<Record<SheetGroupId, readonly SheetItem[]>> = {
    scanner: commandsOf('scanner'),
    answers: commandsOf('answers'),
    digits: digits.map((digit) => ({
      text: barcodeOf('typeDigit', digit),
      words: { type: 'digit', digit },
    })),
    quantities: quantities.map((quantity) => ({
      text: barcodeOf('setQuantity', quantity),
      words: { type: 'quantity', quantity },
    })),
    kept: [
      ...keeps.map(
        (quantity): SheetItem => ({
          text: COMMAND_PREFIX + writeBarcode(registry.byId('keepQuantity'), quantity),
          words: { type: 'kept', quantity },
        }),
      ),
      ...commandsOf('kept'),
    ],
    issuance: commandsOf('issuance'),
    receiving: commandsOf('receiving'),
    dump: commandsOf('dump'),
    trim: commandsOf('trim'),
    printing: commandsOf('printing'),
    lists: commandsOf('lists'),
    screens: commandsOf('screens'),
    workstation: commandsOf('workstation'),
    maintenance: commandsOf('maintenance'),
    'reasons.INVENTORY': reasonsOf('INVENTORY'),
    'reasons.DUMP': reasonsOf('DUMP'),
  }
  return SHEET_GROUPS.map((id) => ({ id, items: items[id] })).filter(({ items }) => items.length > 0)
}

const groupOf = ({ id, scope }: Command): SheetGroupId => {
  if (workstationCommands.has(id)) return 'workstation'
  if (printingCommands.has(id)) return 'printing'
  if (id === 'endQuantity') return 'kept'
  return isVerb(scope) ? verbOf(scope).sheet : groupOfScope[scope]
}

const isVerb = (scope: Scope): scope is Verb => VERBS.some((verb) => verb === scope)

// A command with a required argument cannot run from its barcode alone.
const itemOf = ({ id, barcode, arguments: specs = [] }: Command): readonly SheetItem[] =>
  barcode === undefined || specs.some(({ required }) => required)
    ? []
    : [{ text: COMMAND_PREFIX + barcode, words: { type: 'command', id } }]
