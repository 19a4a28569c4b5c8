import { expect, test } from './support/test.ts'
import { walk } from './walk/walk.ts'

// One of the walks of random-walk.walk.ts.

test('two people and an administrator work through a faulty network: the screens match the server', async ({
  browser,
}) => {
  test.setTimeout(5 * 60_000)
  const { findings, story } = await walk(browser, 5)
  expect(findings, story.join('\n')).toEqual([])
})
