import type { Problem } from '#core/wire/problem.ts'
import { refuse } from '#core/wire/refusals.ts'
import { fail, type Result, succeed } from '#core/wire/result.ts'
import type { IdentityGroups } from '#core/wire/runtime-config.ts'
import { identify, type Person } from '#server/domain/people.ts'
import type { Ports } from '#server/domain/ports.ts'
import { problemFor } from '#server/domain/refusals.ts'
import type { User } from '../handlers.ts'

/** The handlers' dependencies: ports outside and inside a transaction, with a feature's `Own`, and groups. */
export interface HandlerParts<Transaction, Own = unknown> {
  readonly ports: Ports & Own
  readonly portsIn: (transaction: Transaction) => Ports & Own
  readonly groups: IdentityGroups
}

/**
 * Identifies the user, then runs `work`. Users outside all configured groups get a problem.
 * Inside a transaction, read-only users are refused (docs/decisions.md: read-only users).
 */
export async function withPerson<Value>(
  parts: { readonly ports: Pick<Ports, 'people'>; readonly groups: IdentityGroups },
  ports: Pick<Ports, 'people'>,
  user: User,
  work: (person: Person) => Promise<Result<Value, Problem>>,
): Promise<Result<Value, Problem>> {
  const person = await identify(ports.people, parts.groups, user)
  if (!person.ok) return person
  if (person.value.readOnly && ports !== parts.ports) return fail(problemFor(refuse('readOnlyAccess')))
  return work(person.value)
}

/** Reads for a permitted user. `may` returns a problem otherwise. */
export async function readIfPermitted<Value>(
  parts: Pick<HandlerParts<unknown>, 'groups' | 'ports'>,
  user: User,
  may: (person: Person) => Result<true, Problem>,
  read: (person: Person) => Promise<Value>,
): Promise<Result<Value, Problem>> {
  return withPerson(parts, parts.ports, user, async (person) => {
    const allowed = may(person)
    return allowed.ok ? succeed(await read(person)) : allowed
  })
}
