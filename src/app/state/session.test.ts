import { createStore } from 'jotai'
import { describe, expect, it } from 'vitest'
import type { UserPermission } from '#core/wire/master-data.ts'
import { groupsAtom, identityAtom, permissionsAtom, sessionAtom, userLocationsAtom } from './session.ts'

const permission = (securityItem: string, userPermissions?: unknown): UserPermission => ({
  id: null,
  roleName: '',
  securityItem,
  userPermissions,
})

const sessionOf = (groups: readonly string[], permissions: readonly UserPermission[] = []) => {
  const state = createStore()
  state.set(groupsAtom, {
    admin: ['Warehouse Super Users', 'App-Owners', 'Admins'],
    regular: ['Staff'],
    readOnly: ['Guests'],
    entityAdmin: [],
  })
  state.set(identityAtom, { userName: 'pia', displayName: 'Pia', groups })
  state.set(permissionsAtom, permissions)
  state.set(userLocationsAtom, [
    { id: null, username: 'pia', location: 'WAT' },
    { id: null, username: 'pia', location: 'SAL', userLocations: 'N' },
  ])
  const session = state.get(sessionAtom)
  if (!session) throw new Error('no session')
  return session
}

describe('the session', () => {
  it('holds a key unless its permission denies it', () => {
    const { actor } = sessionOf(
      ['Staff'],
      [
        permission('dumpkey'),
        permission('DUMPHOMEKEY', true),
        permission('DUMPCREATEKEY', 'Y'),
        permission('ISSUANCEADMINKEY', false),
        permission('RETURNADMINKEY', 'false'),
        permission('TRANSFERLOGADMINKEY', 0),
        permission('SOMEBODY ELSE’S KEY', true),
      ],
    )
    expect([...actor.keys]).toEqual(['DUMPKEY', 'DUMPHOMEKEY', 'DUMPCREATEKEY'])
  })

  it('contains the granted locations', () => {
    expect(sessionOf(['Staff']).locations).toEqual(['WAT'])
  })

  it('derives the role from the groups', () => {
    expect(sessionOf(['Guests'])).toMatchObject({ actor: { readOnly: true }, member: true, admin: false })
    expect(sessionOf(['App-Owners'])).toMatchObject({ actor: { readOnly: false }, superAdmin: true })
    expect(sessionOf(['Visitors']).member).toBe(false)
  })
})
