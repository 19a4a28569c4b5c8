/**
 * `npm run test:node -- 22`: runs the unit and integration tests on this version of Node, from npm's package
 * `node`. `npm run test:node -- 22 src/core/scan` runs the tests of one folder.
 */

import { spawnSync } from 'node:child_process'
import { root } from '#server/boot/prepare.mjs'

const [version, ...files] = process.argv.slice(2)
if (version === undefined) {
  console.error('Which version? For example: npm run test:node -- 22')
  process.exitCode = 1
} else {
  const tests =
    files.length > 0
      ? ['node_modules/vitest/vitest.mjs', 'run', ...files]
      : ['tests/support/test.mjs', 'unit', 'integration']
  const { status } = spawnSync('npx', ['--yes', `node@${version}`, ...tests], {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  process.exitCode = status ?? 1
}
