// Explains a refusal: its rule, its facts, and the commands that help.
import type { Arguments, Command, CommandOutcome } from '#core/commands/command.ts'
import type { CommandContext } from '#core/commands/context.ts'
import { mayRun, missingArgument } from '#core/commands/dispatch.ts'
import type { Registry } from '#core/commands/registry.ts'
import type { CommandId } from '#core/wire/command-ids.ts'
import type { FactName, WhyCode } from '#core/wire/why-codes.ts'
import { nextSteps, whyOf } from './next-steps.ts'

/** The refusal of a command, of a scan, or of both. */
export type Refused = Pick<CommandOutcome, 'code' | 'next'> & {
  readonly args: Arguments
  /** The scanned text; '' for a command by key or button. */
  readonly raw: string
  readonly command?: CommandId | undefined
}

/** A refusal to explain on the open screen. */
export interface ShownRefusal {
  readonly refused: Refused
  readonly registry: Registry
  readonly context: CommandContext
  /** The person's place. */
  readonly place: Readonly<Partial<Record<'location' | 'season', string>>>
  /** The refusal happened on this screen, so its facts apply. */
  readonly isHere: boolean
  /** Scans wait until it is acknowledged. */
  readonly held: boolean
}

export interface NextStep {
  readonly command: Command
  readonly given: Arguments
}

export interface Explanation {
  readonly refused: Refused
  readonly why: WhyCode
  readonly facts: readonly (readonly [FactName, string | number])[]
  /** The barcode whose reservations are looked up. */
  readonly barcode: string | undefined
  readonly steps: readonly NextStep[]
}

// In display order.
const factNames = [
  'location',
  'season',
  'there',
  'number',
  'here',
  'documentStatus',
  'barcode',
  'shelf',
  'stockType',
  'wanted',
  'status',
  'ordered',
  'picked',
  'received',
  'shipped',
  'quantity',
  'available',
  'open',
  'value',
  'reason',
  'key',
  'from',
] as const satisfies readonly FactName[]

// One step per digit key.
const maxSteps = 9

// Refusals about plants that other documents may have reserved.
const reasonsWithHolders = new Set<WhyCode>([
  'insufficientQuantity',
  'belowReserved',
  'pickOfZero',
  'noStock',
  'notHere',
  'elsewhere',
])

/** Explains a refusal on the open screen. */
export function explain({ refused, registry, context, place, isHere, held }: ShownRefusal): Explanation {
  // A failure with a reason has the refusal's code in its facts.
  const why = whyOf(String(refused.args['why'] ?? refused.code))
  const barcodeFact = refused.args['barcode']
  const barcode = barcodeFact === undefined ? undefined : String(barcodeFact)
  const described = isHere ? (context.document?.describe?.(barcode) ?? {}) : {}
  const known: Arguments = { ...place, ...described, ...refused.args }
  const ids = [
    ...(held ? (['acknowledge'] as const) : []),
    ...(refused.next ?? []),
    ...(nextSteps[why] ?? []),
  ]
  const steps = [...new Set(ids)]
    .filter((id) => id !== refused.command || id === 'openDocument')
    .map((id): NextStep => {
      const command = registry.byId(id)
      return { command, given: givenOf(command, known) }
    })
    .filter(
      ({ command, given }) =>
        missingArgument(command, given) === undefined && mayRun(command, context, given) === true,
    )
  return {
    refused,
    why,
    facts: factNames.flatMap((name) => {
      const value = known[name]
      return value === undefined || value === '' ? [] : [[name, value] as const]
    }),
    barcode: reasonsWithHolders.has(why) ? barcode : undefined,
    steps: steps.slice(0, maxSteps),
  }
}

// A command's required arguments that the facts contain.
const givenOf = (command: Command, facts: Arguments): Arguments =>
  Object.fromEntries(
    (command.arguments ?? []).flatMap(({ name, required }) => {
      const value = facts[name]
      return required && value !== undefined ? [[name, value]] : []
    }),
  )
