import { expect, test } from 'vitest'
import { describeError } from './log.ts'

test('what a failed query was given does not reach the log; what went wrong does', () => {
  const cause = Object.assign(new Error('duplicate key'), { code: '23505', constraint: 'crate_pkey' })
  const error = new Error('Failed query: insert into t values ($1)\nparams: a-secret,\nanother-secret', {
    cause,
  })
  const described = describeError(error)
  expect(JSON.stringify(described)).not.toContain('secret')
  expect(described).toMatchObject({
    message: 'Failed query: insert into t values ($1)',
    stack: expect.stringContaining('log.test.ts'),
    cause: { code: '23505', constraint: 'crate_pkey' },
  })
})

test('the password of an address does not reach the log; whose it is and where does', () => {
  const error = new Error('connect postgres://trimline:a-secret@db.example/stock failed')
  const described = describeError(error)
  expect(JSON.stringify(described)).not.toContain('secret')
  expect(described).toMatchObject({ message: 'connect postgres://trimline:***@db.example/stock failed' })
})
