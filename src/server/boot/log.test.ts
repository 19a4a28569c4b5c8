import { expect, test } from 'vitest'
import { describeError } from './log.ts'

test('logs a failed query’s error without its parameters', () => {
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

test('logs an address with its user and host, but without its password', () => {
  const error = new Error('connect postgres://trimline:a-secret@db.example/stock failed')
  const described = describeError(error)
  expect(JSON.stringify(described)).not.toContain('secret')
  expect(described).toMatchObject({ message: 'connect postgres://trimline:***@db.example/stock failed' })
})
