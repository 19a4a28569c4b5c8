import type { Problem } from '#contract/problem.ts'
import { refuse } from '#contract/refusals.ts'
import { fail, type Result } from '#contract/result.ts'
import type { IdentityGroups } from '#contract/runtime-config.ts'
import { identify, type Person } from '#server/domain/people.ts'
import type { Ports } from '#server/domain/ports.ts'
import { problemFor } from '#server/domain/refusals.ts'
import type { SheetRegistry } from '#server/reports/documents/command-sheet.ts'
import type { LabelTemplate } from '#server/reports/labels/label-template.ts'
import type { Printing } from '#server/reports/printing.ts'
import type { User } from '../handlers.ts'

/** What the handlers work with: the domain's ports outside of transactions and inside one, and the identity groups. */
export interface HandlerParts<Transaction> {
  readonly ports: Ports
  readonly portsIn: (transaction: Transaction) => Ports
  readonly groups: IdentityGroups
  /** What paper is made with: the thread that draws it, the kinds of labels, the commands that have a barcode. */
  readonly paper: {
    readonly printing: Printing
    readonly templates: readonly LabelTemplate[]
    readonly registry: SheetRegistry
  }
}

/**
 * Knows who asks, then does the work; someone whom no group lets in gets the problem. Transactions are for changes: inside one,
 * somebody who may only look is refused whatever they ask for (decisions: read-only users).
 */
export async function asPerson<Value>(
  parts: Pick<HandlerParts<unknown>, 'groups' | 'ports'>,
  ports: Ports,
  user: User,
  work: (person: Person) => Promise<Result<Value, Problem>>,
): Promise<Result<Value, Problem>> {
  const person = await identify(ports.people, parts.groups, user)
  if (!person.ok) return person
  if (person.value.readOnly && ports !== parts.ports) return fail(problemFor(refuse('readOnlyAccess')))
  return work(person.value)
}
