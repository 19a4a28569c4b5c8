// Every command that has a barcode, for a wall or a belt: the same registry as palette, keys and help.
import type { ReasonCode } from '#contract/master-data.ts'
import { isEncodable } from '../paper/code128-text.ts'
import { isPaperCode, sayOnPaper } from '../paper/words.ts'

/** A command as the sheet needs to know it. */
export interface SheetCommand {
  readonly id: string
  readonly scope: string
  /** What its barcode reads: `%T.SHIP`. */
  readonly barcode: string
  /** Its keys as they are declared: `mod+k, f2`. */
  readonly keys: string
  /** What has to follow the barcode, if anything. */
  readonly argument: 'quantity' | 'reason' | 'other' | undefined
}

/** The registry as the sheet needs to know it. */
export interface SheetRegistry {
  readonly commands: readonly SheetCommand[]
  /** Would this barcode run a command? */
  readonly reads: (barcode: string) => boolean
}

export interface SheetEntry {
  readonly name: string
  /** What the barcode reads, or '' where a code has characters that it cannot carry. */
  readonly barcode: string
  readonly hint: string
}

export interface CommandSheet {
  readonly title: string
  readonly hint: string
  readonly groups: readonly { readonly title: string; readonly entries: readonly SheetEntry[] }[]
}

// Digits for typing a number scan by scan would be slow: the quantities that come up are printed whole.
const quantities = [
  1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 15, 20, 25, 30, 40, 50, 75, 100, 150, 200, 250, 300, 400, 500, 750, 1000,
  2000, 5000,
]

/**
 * Groups the commands by where they work, then the quantities, then the reason codes. Commands that need another word (a number of
 * a document) have no barcode by themselves and are left out.
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
  const reason = withArgument('reason')
  /** '' for a code that a barcode cannot carry or that would not be read back whole: it is chosen by hand. */
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
      { title: sayOnPaper('sheetReasonsDump'), entries: reasonEntries(reasons.dump) },
      { title: sayOnPaper('sheetReasonsInventory'), entries: reasonEntries(reasons.inventory) },
    ].filter(({ entries }) => entries.length > 0),
  }
}

// The catalogue's word; a scope or command that it does not know yet is called by its own name.
const word = (code: string, otherwise: string) => (isPaperCode(code) ? sayOnPaper(code) : otherwise)
