// Runs seeds with each wrong change of the app until one of them notices it.
import { mutations } from './mutations.ts'
import { loadPageCode } from './page-code.ts'
import { runSeed, type Start } from './run-seed.ts'

// So many seeds have to be enough.
const MOST_SEEDS = 25

/** Prints the seed that notices each change, and how; returns how many are not noticed. */
export async function runMutations(start: Start, from: number, only: string): Promise<number> {
  let missed = 0
  for (const mutation of mutations.filter(({ name }) => name.includes(only))) {
    const startPage = await loadPageCode(mutation)
    const caught = await firstCaught({ ...start, startPage }, from)
    if (!caught) missed += 1
    console.log(`${caught ? `seed ${caught.seed}` : 'NOT NOTICED'}: ${mutation.name}`)
    if (caught) console.log(`  ${caught.wrong[0]}`)
  }
  return missed
}

async function firstCaught(start: Start, from: number) {
  for (let seed = from; seed < from + MOST_SEEDS; seed += 1) {
    const result = await runSeed(start, seed)
    if (result.wrong.length > 0) return result
  }
  return undefined
}
