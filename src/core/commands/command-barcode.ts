// Parses a command barcode into the command and its arguments: `SHIP`, `Q.25`, `PICK.B123456789.40`.

import { readArguments } from './arguments.ts'
import type { Arguments, Command } from './command.ts'
import type { Registry } from './registry.ts'

export type ReadCommand =
  | { readonly ok: true; readonly command: Command; readonly given: Arguments }
  | { readonly ok: false; readonly code: 'scan-command-unknown' | 'scan-command-argument' }

/** Parses the text after `%T.`. A word that fits no argument is an error; it is never ignored. */
export function readCommandBarcode(registry: Registry, code: string): ReadCommand {
  const found = registry.byBarcode(code)
  if (!found) return { ok: false, code: 'scan-command-unknown' }
  const { given, left } = readArguments(found.command.arguments ?? [], found.rest)
  return left.length === 0
    ? { ok: true, command: found.command, given }
    : { ok: false, code: 'scan-command-argument' }
}
