// `npm run reliability`: writes docs/reliability.md from the last results. `npm run reliability -- PART` runs
// that proof first.
import { writeFileSync } from 'node:fs'
import { runFaults } from './faults.ts'
import { drawReliability } from './page.ts'
import { PROOFS } from './proofs.ts'
import { runProof } from './run.ts'

const [part] = process.argv.slice(2)
const proof = PROOFS.find((each) => each.part === part)
if (part !== undefined && part !== 'faults' && !proof) {
  console.error(`There is no proof '${part}' here: faults, ${PROOFS.map((each) => each.part).join(', ')}.`)
  process.exitCode = 1
} else {
  if (proof) await runProof(proof)
  if (part === 'faults') await runFaults()
  writeFileSync(new URL('../../../docs/reliability.md', import.meta.url), drawReliability())
}
