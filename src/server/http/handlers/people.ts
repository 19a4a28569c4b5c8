import { mayReadRightsOf, type Person } from '#server/domain/people.ts'
import type { Handlers } from '../handlers.ts'
import { type HandlerParts, readIfPermitted } from './context.ts'

/** Handles calls for rights and locations of users (part 1 section 7). */
export function peopleHandlers<Transaction>(parts: HandlerParts<Transaction>) {
  const { ports } = parts
  return {
    userroles: ({ query: { username }, user }) => {
      const may = (person: Person) => mayReadRightsOf(person, username)
      return readIfPermitted(parts, user, may, async () => ({
        Result: [...(await ports.people.permissionsOf(username))],
      }))
    },
    userdcs: ({ query: { username }, user }) => {
      const may = (person: Person) => mayReadRightsOf(person, username)
      return readIfPermitted(parts, user, may, async () => ({
        Result: [...(await ports.people.locationsOf(username))],
      }))
    },
  } satisfies Handlers<Transaction>
}
