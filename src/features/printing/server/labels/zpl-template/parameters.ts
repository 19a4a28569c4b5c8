// Parses the parameters of a ZPL command: whole numbers and letters between commas.
import { type Refusal, refuse } from '#core/wire/refusals.ts'
import type { ZplCommand } from './commands.ts'

/** Reads the parameters of one command; `refusal` is the first invalid parameter. */
export class Parameters {
  readonly #command: ZplCommand
  readonly #parts: readonly string[]
  refusal: Refusal | undefined

  constructor(command: ZplCommand) {
    this.#command = command
    this.#parts = command.parameters.split(',').map((part) => part.trim())
  }

  /** Returns the whole number at a position, in dots or as a count; `otherwise` if it is missing. */
  number(at: number, { least = 0, most = 32_000, otherwise = 0 } = {}): number {
    const text = this.#parts[at] ?? ''
    if (text === '') return otherwise
    const value = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN
    if (value >= least && value <= most) return value
    const { name: command, line } = this.#command
    this.refusal ??= refuse('zplNumber', { command, line, place: at + 1, least, most })
    return otherwise
  }

  /** Returns the choice at a position; the first one if it is missing. */
  choice<const Choice extends string>(at: number, choices: readonly [Choice, ...Choice[]]): Choice {
    const text = (this.#parts[at] ?? '').toUpperCase()
    const found = text === '' ? choices[0] : choices.find((choice) => choice === text)
    if (found !== undefined) return found
    const { name: command, line } = this.#command
    this.refusal ??= refuse('zplOption', { command, line, allowed: choices.join(', ') })
    return choices[0]
  }
}
