// Parses a ZPL file into commands. The file is never sent to a printer; it only becomes a template.
import { type Refusal, refuse } from '#core/wire/refusals.ts'
import { fail, type Result, succeed } from '#core/wire/result.ts'

/** A command with its parameters and its line in the file. */
export interface ZplCommand {
  /** `^FO`; fonts include the font name, such as `^A0`. */
  readonly name: string
  readonly parameters: string
  readonly line: number
}

// The accepted commands. Commands that store, query, count or set up a printer are refused.
const ZPL_COMMANDS: readonly string[] =
  '^XA ^XZ ^PW ^LL ^LH ^CI ^PQ ^FX ^CF ^FO ^FT ^A0 ^FB ^FH ^FD ^FS ^BY ^BC ^BQ ^GB'.split(' ')

/**
 * Returns the commands between `^XA` and `^XZ`. Fails with the name and line of the first refused command,
 * or if there is not exactly one label.
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
  const isOnlyAt = (name: string, at: number) => names.indexOf(name) === at && names.lastIndexOf(name) === at
  return isOnlyAt('^XA', 0) && isOnlyAt('^XZ', names.length - 1)
    ? succeed(commands.slice(1, -1))
    : fail(refuse('zplFrame'))
}

const newLines = (text: string) => text.split('\n').length - 1
const visible = (name: string) => name.replaceAll(/[^\u{21}-\u{7E}]/gu, '?')
