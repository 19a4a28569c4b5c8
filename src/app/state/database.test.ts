import { beforeEach, expect, it } from 'vitest'
import { startFakeDatabase } from '#tests/support/fake-database.ts'
import { createValueStore } from './database.ts'

beforeEach(startFakeDatabase)

it('stores and deletes values in one transaction', async () => {
  const values = createValueStore<string>('test', 'values')
  await values.change([
    ['a', 1],
    ['b', { n: 2 }],
  ])
  await values.change([['c', 3]], ['a'])
  expect(await values.entries()).toEqual([
    ['b', { n: 2 }],
    ['c', 3],
  ])
  expect(await values.get('a')).toBeUndefined()
  await expect(values.change([['d', () => undefined]], ['b'])).rejects.toThrow()
  expect(await values.get('b')).toEqual({ n: 2 })
  await values.clear()
  expect(await values.entries()).toEqual([])
})

it('keeps the values of a database that was opened without a version', async () => {
  const opened = indexedDB.open('trimline-scans')
  await new Promise((resolve) => {
    opened.addEventListener('upgradeneeded', () => {
      opened.result.createObjectStore('scans').put('scan', ['pia', '1'])
    })
    opened.addEventListener('success', resolve)
  })
  opened.result.close()
  const scans = createValueStore<[string, string]>('trimline-scans', 'scans')
  expect(await scans.entries()).toEqual([[['pia', '1'], 'scan']])
})
