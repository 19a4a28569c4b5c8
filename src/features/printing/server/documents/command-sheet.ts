// Prints every command that has a barcode: from the same registry as palette, keys and help.
import type { ReasonCode } from '#core/wire/master-data.ts'
import { isEncodable } from '../paper/code128-text.ts'
import { isPaperCode, sayOnPaper } from '../paper/words.ts'

/** A command for the sheet. */
export interface SheetCommand {
  readonly id: string
  readonly scope: string
  /** The text of its barcode: `%T.SHIP`; `*` stands for its argument. */
  readonly barcode: string
  /** Its keys as declared: `mod+k, f2`. */
  readonly keys: string
  /** What must follow the barcode, if anything. */
  readonly argument: 'quantity' | 'kept' | 'reason' | 'other' | undefined
}

/** The registry for the sheet. */
export interface SheetRegistry {
  readonly commands: readonly SheetCommand[]
  /** Would this barcode run a command? */
  readonly reads: (barcode: string) => boolean
}

export interface SheetEntry {
  readonly name: string
  /** The text of the barcode, or '' if the code has characters that it cannot encode. */
  readonly barcode: string
  readonly hint: string
}

export interface CommandSheet {
  readonly title: string
  readonly hint: string
  readonly groups: readonly { readonly title: string; readonly entries: readonly SheetEntry[] }[]
}

// Scanning digits one by one would be slow: common quantities are printed whole.
const quantities = [
  1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 15, 20, 25, 30, 40, 50, 75, 100, 150, 200, 250, 300, 400, 500, 750, 1000,
  2000, 5000,
]
// Of whole lots of scans; others are printed from the app's own sheet.
const keptQuantities = [5, 10, 20, 25, 50, 100]

/**
 * Groups the commands by scope, then quantities, then reason codes. Commands that need a further word (a
 * document number) have no barcode and are left out.
 */
export function makeCommandSheet(
  { commands, reads }: SheetRegistry,
  reasons: { readonly dump: readonly ReasonCode[]; readonly inventory: readonly ReasonCode[] },
): CommandSheet {
  const scopes = [...new Set(commands.map(({ scope }) => scope))]
  const groups = scopes.map((scope) => ({
    title: word(`scope.${scope}`, scope),
    entries: commands
      .filter((command) => command.scope === scope && command.argument === undefined)
      .map(({ id, barcode, keys }) => ({ name: word(`command.${id}`, id), barcode, hint: keys })),
  }))
  const withArgument = (argument: SheetCommand['argument']) =>
    commands.find((command) => command.argument === argument)?.barcode
  const quantity = withArgument('quantity')
  const kept = withArgument('kept')
  const reason = withArgument('reason')
  /** '' for a code that a barcode cannot encode or that would not be read back: it is chosen by hand. */
  const barcodeOf = (code: string) => {
    const barcode = `${reason}.${code}`
    const whole = reason !== undefined && isEncodable(code) && !/[. ]/.test(code) && reads(barcode)
    return whole ? barcode : ''
  }
  const reasonEntries = (codes: readonly ReasonCode[]) =>
    codes.map(({ ReasonCode: code, ReasonDescript: description }) => ({
      name: description || code,
      barcode: barcodeOf(code),
      hint: code,
    }))
  return {
    title: sayOnPaper('sheetTitle'),
    hint: sayOnPaper('sheetHint'),
    groups: [
      ...groups,
      {
        title: sayOnPaper('sheetQuantities'),
        entries:
          quantity === undefined
            ? []
            : quantities.map((number) => ({
                name: String(number),
                barcode: `${quantity}.${number}`,
                hint: '',
              })),
      },
      {
        title: sayOnPaper('sheetKept'),
        entries:
          kept === undefined
            ? []
            : keptQuantities.map((number) => ({
                name: String(number),
                barcode: kept.replace('*', String(number)),
                hint: '',
              })),
      },
      { title: sayOnPaper('sheetReasonsDump'), entries: reasonEntries(reasons.dump) },
      { title: sayOnPaper('sheetReasonsInventory'), entries: reasonEntries(reasons.inventory) },
    ].filter(({ entries }) => entries.length > 0),
  }
}

// The catalogue's text; an unknown scope or command shows its own name.
const word = (code: string, otherwise: string) => (isPaperCode(code) ? sayOnPaper(code) : otherwise)
