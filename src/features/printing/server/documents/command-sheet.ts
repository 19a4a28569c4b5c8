// Lists every command that has a barcode, from the same registry as palette, keys and help.
import type { ReasonCode } from '#core/wire/master-data.ts'
import { isSentenceCode } from '#text/all-languages.ts'
import { isEncodable } from '../paper/code128-text.ts'
import { sayOnPaper } from '../paper/paper-texts.ts'

/** A command for the sheet. */
export interface SheetCommand {
  readonly id: string
  readonly scope: string
  /** The text of its barcode, such as `%T.SHIP`; `*` marks the argument. */
  readonly barcode: string
  /** Its keys as declared: `mod+k, f2`. */
  readonly keys: string
  /** The argument that must follow the barcode, if any. */
  readonly argument: 'quantity' | 'kept' | 'reason' | 'other' | undefined
}

/** The command registry for the sheet. */
export interface SheetRegistry {
  readonly commands: readonly SheetCommand[]
  /** Would this barcode run a command? */
  readonly reads: (barcode: string) => boolean
}

export interface SheetEntry {
  readonly name: string
  /** The text of the barcode; '' if Code 128 cannot encode the code. */
  readonly barcode: string
  readonly hint: string
}

export interface CommandSheet {
  readonly title: string
  readonly hint: string
  readonly groups: readonly { readonly title: string; readonly entries: readonly SheetEntry[] }[]
}

// Print common quantities as whole barcodes, because scanning digits one by one is slow.
const quantities = [
  1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 15, 20, 25, 30, 40, 50, 75, 100, 150, 200, 250, 300, 400, 500, 750, 1000,
  2000, 5000,
]
// Quantities kept for a series of scans; the app's own command sheet prints others.
const keptQuantities = [5, 10, 20, 25, 50, 100]

/**
 * Groups the commands by scope, then quantities, then reason codes. Commands that need another argument,
 * such as a document number, are left out.
 */
export function makeCommandSheet(
  { commands, reads }: SheetRegistry,
  reasons: { readonly dump: readonly ReasonCode[]; readonly inventory: readonly ReasonCode[] },
): CommandSheet {
  const scopes = [...new Set(commands.map(({ scope }) => scope))]
  const groups = scopes.map((scope) => ({
    title: textOrName(`scope.${scope}`, scope),
    entries: commands
      .filter((command) => command.scope === scope && command.argument === undefined)
      .map(({ id, barcode, keys }) => ({ name: textOrName(`command.${id}`, id), barcode, hint: keys })),
  }))
  const withArgument = (argument: SheetCommand['argument']) =>
    commands.find((command) => command.argument === argument)?.barcode
  const quantity = withArgument('quantity')
  const kept = withArgument('kept')
  const reason = withArgument('reason')
  /** Returns '' for a code that cannot be encoded or read back; the user chooses it by hand. */
  const barcodeOf = (code: string) => {
    const barcode = `${reason}.${code}`
    const canScan = reason !== undefined && isEncodable(code) && !/[. ]/.test(code) && reads(barcode)
    return canScan ? barcode : ''
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

// Returns the catalogue text; an unknown scope or command shows its own name.
const textOrName = (code: string, otherwise: string) => (isSentenceCode(code) ? sayOnPaper(code) : otherwise)
