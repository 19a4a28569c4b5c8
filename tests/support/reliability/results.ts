// The last result of each proof, one file each in docs/reliability. docs/reliability.md is written from them.
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'

/** The proofs, in the order of the page. */
export const PARTS = ['simulation', 'faults', 'abuse', 'kills', 'races', 'cluster'] as const
export type Part = (typeof PARTS)[number]

/** The result of a proof's run. */
export interface Outcome {
  /** The command that runs it again. */
  readonly command: string
  /** All figures in one or two sentences. */
  readonly summary: string
  readonly columns: readonly string[]
  /** One text for each column. */
  readonly rows: readonly (readonly string[])[]
  readonly passed: number
  readonly failed: number
}

/** An outcome with its date, machine and commit. */
export interface Result extends Outcome {
  readonly date: string
  /** The commit, with 'and changes' if there are uncommitted changes. */
  readonly commit: string
  readonly machine: string
}

const folder = new URL('../../../docs/reliability/', import.meta.url)
const fileOf = (part: Part) => new URL(`${part}.json`, folder)
const git = (...words: readonly string[]) =>
  execFileSync('git', words, { cwd: new URL('../../../', import.meta.url), encoding: 'utf8' }).trim()

/** The current commit, with 'and changes' if there are uncommitted changes. */
export function commitNow(): string {
  const changed = git('status', '--porcelain', '--untracked-files=no', '--', 'src', 'tests', 'package.json')
  return `${git('rev-parse', '--short', 'HEAD')}${changed === '' ? '' : ' and changes'}`
}

/** Stores the outcome of a run as the last result of its part. `npm run reliability` writes the page. */
export function storeResult(part: Part, outcome: Outcome): void {
  const result: Result = {
    date: new Date().toISOString().slice(0, 10),
    commit: commitNow(),
    machine: `${availableParallelism()} cores, Node ${process.versions.node}`,
    ...outcome,
  }
  mkdirSync(folder, { recursive: true })
  writeFileSync(fileOf(part), `${JSON.stringify(result, null, 2)}\n`)
}

/** Returns the last result of a part; undefined if there is none. */
export function lastResult(part: Part): Result | undefined {
  try {
    return JSON.parse(readFileSync(fileOf(part), 'utf8')) as Result
  } catch {
    return undefined
  }
}
