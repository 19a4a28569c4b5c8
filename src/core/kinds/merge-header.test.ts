import { describe, expect, it } from 'vitest'
import { fields as issuance } from './issuance/fields.ts'
import { fieldsOfUnit, mergeHeader } from './merge-header.ts'

const seen = { IssueToType: 'Grower', IssueToNbr: 'G1', ReferenceNbr: '', Comments: 'gate 3' }
const merge = (mine: object, now: object) =>
  mergeHeader(issuance.header, seen, { ...seen, ...mine }, { ...seen, ...now })

describe('mergeHeader', () => {
  it('keeps both edits if they are in different fields', () => {
    const { values, conflicts } = merge({ Comments: 'gate 4' }, { ReferenceNbr: 'PO 7', IssueToNbr: 'G2' })
    expect(conflicts).toEqual([])
    expect(values).toMatchObject({ Comments: 'gate 4', ReferenceNbr: 'PO 7', IssueToNbr: 'G2' })
  })

  it('reports a conflict if both people set a field to different values', () => {
    expect(merge({ Comments: 'gate 4' }, { Comments: 'gate 5' }).conflicts).toEqual(['Comments'])
    expect(merge({ Comments: 'gate 5' }, { Comments: 'gate 5' }).conflicts).toEqual([])
  })

  it('never mixes the fields of two destinations', () => {
    const mine = { IssueToNbr: 'G2', EntityName: 'Birch Ranch' }
    const theirs = { IssueToNbr: 'G3', EntityName: 'Cedar Fields' }
    expect(merge(mine, theirs).conflicts).toEqual(['IssueToNbr', 'EntityName'])
    expect(merge({}, theirs).values).toMatchObject(theirs)
    expect(fieldsOfUnit(issuance.header, 'IssueToNbr')).toContain('IssueToType')
  })
})
