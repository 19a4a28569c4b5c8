import { describe, expect, it } from 'vitest'
import { groupRightsOf } from './group-rights.ts'

const configured = {
  admin: ['Warehouse Super Users', 'App-Owners', 'Admins'],
  regular: ['Staff', 'Supervisors'],
  readOnly: ['Guests'],
  entityAdmin: ['Grower Desk'],
}
const stranger = { member: false, readOnly: false, admin: false, superAdmin: false, entityAdmin: false }
const worker = { ...stranger, member: true }
const reader = { ...worker, readOnly: true }
const admin = { ...worker, admin: true }
const superAdmin = { ...admin, superAdmin: true, entityAdmin: true }

describe('the rights that identity groups give', () => {
  it.each([
    [[], stranger],
    [['Visitors'], stranger],
    [['staff'], stranger],
    [['Staff'], worker],
    [['Visitors', 'Staff'], worker],
    [['Guests'], reader],
    [['Guests', 'Staff'], worker],
    [['Guests', 'Admins'], admin],
    [['Admins'], admin],
    [['Warehouse Super Users'], superAdmin],
    [['App-Owners'], superAdmin],
    [['Admins', 'App-Owners'], superAdmin],
    // 'super' in the name of a group that is not an admin group gives no rights.
    [['Supervisors'], worker],
    // The entity-admin group alone gives no access.
    [['Grower Desk'], { ...stranger, entityAdmin: true }],
    [['Grower Desk', 'Staff'], { ...worker, entityAdmin: true }],
    [['Grower Desk', 'Guests'], { ...reader, entityAdmin: true }],
  ])('of %j', (groups, expected) => {
    expect(groupRightsOf(configured, groups)).toEqual(expected)
  })

  it('are given to no user if the site has configured no groups', () => {
    const none = { admin: [], regular: [], readOnly: [], entityAdmin: [] }
    expect(groupRightsOf(none, ['Staff', 'Admins', 'super'])).toEqual(stranger)
  })
})
