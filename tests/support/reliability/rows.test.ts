import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '#server/boot/prepare.mjs'
import { PROOFS } from './proofs.ts'
import { type RunTest, rowsOf } from './rows.ts'

const caseOf = PROOFS.find(({ part }) => part === 'abuse')?.caseOf ?? /^$/

const ran = (title: string, more: Partial<RunTest> = {}): RunTest => ({
  file: 'tests/abuse/x.test.ts',
  titles: [title, 'a test'],
  passed: true,
  figures: [],
  reads: [],
  ...more,
})

test('lists a class as one row, however many files test it, in the order of the numbers', () => {
  expect(
    rowsOf(
      [
        ran('Abuse 17: hostile names', { figures: ['names tried: 38'] }),
        ran('Abuse 3: mass assignment', { passed: false }),
        ran('nothing of abuse'),
        ran('Abuse 17: hostile names on screen', { file: 'tests/e2e/x.spec.ts', figures: ['screens: 4'] }),
      ],
      caseOf,
    ),
  ).toEqual([
    ['3', 'mass assignment', '0 of 1', ''],
    ['17', 'hostile names', '2 of 2', 'names tried: 38; screens: 4'],
  ])
})

test('there are 26 classes of abuse, each with one title in all of its files', () => {
  const files = ['tests/abuse', 'tests/e2e'].flatMap((folder) =>
    readdirSync(join(root, folder))
      .filter((name) => /\.(test|spec)\.ts$/.test(name))
      .map((name) => readFileSync(join(root, folder, name), 'utf8')),
  )
  const titles = new Set(
    files.flatMap((text) => [...text.matchAll(/'(Abuse \d+: [^']*)'/g)].map(([, title]) => title)),
  )
  const numbers = [...titles]
    .map((title = '') => Number(caseOf.exec(title)?.[1]))
    .toSorted((one, other) => one - other)
  expect(numbers).toEqual(Array.from({ length: 26 }, (_, at) => at + 1))
})
