// Runs seeds with each wrong version of the app until one of them detects it.
import { mutations } from './mutations.ts'
import { loadPageCode } from './page-code.ts'
import { runSeed, type Start } from './run-seed.ts'

// This number of seeds must be enough.
const MAX_SEEDS = 25

/** Prints which seed detects each change, and how. Returns the number of undetected changes. */
export async function runMutations(start: Start, from: number, only: string): Promise<number> {
  let missed = 0
  for (const mutation of mutations.filter(({ name }) => name.includes(only))) {
    const startPage = await loadPageCode(mutation)
    const detected = await findDetectingSeed({ ...start, startPage }, from)
    if (!detected) missed += 1
    console.log(`${detected ? `seed ${detected.seed}` : 'NOT NOTICED'}: ${mutation.name}`)
    if (detected) console.log(`  ${detected.wrong[0]}`)
  }
  return missed
}

async function findDetectingSeed(start: Start, from: number) {
  for (let seed = from; seed < from + MAX_SEEDS; seed += 1) {
    const result = await runSeed(start, seed)
    if (result.wrong.length > 0) return result
  }
  return undefined
}
