/** `npm run check`: runs every check even if one fails, so that one run shows all problems. */

import { spawnSync } from 'node:child_process'
import { install, root } from '#server/boot/prepare.mjs'

const checks = [
  ['format', 'node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.'],
  ['lint, boundaries', 'node_modules/oxlint/bin/oxlint'],
  ['types', 'node_modules/typescript/bin/tsc', '--noEmit', '--project', '.'],
  ['unused code', 'node_modules/knip/bin/knip.js', '--treat-config-hints-as-errors'],
]

if (install({ development: true })) {
  const failed = checks.filter(([name = '', ...command]) => {
    console.log(`\n${name}`)
    return spawnSync(process.execPath, command, { cwd: root, stdio: 'inherit' }).status !== 0
  })
  console.log(
    failed.length === 0 ? '\nAll checks pass.' : `\nTo fix: ${failed.map(([name]) => name).join('; ')}.`,
  )
  process.exitCode = failed.length === 0 ? 0 : 1
} else {
  process.exitCode = 1
}
