// A ZPL file as its commands. Nothing of it is ever sent to a printer: it is read, and a template is made of
// what it says.
import { type Refusal, refuse } from '#core/wire/refusals.ts'
import { fail, type Result, succeed } from '#core/wire/result.ts'

/** A command with its parameters, and the line of the file in which it begins. */
export interface ZplCommand {
  /** `^FO`; a font's with its name, `^A0`. */
  readonly name: string
  readonly parameters: string
  readonly line: number
}

// All that is taken; whatever stores, asks, counts, or sets up a printer is not.
const ZPL_COMMANDS: readonly string[] =
  '^XA ^XZ ^PW ^LL ^LH ^CI ^PQ ^FX ^CF ^FO ^FT ^A0 ^FB ^FH ^FD ^FS ^BY ^BC ^BQ ^GB'.split(' ')

/**
 * The commands between `^XA` and `^XZ`. Fails with the first one that is not taken, its name and line, and
 * where there is not exactly one label.
 */
export function readCommands(text: string): Result<readonly ZplCommand[], Refusal> {
  const parts = text.match(/[~^][^~^]*/g) ?? []
  let line = 1 + newLines(text.slice(0, text.search(/[~^]/)))
  const commands: ZplCommand[] = []
  for (const part of parts) {
    const [name = ''] = /^[~^]\S{0,2}/.exec(part) ?? []
    const upper = name.toUpperCase()
    if (!ZPL_COMMANDS.includes(upper)) return fail(refuse('zplCommand', { command: visible(upper), line }))
    commands.push({ name: upper, parameters: part.slice(name.length).replaceAll(/[\r\n]/g, ''), line })
    line += newLines(part)
  }
  const names = commands.map(({ name }) => name)
  const once = (name: string, at: number) => names.indexOf(name) === at && names.lastIndexOf(name) === at
  return once('^XA', 0) && once('^XZ', names.length - 1)
    ? succeed(commands.slice(1, -1))
    : fail(refuse('zplFrame'))
}

const newLines = (text: string) => text.split('\n').length - 1
const visible = (name: string) => name.replaceAll(/[^\u{21}-\u{7E}]/gu, '?')
