import { describe, expect, it } from 'vitest'
import type { Session } from '#client/state/session.ts'
import type { RouteName } from '#contract/routes.ts'
import type { SecurityKey } from '#contract/security-keys.ts'
import { trimAdjustment } from '#workflows/adjustment.ts'
import { type Access, mayOpen } from '#workflows/engine.ts'
import { workflows } from '#workflows/index.ts'
import type { Workflow } from '#workflows/workflow.ts'
import { mayVisit } from './screens.tsx'

const session = (keys: readonly SecurityKey[]): Session => ({
  userName: 'pia',
  displayName: 'Pia',
  groups: [],
  actor: { keys: new Set(keys), readOnly: false },
  locations: ['WAT'],
  member: true,
  admin: false,
  superAdmin: false,
  entityAdmin: false,
})
const given = ({ requires, grants }: Access) => requires.filter((key) => !grants.includes(key))

const modes = Object.values<Workflow>(workflows).flatMap(({ modes: of }) =>
  Object.values(of).map(({ access, lists, routes: { edit, detail, receive } }) => ({
    access,
    routes: [...lists.map(({ route }) => route), edit, detail, ...(receive ? [receive] : [])],
  })),
)
const { inventory } = trimAdjustment.modes
const cases: readonly (readonly [RouteName, Access])[] = [
  ...modes.flatMap(({ access, routes }) => routes.map((route) => [route, access] as const)),
  [inventory.route, inventory.access],
]

describe('a screen opens with the keys of its workflow', () => {
  it.each(cases)('%s', (route, access) => {
    const keys = given(access)
    expect(mayVisit(route, session(keys))).toBe(true)
    expect(mayOpen(access, session(keys).actor)).toBe(true)
    for (const missing of keys) {
      const without = session(keys.filter((key) => key !== missing))
      expect(mayVisit(route, without)).toEqual({ code: 'keyMissing', facts: { key: missing } })
      expect(mayOpen(access, without.actor)).toEqual({ code: 'keyMissing', facts: { key: missing } })
    }
  })
})
