import { succeed } from '#contract/result.ts'
import { mayReadRightsOf } from '#server/domain/people.ts'
import type { Handlers } from '../handlers.ts'
import { asPerson, type HandlerParts } from './context.ts'

/** Rights and locations of people (part 1 section 7). */
export function peopleHandlers<Transaction>(parts: HandlerParts<Transaction>) {
  const { ports } = parts
  return {
    userroles: ({ query, user }) =>
      asPerson(parts, ports, user, async (person) => {
        const allowed = mayReadRightsOf(person, query.username)
        if (!allowed.ok) return allowed
        return succeed({ Result: [...(await ports.people.permissionsOf(query.username))] })
      }),
    userdcs: ({ query, user }) =>
      asPerson(parts, ports, user, async (person) => {
        const allowed = mayReadRightsOf(person, query.username)
        if (!allowed.ok) return allowed
        return succeed({ Result: [...(await ports.people.locationsOf(query.username))] })
      }),
  } satisfies Handlers<Transaction>
}
